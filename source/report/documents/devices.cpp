#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "report/documents.h"

namespace vkperftest {
namespace {

struct Property {
    std::string label; // for readers; empty: they are not told
    std::string text;  // empty: not known
    std::string key;   // for programs; empty: they are not told
    std::string value;
    Kind kind = Kind::Text;
};

std::vector<Property> properties(std::size_t index, const DeviceRecord& device) {
    const auto number = [](auto value) { return fmt::format("{:g}", static_cast<double>(value)); };
    const std::string driver(trim(device.driverName + " " + device.driverInfo));
    const std::string driverText =
        driver.empty() ? fmt::format("version {:#x}", device.driverVersion) : driver;
    const std::string subgroup = device.subgroupSize > 0 ? number(device.subgroupSize) : "";
    const std::string units = device.computeUnits > 0 ? number(device.computeUnits) : "";
    const std::string bits = number(device.timestampValidBits), period = number(device.timestampPeriod);
    std::vector<Property> all = {
        {"", "", "index", std::to_string(index), Kind::Number},
        {"", "", "name", device.name},
        {"", "", "kind", std::string(deviceKindName(device.kind))},
        {"driver", driverText, "driver", driverText},
        {"Vulkan", device.apiVersion, "vulkan", device.apiVersion},
        {"vendor, device", fmt::format("{:#06x}, {:#06x}", device.vendorId, device.deviceId)},
        {"", "", "vendor_id", std::to_string(device.vendorId), Kind::Number},
        {"", "", "device_id", std::to_string(device.deviceId), Kind::Number},
        {"PCI address", device.pciAddress, "pci_address", device.pciAddress},
        {"device UUID", device.deviceUuid, "device_uuid", device.deviceUuid},
        {"driver UUID", device.driverUuid, "driver_uuid", device.driverUuid},
        {"compute units", units, "compute_units", units, Kind::Number},
        {"subgroup size", subgroup, "subgroup_size", subgroup, Kind::Number},
        {"timestamps", fmt::format("{} valid bits, {} ns a tick", bits, period)},
        {"", "", "timestamp_valid_bits", bits, Kind::Number},
        {"", "", "timestamp_period", std::isfinite(device.timestampPeriod) ? period : "", Kind::Number},
        {"compute-only queue", device.computeQueue ? "yes" : "none"},
        {"", "", "compute_queue", flagCell(device.computeQueue), Kind::Flag},
        {"descriptor sets", "yes"}};
    for (const Capability& capability : kCapabilities) {
        const std::uint32_t value = device.*capability.value;
        Property property{.label = std::string(capability.label), .key = std::string(capability.name)};
        property.text =
            value != 0 ? fmt::format(fmt::runtime(capability.wording), value) : capability.missing;
        property.kind = capability.flag ? Kind::Flag : Kind::Number;
        property.value = !capability.flag ? std::to_string(value) : flagCell(value != 0);
        all.push_back(std::move(property));
    }
    const bool usable = device.unusable.empty();
    all.push_back({"can be measured", usable ? "yes" : "no: " + device.unusable, "usable", flagCell(usable),
                   Kind::Flag});
    all.push_back({"", "", "unusable_because", device.unusable});
    return all;
}

} // namespace

Document devicesDocument(std::span<const DeviceRecord> devices) {
    Grid grid{.columns = {{"property"}}, .layout = Grid::Layout::Blocks}, records;
    for (const Property& property : properties(0, DeviceRecord())) {
        if (!property.label.empty()) grid.rows.push_back({property.label});
        if (!property.key.empty()) records.columns.push_back({property.key, property.kind});
    }
    for (std::size_t i = 0; i < devices.size(); ++i) {
        grid.columns.push_back(
            {fmt::format("{}  {} ({})", i, devices[i].name, deviceKindName(devices[i].kind))});
        std::vector<std::string>& record = records.rows.emplace_back();
        std::size_t row = 0;
        for (const Property& property : properties(i, devices[i])) {
            if (!property.label.empty()) grid.rows[row++].push_back(property.text);
            if (!property.key.empty()) record.push_back(property.value);
        }
    }
    return {.heading = "Devices", .sections = {{.grid = std::move(grid)}}, .records = std::move(records)};
}

} // namespace vkperftest
