#include "model/device_record.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

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

namespace {

// Some names belong to another architecture than their series. By the list https://pci-ids.ucw.cz, the
// GeForce RTX 2050 and MX570 are GA107 (Ampere), and the MX450, MX550, T550 and Quadro T2000 are TU117
// (Turing). The RTX 3050 A is AD106 (Ada), so it must match nothing; a FirePro W5100 is GCN, a Radeon Pro
// W5500 is RDNA 1.
constexpr Architecture kArchitectures[] = {
    {kVendorNvidia, "Volta (7.0)", "*V100*|*TITAN V|*GV100*"},
    {kVendorNvidia, "Ampere (8.0)", "*A100-*|*A100 *|NVIDIA A30|*A800-*|*A800 *|*(NVK GA100*"},
    {kVendorNvidia, "Ampere (8.6)",
     "*GeForce RTX 2050*|*GeForce MX570*|*GeForce RTX 3050|*GeForce RTX 3050 Ti*|*GeForce RTX 3050 Laptop*|"
     "*GeForce RTX 3050 ?GB*|*GeForce RTX 3050 OEM|*GeForce RTX 3060*|*GeForce RTX 3070*|*GeForce RTX 3080*|"
     "*GeForce RTX 3090*|*RTX A*|NVIDIA A40*|NVIDIA A10|NVIDIA A10G|NVIDIA A16|NVIDIA A2|*(NVK GA10?)"},
    {kVendorNvidia, "Turing (7.5)",
     "*GeForce RTX 20*|*GTX 16*|*GeForce MX450*|*GeForce MX550*|*Quadro RTX*|*Quadro T*|*TITAN RTX*|"
     "*Tesla T4|NVIDIA T4|NVIDIA T?00*|NVIDIA T550*|NVIDIA T??00*|*(NVK TU1*"},
    {kVendorNvidia, "Hopper (9.0)", "*H100*|*H200*|*H800*|*(NVK GH100*"},
    {kVendorAmd, "RDNA 1", "*RX 5?00*|*Radeon Pro W5?00*|*NAVI1?*"},
    {kVendorAmd, "RDNA 2", "*RX 6?00*|*RX 6?50*|*Radeon Pro W6?00*|*NAVI2?*|*VANGOGH*|*REMBRANDT*"},
    {kVendorAmd, "CDNA 1 to 3", "*Instinct MI1??*|*Instinct MI2?0*|*Instinct MI300*|*ARCTURUS*|*ALDEBARAN*"},
    {kVendorAmd, "GCN 1 to 5",
     "*HD 7?00*|*HD 77?0*|*HD 78?0*|*HD 79?0*|* R5 *|* R7 *|* R9 *|*RX 4?0*|*RX 5?0*|*Vega*|*Radeon "
     "VII*|*Pro WX*|"
     "*MI25*|*MI50*|*MI60*|*RADV TAHITI*|*RADV PITCAIRN*|*RADV VERDE*|*RADV OLAND*|*RADV HAINAN*|*RADV "
     "BONAIRE*|"
     "*RADV KAVERI*|*RADV KABINI*|*RADV HAWAII*|*RADV TONGA*|*RADV ICELAND*|*RADV CARRIZO*|*RADV FIJI*|*RADV "
     "STONEY*|"
     "*RADV POLARIS*|*RADV RAVEN*|*RADV RENOIR*"},
};

} // namespace

bool matchesAny(std::string_view name, std::string_view globs) {
    const std::vector<std::string> all = split(globs, '|');
    return std::ranges::any_of(all, [&](const std::string& each) { return globMatches(each, name); });
}

const Architecture* architectureOf(const DeviceRecord& device) {
    const auto found = std::ranges::find_if(kArchitectures, [&](const Architecture& each) {
        return each.vendorId == device.vendorId && matchesAny(device.name, each.devices);
    });
    return found != std::end(kArchitectures) ? &*found : nullptr;
}

} // namespace vkperftest
