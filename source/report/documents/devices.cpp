#include <fmt/format.h>

#include "base/text.h"
#include "report/documents.h"

namespace vkperftest {
namespace {

struct Property {
    std::string label;
    std::string text; // empty: not known
};

std::string driverText(const DeviceRecord& device) {
    const std::string driver(trim(device.driverName + " " + device.driverInfo));
    return driver.empty() ? fmt::format("version {:#x}", device.driverVersion) : driver;
}

std::vector<Property> properties(const DeviceRecord& device) {
    std::vector<Property> all = {
        {"driver", driverText(device)},
        {"Vulkan", device.apiVersion},
        {"vendor, device", fmt::format("{:#06x}, {:#06x}", device.vendorId, device.deviceId)},
        {"PCI address", device.pciAddress},
        {"device UUID", device.deviceUuid},
        {"driver UUID", device.driverUuid},
        {"subgroup size", device.subgroupSize > 0 ? std::to_string(device.subgroupSize) : ""},
        {"timestamps",
         fmt::format("{} valid bits, {:g} ns a tick", device.timestampValidBits, device.timestampPeriod)}};
    all.push_back({"descriptor sets", "yes"});
    for (const Capability& capability : kCapabilities) {
        if (capability.label.empty()) continue;
        const std::uint32_t value = device.*capability.value;
        all.push_back(
            {std::string(capability.label), value != 0 ? fmt::format(fmt::runtime(capability.wording), value)
                                                       : std::string(capability.missing)});
    }
    all.push_back({"can be measured", device.unusable.empty() ? "yes" : "no: " + device.unusable});
    return all;
}

void addRecord(Grid& records, std::size_t index, const DeviceRecord& device) {
    const auto number = [](std::uint64_t value) { return std::to_string(value); };
    std::vector<std::string> cells = {number(index),
                                      device.name,
                                      std::string(deviceKindName(device.kind)),
                                      driverText(device),
                                      number(device.driverVersion),
                                      device.apiVersion,
                                      number(device.vendorId),
                                      number(device.deviceId),
                                      device.pciAddress,
                                      device.deviceUuid,
                                      device.driverUuid,
                                      number(device.subgroupSize),
                                      number(device.timestampValidBits),
                                      fmt::format("{:g}", device.timestampPeriod),
                                      device.unusable.empty() ? "yes" : "no",
                                      device.unusable};
    for (const Capability& capability : kCapabilities) {
        const std::uint32_t value = device.*capability.value;
        cells.push_back(capability.flag ? (value != 0 ? "yes" : "no") : number(value));
    }
    records.rows.push_back(std::move(cells));
}

} // namespace

Document devicesDocument(std::span<const DeviceRecord> devices) {
    Grid records{.columns = {{"index", Kind::Number},
                             {"name"},
                             {"kind"},
                             {"driver"},
                             {"driver_version", Kind::Number},
                             {"vulkan"},
                             {"vendor_id", Kind::Number},
                             {"device_id", Kind::Number},
                             {"pci_address"},
                             {"device_uuid"},
                             {"driver_uuid"},
                             {"subgroup_size", Kind::Number},
                             {"timestamp_valid_bits", Kind::Number},
                             {"timestamp_period", Kind::Number},
                             {"usable", Kind::Flag},
                             {"unusable_because"}}};
    Grid grid{.columns = {{"property"}}, .layout = Grid::Layout::Blocks};
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const DeviceRecord& device = devices[i];
        grid.columns.push_back({fmt::format("{}  {} ({})", i, device.name, deviceKindName(device.kind))});
        const std::vector<Property> all = properties(devices[i]);
        grid.rows.resize(all.size());
        for (std::size_t p = 0; p < all.size(); ++p) {
            if (i == 0) grid.rows[p] = {all[p].label};
            grid.rows[p].push_back(all[p].text);
        }
        addRecord(records, i, devices[i]);
    }
    for (const Capability& capability : kCapabilities)
        records.columns.push_back({std::string(capability.name), capability.flag ? Kind::Flag : Kind::Number});
    return {.heading = "Devices", .sections = {{.grid = std::move(grid)}}, .records = std::move(records)};
}

} // namespace vkperftest
