#include <array>
#include <utility>

#include "model/json_layout.h"
#include "report/preferences.h"

namespace vkperftest {
namespace {

Json rowNames(const std::vector<Row>& rows) {
    Json names = Json::array();
    for (const Row& row : rows) names.push_back(row.name);
    return names;
}

// `prefer` is null if nothing is.
template <class Choice> Json preferenceJson(const Preference<Choice>& preference) {
    return {{"prefer", preference.best.empty() ? Json(nullptr) : Json(preference.best[0])},
            {"as_fast", preference.best},
            {"not_measured", preference.missing},
            {"confidence", kConfidenceNames[preference.confidence]},
            {"reason", preference.reason}};
}

template <class Choice> Json withRows(const Preference<Choice>& preference) {
    Json json = preferenceJson(preference);
    json["rows"] = rowNames(preference.rows);
    return json;
}

Json strategyJson(const StrategyRows& strategy) {
    Json json = {{"strategy", strategy.strategy},
                 {"against_set", kAgainstSetNames[strategy.mostly()]},
                 {"most_faster", jsonNumber(strategy.mostFaster())},
                 {"most_slower", jsonNumber(strategy.mostSlower())}};
    constexpr std::array<std::pair<AgainstSet, const char*>, 4> kLists = {
        {{AgainstSet::Faster, "faster_rows"},
         {AgainstSet::Same, "same_rows"},
         {AgainstSet::Slower, "slower_rows"},
         {AgainstSet::Unknown, "unclear_rows"}}};
    for (const auto& [verdict, key] : kLists) {
        json[key] = Json::array();
        for (const JudgedRow& row : strategy.rows)
            if (row.verdict == verdict) json[key].push_back(row.name);
    }
    return json;
}

Json deviceJson(const DeviceRecord& device) {
    return {{"name", device.name},
            {"vendor_id", device.vendorId},
            {"device_id", device.deviceId},
            {"driver_id", device.driverId},
            {"driver_version", device.driverVersion},
            {"driver_name", device.driverName},
            {"driver_info", device.driverInfo},
            {"api_version", device.apiVersion}};
}

Json measuredJson(const RunResult& run) {
    return {{"suite", run.settings.suite},
            {"started", run.started},
            {"source", run.source},
            {"version", run.tool.version},
            {"commit", run.tool.commit}};
}

} // namespace

std::string preferencesJson(const Preferences& preferences) {
    Json loads = Json::array();
    for (const LoadPreference& load : preferences.loads)
        loads.push_back({{"bytes", load.bytes},
                         {"pattern", patternName(load.pattern)},
                         {"kind", withRows(load.kind)},
                         {"width", withRows(load.width)}});
    Json binding = preferenceJson(preferences.strategies);
    binding["measured"] = measuredJson(*preferences.binding);
    binding["compared"] = Json::array();
    for (const StrategyRows& strategy : preferences.strategies.compared)
        binding["compared"].push_back(strategyJson(strategy));
    return layOutJson({{"format", "vkperftest advice"},
                       {"format_version", kPreferencesFormat},
                       {"written_by", {{"version", preferences.version}, {"commit", preferences.commit}}},
                       {"device", deviceJson(preferences.run->device)},
                       {"measured", measuredJson(*preferences.run)},
                       {"loads", std::move(loads)},
                       {"binding", std::move(binding)}});
}

} // namespace vkperftest
