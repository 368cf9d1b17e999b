#include <fmt/format.h>

#include "analysis/unit_rates.h"
#include "base/text.h"
#include "model/json_fields.h"
#include "report/documents.h"

namespace vkperftest {
namespace {

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

std::string extensionsText(const DeviceRecord& device) {
    std::vector<std::string> parts;
    if (!device.extensions.empty()) parts.push_back(join(device.extensions, ", "));
    if (!device.missingExtensions.empty())
        parts.push_back("missing: " + join(device.missingExtensions, ", "));
    return join(parts, "; ");
}

// For readers; without a text where it is not known.
std::vector<Label> properties(const DeviceRecord& device) {
    const auto numberIf = [](std::uint32_t value) { return value > 0 ? std::to_string(value) : ""; };
    const std::string driver = driverWithVersion(device);
    std::vector<Label> all = {
        {"driver", driver.empty() ? fmt::format("version {:#x}", device.driverVersion) : driver},
        {"Vulkan", device.apiVersion},
        {"vendor, device", fmt::format("{:#06x}, {:#06x}", device.vendorId, device.deviceId)},
        {"PCI address", device.pciAddress},
        {"device UUID", device.deviceUuid},
        {"driver UUID", device.driverUuid},
        {"compute units", numberIf(device.computeUnits)},
        {"subgroup size", numberIf(device.subgroupSize)},
        {"timestamps",
         fmt::format("{} valid bits, {:g} ns per tick", device.timestampValidBits, device.timestampPeriod)},
        {"descriptor sets", "yes"}};
    for (const Capability& capability : kCapabilities) {
        const std::uint32_t value = device.*capability.value;
        if (capability.label.empty()) continue;
        all.push_back(
            {std::string(capability.label), value != 0 ? fmt::format(fmt::runtime(capability.wording), value)
                                                       : std::string(capability.missing)});
    }
    constexpr double kGibibyte = 1u << 30;
    const std::string memory = fmt::format("{:.1f} GiB", static_cast<double>(device.localMemory) / kGibibyte);
    all.insert(all.end(), {{"memory", device.localMemory > 0 ? memory : ""},
                           {"subgroup control", subgroupControlText(device)},
                           {"L1 rate", l1Text(device)},
                           {"extensions used", extensionsText(device)},
                           {"can be measured", device.unusable.empty() ? "yes" : "no: " + device.unusable}});
    return all;
}

// For programs: what results files have, and more.
Json recordOf(std::size_t index, const DeviceRecord& device) {
    Json json = {{"index", index}};
    json.update(deviceToJson(device));
    json.erase("measured_subgroup_size"); // which only a run measures
    for (const char* known : {"compute_units", "subgroup_size"})
        if (json[known] == 0) json[known] = nullptr;
    json["device_local_bytes"] = device.localMemory;
    json["subgroup_size_control"] = device.subgroupSizeControl;
    json["smallest_subgroup"] = device.smallestSubgroup;
    json["largest_subgroup"] = device.largestSubgroup;
    json["l1_rate"] = l1Text(device);
    json["extensions"] = join(device.extensions, " ");
    json["missing_extensions"] = join(device.missingExtensions, " ");
    json["usable"] = device.unusable.empty();
    json["unusable_because"] = device.unusable;
    return json;
}

} // namespace

Document devicesDocument(std::span<const DeviceRecord> devices) {
    Grid grid{.columns = {{"property"}}, .layout = Grid::Layout::Blocks};
    Grid lines{.columns = textColumns("#,device,kind,driver,Vulkan,measurable")};
    lines.columns[4].spare = true;
    Grid records;
    for (const Label& property : properties(DeviceRecord())) grid.rows.push_back({property.name});
    for (std::size_t i = 0; i < devices.size(); ++i) {
        grid.columns.push_back(
            {fmt::format("{}  {} ({})", i, devices[i].name, kDeviceKinds[devices[i].kind])});
        lines.rows.push_back({std::to_string(i), devices[i].name, std::string(kDeviceKinds[devices[i].kind]),
                              driverWithVersion(devices[i]), devices[i].apiVersion,
                              devices[i].unusable.empty() ? "yes" : "no: " + devices[i].unusable});
        std::size_t row = 0;
        for (const Label& property : properties(devices[i])) grid.rows[row++].push_back(property.text);
        addRecord(recordOf(i, devices[i]), records);
    }
    return {.sections = {{.grid = std::move(lines), .until = Extent::Answer},
                         {.grid = std::move(grid), .from = Extent::All}},
            .more = "--all prints what each supports.",
            .records = std::move(records)};
}

} // namespace vkperftest
