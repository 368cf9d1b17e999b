#include "model/select_device.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

std::optional<std::size_t> fastestKind(std::span<const DeviceRecord> devices) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        if (!devices[i].unusable.empty()) continue;
        if (!best || devices[i].kind < devices[*best].kind) best = i;
    }
    return best;
}

std::optional<std::size_t> matching(std::span<const DeviceRecord> devices, std::string_view wanted) {
    // One or two digits are an index and nothing else: 5 must not mean "LLVM 15". More digits are part of a
    // name.
    if (const auto index = parseInteger(wanted); index && wanted.size() <= 2) {
        const bool present = *index >= 0 && static_cast<std::size_t>(*index) < devices.size();
        return present ? std::optional(static_cast<std::size_t>(*index)) : std::nullopt;
    }
    const std::string text = lowercase(wanted);
    std::string digits = text;
    std::erase(digits, '-'); // UUIDs are written with and without
    const auto found = std::find_if(devices.begin(), devices.end(), [&](const DeviceRecord& device) {
        return lowercase(device.name).find(text) != std::string::npos || device.deviceUuid == digits;
    });
    if (found == devices.end()) return std::nullopt;
    return static_cast<std::size_t>(found - devices.begin());
}

std::string listed(std::span<const DeviceRecord> devices) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < devices.size(); ++i)
        lines.push_back(fmt::format("{} ({})", i, devices[i].name));
    return join(lines, ", ");
}

} // namespace

Result<std::size_t> selectDevice(std::span<const DeviceRecord> devices, std::string_view wanted) {
    if (devices.empty()) {
        return Error{ErrorKind::NoDevice, "no Vulkan device was found",
                     "install your GPU's driver, or a software one (Debian and Ubuntu: apt install "
                     "mesa-vulkan-drivers)"};
    }
    if (wanted.empty()) {
        if (const auto best = fastestKind(devices)) return *best;
        return Error{
            ErrorKind::NoDevice,
            fmt::format("no device can be measured on; '{}': {}", devices[0].name, devices[0].unusable),
            "`vkperftest devices` tells more"};
    }
    const auto found = matching(devices, wanted);
    if (!found) {
        return Error{ErrorKind::Usage, fmt::format("no device matches '{}'", wanted),
                     fmt::format("choose from: {}", listed(devices))};
    }
    if (!devices[*found].unusable.empty()) {
        return Error{
            ErrorKind::NoDevice,
            fmt::format("'{}' cannot be measured on: {}", devices[*found].name, devices[*found].unusable),
            fmt::format("choose from: {}", listed(devices))};
    }
    return *found;
}

} // namespace vkperftest
