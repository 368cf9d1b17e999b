#include "model/device_record.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/enum_table.h"
#include "base/text.h"

namespace vkperftest {
namespace {

// One line each; vulkan/capabilities.cpp knows where each is found. The schema (results/) describes them,
// too.
constexpr auto kCapabilityTable = std::to_array<Capability>({
    {&DeviceRecord::pushDescriptors, "push_descriptors", true, "no VK_KHR_push_descriptor", "", ""},
    {&DeviceRecord::maxPushDescriptors, "max_push_descriptors", false, "no VK_KHR_push_descriptor",
     "push descriptors", "yes, up to {}"},
    {&DeviceRecord::bufferAddresses, "buffer_addresses", true,
     "no feature bufferDeviceAddress of VK_KHR_buffer_device_address", "buffer addresses", "yes"},
    {&DeviceRecord::descriptorBuffers, "descriptor_buffers", true,
     "no feature descriptorBuffer of VK_EXT_descriptor_buffer", "descriptor buffer", "yes"},
    {&DeviceRecord::maxInlineUniformBytes, "max_inline_uniform_bytes", false,
     "no feature inlineUniformBlock of VK_EXT_inline_uniform_block", "inline uniforms",
     "yes, up to {} bytes"},
    {&DeviceRecord::hostQueryReset, "host_query_reset", true,
     "no feature hostQueryReset of VK_EXT_host_query_reset", "", ""},
    {&DeviceRecord::shaderClock, "shader_clock", true,
     "no feature shaderSubgroupClock of VK_KHR_shader_clock", "shader clock", "yes"},
});

std::optional<std::size_t> fastestKind(std::span<const DeviceRecord> devices) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        if (!devices[i].unusable.empty()) continue;
        if (!best || devices[i].kind < devices[*best].kind) best = i;
    }
    return best;
}

// One device for an index, a UUID or a whole name; otherwise all whose names contain the text.
std::vector<std::size_t> matching(std::span<const DeviceRecord> devices, std::string_view wanted) {
    // One or two digits are an index and nothing else: 5 must not mean "LLVM 15". More digits are part of a
    // name.
    if (const auto index = parseInteger(wanted); index && wanted.size() <= 2) {
        const bool present = *index >= 0 && static_cast<std::size_t>(*index) < devices.size();
        return present ? std::vector{static_cast<std::size_t>(*index)} : std::vector<std::size_t>();
    }
    const std::string text = lowercase(wanted);
    std::string digits = text;
    std::erase(digits, '-'); // UUIDs are written with and without
    std::vector<std::size_t> whole, parts;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const std::string name = lowercase(devices[i].name);
        if (devices[i].deviceUuid == digits) return {i};
        if (name == text) whole.push_back(i);
        if (name.find(text) != std::string::npos) parts.push_back(i);
    }
    return whole.empty() ? parts : whole;
}

// All, or those of these numbers.
std::string listed(std::span<const DeviceRecord> devices, std::span<const std::size_t> which = {}) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < devices.size(); ++i)
        if (which.empty() || std::ranges::count(which, i) > 0)
            names.push_back(fmt::format("{} ({})", i, devices[i].name));
    return join(names, ", ");
}

} // namespace

std::string driverWithVersion(const DeviceRecord& device) {
    return std::string(trim(device.driverName + " " + device.driverInfo));
}

std::string_view vendorName(std::uint32_t id) {
    constexpr std::pair<std::uint32_t, std::string_view> kVendors[] = {
        {kVendorAmd, "AMD"},  {kVendorNvidia, "NVIDIA"}, {kVendorIntel, "Intel"}, {kVendorArm, "Arm"},
        {0x5143, "Qualcomm"}, {0x1010, "Imagination"},   {0x106b, "Apple"}};
    const auto known = std::ranges::find(kVendors, id, &std::pair<std::uint32_t, std::string_view>::first);
    return known == std::end(kVendors) ? "" : known->second;
}

std::string_view deviceKindName(DeviceKind kind) {
    constexpr auto kNames = enumTable<DeviceKind, std::string_view>(
        {"discrete GPU", "integrated GPU", "virtual GPU", "CPU", "other device"});
    return kNames[kind];
}

constinit const std::span<const Capability> kCapabilities = kCapabilityTable;

Result<std::size_t> selectDevice(std::span<const DeviceRecord> devices, std::string_view wanted) {
    if (devices.empty()) {
        return Error{ErrorKind::NoDevice, "no Vulkan device was found",
                     "install your GPU's driver, or a software one (Debian and Ubuntu: apt install "
                     "mesa-vulkan-drivers)"};
    }
    if (wanted.empty()) {
        if (const auto best = fastestKind(devices)) return *best;
        return Error{ErrorKind::NoDevice,
                     fmt::format("no usable device; '{}': {}", devices[0].name, devices[0].unusable),
                     "`vkperftest devices` shows more"};
    }
    const std::vector<std::size_t> found = matching(devices, wanted);
    if (found.empty()) {
        return Error{ErrorKind::Usage,
                     wanted == "all" ? "--device 'all' is for `run`: this command takes one device"
                                     : fmt::format("no device matches '{}'", wanted),
                     fmt::format("choose from: {}", listed(devices))};
    }
    if (found.size() > 1) {
        return Error{ErrorKind::Usage, fmt::format("{} devices match '{}'", found.size(), wanted),
                     fmt::format("give the index of one: {}", listed(devices, found))};
    }
    const std::size_t index = found[0];
    if (!devices[index].unusable.empty()) {
        return Error{ErrorKind::NoDevice,
                     fmt::format("cannot measure on '{}': {}", devices[index].name, devices[index].unusable),
                     fmt::format("choose from: {}", listed(devices))};
    }
    return index;
}

} // namespace vkperftest
