#include "report/results_json.h"

#include <algorithm>
#include <cmath>

#include "analysis/load_bound.h"
#include "analysis/summary.h"
#include "model/code_json.h"
#include "model/json_layout.h"
#include "model/json_read.h"
#include "model/json_words.h"

namespace vkperftest {
namespace {

Json numbers(const std::vector<double>& values) {
    Json array = Json::array();
    for (const double value : values) array.push_back(jsonNumber(value));
    return array;
}

Json optionalNumber(const std::optional<double>& value) {
    return value ? jsonNumber(*value) : Json(nullptr);
}

template <class Words, class Enumerator> std::string word(const Words& words, Enumerator value) {
    return std::string(words[static_cast<std::size_t>(value)]);
}

Json toolJson(const ToolRecord& tool) {
    return {{"name", "vkperftest"},
            {"version", tool.version},
            {"commit", tool.commit},
            {"kernel_compiler", tool.kernelCompiler},
            {"kernel_flags", tool.kernelFlags}};
}

Json hostJson(const HostRecord& host) {
    return {{"os", host.os},
            {"kernel", host.kernel},
            {"cpu", host.cpu},
            {"cpu_threads", host.cpuThreads},
            {"cpu_governor", host.cpuGovernor},
            {"power", host.power},
            {"device_state", host.deviceState}};
}

Json deviceJson(const DeviceRecord& device) {
    Json json = {{"name", device.name},
                 {"kind", word(kDeviceKindWords, device.kind)},
                 {"vendor_id", device.vendorId},
                 {"device_id", device.deviceId},
                 {"device_uuid", device.deviceUuid},
                 {"driver_uuid", device.driverUuid},
                 {"driver_id", device.driverId},
                 {"driver_name", device.driverName},
                 {"driver_info", device.driverInfo},
                 {"driver_version", device.driverVersion},
                 {"api_version", device.apiVersion},
                 {"pci_address", device.pciAddress},
                 {"subgroup_size", device.subgroupSize},
                 {"measured_subgroup_size", device.measuredSubgroupSize},
                 {"timestamp_period", jsonNumber(device.timestampPeriod)},
                 {"timestamp_valid_bits", device.timestampValidBits},
                 {"queue_family", device.queueFamily}};
    for (const Capability& capability : kCapabilities) {
        const std::uint32_t value = device.*capability.value;
        json[std::string(capability.name)] = capability.flag ? Json(value != 0) : Json(value);
    }
    json["robust_buffer_access"] = device.robustBufferAccess;
    return json;
}

Json settingsJson(const RunSettings& settings) {
    return {{"suite", settings.suite},
            {"baseline", settings.baseline},
            {"strategies", settings.strategies},
            {"effort", settings.effort},
            {"precision_goal", jsonNumber(settings.precisionGoal)},
            {"seed", settings.seed},
            {"cpu", settings.cpu},
            {"validated", settings.validated}};
}

Json ratioJson(const PairedRatio& ratio) {
    Json json = {{"median", jsonNumber(ratio.median)}, {"low", nullptr}, {"high", nullptr}};
    if (ratio.interval) {
        json["low"] = jsonNumber(ratio.interval->low);
        json["high"] = jsonNumber(ratio.interval->high);
    }
    return json;
}

Json summaryJson(const RunResult& run, const RowResult& row, std::size_t strategy) {
    const StrategyResult& result = row.strategies[strategy];
    const std::optional<StrategySummary> summary = summarize(run, row, strategy);
    if (!summary) return nullptr;
    Json json = {{"milliseconds", optionalNumber(summary->milliseconds)},
                 {"loads_per_nanosecond", optionalNumber(summary->loadsPerNanosecond)},
                 {"ratio", ratioJson(summary->ratio)},
                 {"ratio_of_minima", optionalNumber(summary->ratio.ofMinima)},
                 {"counted_samples", countedSamples(run, result.nanoseconds).size()},
                 {"imprecise", summary->imprecise},
                 {"minima_disagree", summary->minimaDisagree},
                 {"over_floor", summary->overFloor ? ratioJson(*summary->overFloor) : Json(nullptr)},
                 {"load_bound", summary->loadBound ? Json(*summary->loadBound) : Json(nullptr)}};
    if (strategy > 0) {
        const std::optional<PairedRatio> against = strategyOver(run, row, 0, strategy);
        json["against_first_strategy"] = against ? ratioJson(*against) : Json(nullptr);
    }
    return json;
}

// Of a row that is still at work, or whose floor is, figures would be stale with the next sample, and cost
// the most.
bool settled(const RunResult& run, const RowResult& row) {
    const auto mayChange = [](const StrategyResult& strategy) {
        return strategy.status == Status::Measured ||
               (strategy.status == Status::NotMeasured && strategy.reason.empty());
    };
    const RowResult* floor = findFloor(run, row);
    const bool floorAtWork = floor != nullptr && !floor->stopped &&
                             std::any_of(floor->strategies.begin(), floor->strategies.end(), mayChange);
    return row.stopped && !floorAtWork;
}

Json strategyJson(const RunResult& run, const RowResult& row, std::size_t strategy) {
    const StrategyResult& result = row.strategies[strategy];
    Json json = {{"strategy", result.strategy},
                 {"status", word(kStatusWords, result.status)},
                 {"reason", result.reason},
                 {"loads", result.loads},
                 {"nanoseconds", numbers(result.nanoseconds)}};
    if (!result.kernel.empty()) json["kernel"] = result.kernel;
    if (!result.code.empty()) json["code"] = result.code;
    if (result.printed) {
        const PrintedFigures& printed = *result.printed;
        json["printed"] = {{"milliseconds", optionalNumber(printed.milliseconds)},
                           {"deviation", optionalNumber(printed.deviation)},
                           {"ratio", jsonNumber(printed.ratio)},
                           {"caveat", printed.caveat}};
    }
    json["summary"] = settled(run, row) || result.printed ? summaryJson(run, row, strategy) : Json(nullptr);
    return json;
}

Json rowJson(const RunResult& run, const RowResult& row) {
    Json strategies = Json::array();
    for (std::size_t s = 0; s < row.strategies.size(); ++s) strategies.push_back(strategyJson(run, row, s));
    return {{"name", row.name},
            {"operation", row.operation},
            {"pattern", row.pattern},
            {"id", row.id},
            {"kernel", row.kernel},
            {"floor", row.floor},
            {"stopped", row.stopped ? Json(word(kStopWords, *row.stopped)) : Json(nullptr)},
            {"baseline_loads", row.baselineLoads},
            {"baseline_nanoseconds", numbers(row.baselineNanoseconds)},
            {"sequence", row.sequence},
            {"epochs", row.epochs},
            {"strategies", std::move(strategies)}};
}

Json recordingJson(const RecordingResult& recording) {
    Json lengths = Json::array();
    for (const RecordingResult::Length& length : recording.lengths) {
        lengths.push_back({{"dispatches", length.dispatches}, {"nanoseconds", numbers(length.nanoseconds)}});
    }
    return {{"way", recording.way},
            {"status", word(kStatusWords, recording.status)},
            {"reason", recording.reason},
            {"lengths", std::move(lengths)}};
}

// All but codes and rows.
Json headJson(const RunResult& run, bool complete) {
    Json floors = Json::array();
    for (const RowResult& floor : run.floors) floors.push_back(rowJson(run, floor));
    Json head = {{"schema_version", kSchemaVersion},
                 {"tool", toolJson(run.tool)},
                 {"started", run.started},
                 {"complete", complete && !run.interrupted && run.aborted.empty()},
                 {"aborted", run.aborted},
                 {"source", run.source},
                 {"host", hostJson(run.host)},
                 {"device", deviceJson(run.device)},
                 {"settings", settingsJson(run.settings)},
                 {"wall_seconds", jsonNumber(run.wallSeconds)},
                 {"busy_nanoseconds", jsonNumber(run.busyNanoseconds)},
                 {"warmed_up", run.warmedUp},
                 {"kernels", run.kernels},
                 {"null_row", run.nullRow.name.empty() ? Json(nullptr) : rowJson(run, run.nullRow)},
                 {"floors", std::move(floors)}};
    if (!run.codesMissing.empty()) head["codes_missing"] = run.codesMissing;
    for (const RecordingResult& recording : run.recording)
        head["recording"].push_back(recordingJson(recording));
    return head;
}

} // namespace

std::string RunJson::text(const RunResult& run, bool complete) {
    constexpr std::size_t kRowDepth = 2;
    std::string text = layOutJson(headJson(run, complete));
    text.resize(text.rfind('}') - 1); // and the newline before it
    if (!run.codes.empty()) {
        if (codes_.empty()) codes_ = layOutJson(codesToJson(run.codes), kRowDepth - 1);
        text += ",\n \"codes\": " + codes_;
    }
    text += ",\n \"rows\": [";
    const char* separator = "\n";
    for (const RowResult& row : run.rows) {
        text += separator + std::string(kRowDepth, ' ');
        separator = ",\n";
        if (!settled(run, row)) {
            text += layOutJson(rowJson(run, row), kRowDepth);
            continue;
        }
        std::string& kept = finished_[row.name];
        if (kept.empty()) kept = layOutJson(rowJson(run, row), kRowDepth);
        text += kept;
    }
    return text + "\n ]\n}\n";
}

std::string runToJson(const RunResult& run, bool complete) {
    return RunJson().text(run, complete);
}

} // namespace vkperftest
