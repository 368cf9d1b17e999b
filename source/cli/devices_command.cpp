#include <fmt/format.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "model/select_device.h"
#include "vulkan/instance.h"

namespace vkperftest {
namespace {

std::string describeDevice(std::size_t index, const DeviceRecord& device) {
    std::string text = fmt::format("{}  {} ({})\n", index, device.name, deviceKindName(device.kind));
    const auto line = [&](std::string_view label, const std::string& value) {
        if (!value.empty()) text += fmt::format("   {} {}\n", padRight(label, 17), value);
    };
    const std::string driver(trim(device.driverName + " " + device.driverInfo));
    line("driver", driver.empty() ? fmt::format("version {:#x}", device.driverVersion) : driver);
    line("Vulkan", device.apiVersion);
    line("vendor, device", fmt::format("{:#06x}, {:#06x}", device.vendorId, device.deviceId));
    line("PCI address", device.pciAddress);
    line("device UUID", device.deviceUuid);
    line("driver UUID", device.driverUuid);
    if (device.subgroupSize > 0) line("subgroup size", fmt::format("{}", device.subgroupSize));
    line("timestamps",
         fmt::format("{} valid bits, {:g} ns a tick", device.timestampValidBits, device.timestampPeriod));
    line("descriptor sets", "yes");
    for (const Capability& capability : kCapabilities) {
        if (capability.label.empty()) continue;
        const std::uint32_t value = device.*capability.value;
        line(capability.label, value != 0 ? fmt::format(fmt::runtime(capability.wording), value)
                                          : std::string(capability.missing));
    }
    line("can be measured", device.unusable.empty() ? "yes" : "no: " + device.unusable);
    return text;
}

} // namespace

int execute(const DevicesOptions& options) {
    const Result<std::unique_ptr<Instance>> instance = Instance::create({.driver = options.driver});
    if (!instance.ok()) return failed(instance.error());
    const std::vector<DeviceRecord>& devices = instance.value()->devices();
    std::string text;
    for (std::size_t i = 0; i < devices.size(); ++i)
        text += (i > 0 ? "\n" : "") + describeDevice(i, devices[i]);
    if (const Result<void> printed = print(text); !printed.ok()) return failed(printed.error());
    const Result<std::size_t> chosen = selectDevice(devices, ""); // exits 3 where `run` would
    return chosen.ok() ? kExitDone : failed(chosen.error());
}

} // namespace vkperftest
