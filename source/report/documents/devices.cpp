#include <fmt/format.h>

#include "analysis/unit_rates.h"
#include "base/text.h"
#include "model/json_fields.h"
#include "report/documents.h"

namespace vkperftest {
namespace {

std::string l1Text(const DeviceRecord& device) {
    const UnitRate* const l1 = rateOf(device, Unit::L1);
    if (l1 == nullptr) return "";
    return fmt::format("{:g} bytes per clock and {} ({})", l1->perClock, coreName(device),
                       architectureOf(device)->name);
}

// What results files have, and more.
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
    Grid lines{.columns = textColumns("#,device,kind,driver,Vulkan,measurable")};
    lines.columns[4].spare = true;
    Grid records, properties{.columns = {{"property"}}, .layout = Grid::Layout::Blocks};
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const std::string kind(kDeviceKinds[devices[i].kind]);
        properties.columns.push_back({fmt::format("{}  {} ({})", i, devices[i].name, kind)});
        lines.rows.push_back({std::to_string(i), devices[i].name, kind, driverWithVersion(devices[i]),
                              devices[i].apiVersion,
                              devices[i].unusable.empty() ? "yes" : "no: " + devices[i].unusable});
        addRecord(recordOf(i, devices[i]), records);
    }
    for (std::size_t column = 0; column < records.columns.size(); ++column) {
        std::vector<std::string>& row = properties.rows.emplace_back(1, records.columns[column].title);
        for (const std::vector<std::string>& record : records.rows)
            row.push_back(column < record.size() ? record[column] : "");
    }
    return {.sections = {{.grid = std::move(lines), .until = Extent::Answer},
                         {.grid = std::move(properties), .from = Extent::All}},
            .more = "--all prints what each supports.",
            .records = std::move(records)};
}

} // namespace vkperftest
