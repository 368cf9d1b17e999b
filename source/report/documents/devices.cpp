#include <cmath>

#include <fmt/format.h>

#include "analysis/unit_rates.h"
#include "base/text.h"
#include "report/documents.h"

namespace vkperftest {
namespace {

struct Property {
    std::string label; // for readers; empty: not shown to them
    std::string text;  // empty: not known
    std::string key;   // for programs; empty: not written for them
    std::string value;
    Kind kind = Kind::Text;
};

std::string heapsText(const DeviceRecord& device) {
    constexpr double kGibibyte = 1u << 30;
    std::vector<std::string> heaps;
    for (const MemoryHeap& heap : device.memoryHeaps)
        heaps.push_back(fmt::format("{:.1f} GiB {}", static_cast<double>(heap.bytes) / kGibibyte,
                                    heap.deviceLocal ? "device-local" : "host"));
    return join(heaps, ", ");
}

std::string subgroupControlText(const DeviceRecord& device) {
    if (!device.subgroupSizeControl) return "no VK_EXT_subgroup_size_control";
    if (device.smallestSubgroup == 0) return "yes, but compute pipelines cannot require a size";
    if (device.smallestSubgroup == device.largestSubgroup)
        return fmt::format("yes, {} lanes only", device.smallestSubgroup);
    return fmt::format("yes, {} to {} lanes", device.smallestSubgroup, device.largestSubgroup);
}

std::string l1Text(const DeviceRecord& device) {
    const UnitRate* const l1 = rateOf(device, Unit::L1);
    if (l1 == nullptr) return "";
    return fmt::format("{:g} bytes per clock and {} ({})", l1->perClock, coreName(device),
                       architectureOf(device)->name);
}

// Properties that `devices` prints beside the fields of results files.
std::vector<Property> sizesAndExtensions(const DeviceRecord& device) {
    const auto numberIf = [](std::uint64_t value) { return value != 0 ? std::to_string(value) : ""; };
    std::uint64_t local = 0;
    for (const MemoryHeap& heap : device.memoryHeaps) local += heap.deviceLocal ? heap.bytes : 0;
    const Architecture* const known = architectureOf(device);
    const UnitRate* const l1 = rateOf(device, Unit::L1);
    std::string extensions = join(device.extensions, ", ");
    if (!device.missingExtensions.empty())
        extensions +=
            (extensions.empty() ? "missing: " : "; missing: ") + join(device.missingExtensions, ", ");
    return {{"memory heaps", heapsText(device), "memory_heaps", heapsText(device)},
            {"", "", "device_local_bytes", numberIf(local), Kind::Number},
            {"subgroup control", subgroupControlText(device)},
            {"", "", "subgroup_size_control", flagCell(device.subgroupSizeControl), Kind::Flag},
            {"", "", "smallest_subgroup", numberIf(device.smallestSubgroup), Kind::Number},
            {"", "", "largest_subgroup", numberIf(device.largestSubgroup), Kind::Number},
            {"L1 rate", l1Text(device)},
            {"", "", "architecture", known != nullptr ? std::string(known->name) : ""},
            {"", "", "l1_bytes_per_clock", l1 != nullptr ? numberCell(l1->perClock) : "", Kind::Number},
            {"extensions used", extensions},
            {"", "", "extensions", join(device.extensions, " ")},
            {"", "", "missing_extensions", join(device.missingExtensions, " ")}};
}

std::vector<Property> properties(std::size_t index, const DeviceRecord& device) {
    const auto number = [](auto value) { return fmt::format("{:g}", static_cast<double>(value)); };
    const std::string named = driverWithVersion(device);
    const std::string driver = named.empty() ? fmt::format("version {:#x}", device.driverVersion) : named;
    const std::string subgroup = device.subgroupSize > 0 ? number(device.subgroupSize) : "";
    const std::string units = device.computeUnits > 0 ? number(device.computeUnits) : "";
    const std::string bits = number(device.timestampValidBits), period = number(device.timestampPeriod);
    std::vector<Property> all = {
        {"", "", "index", std::to_string(index), Kind::Number},
        {"", "", "name", device.name},
        {"", "", "kind", std::string(deviceKindName(device.kind))},
        {"driver", driver, "driver", driver},
        {"Vulkan", device.apiVersion, "vulkan", device.apiVersion},
        {"vendor, device", fmt::format("{:#06x}, {:#06x}", device.vendorId, device.deviceId)},
        {"", "", "vendor_id", std::to_string(device.vendorId), Kind::Number},
        {"", "", "device_id", std::to_string(device.deviceId), Kind::Number},
        {"PCI address", device.pciAddress, "pci_address", device.pciAddress},
        {"device UUID", device.deviceUuid, "device_uuid", device.deviceUuid},
        {"driver UUID", device.driverUuid, "driver_uuid", device.driverUuid},
        {"compute units", units, "compute_units", units, Kind::Number},
        {"subgroup size", subgroup, "subgroup_size", subgroup, Kind::Number},
        {"timestamps", fmt::format("{} valid bits, {} ns per tick", bits, period)},
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
    for (Property& property : sizesAndExtensions(device)) all.push_back(std::move(property));
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
