#include "report/results_json.h"

#include <algorithm>
#include <functional>

#include "model/code_json.h"
#include "model/conditions_json.h"
#include "model/json_layout.h"
#include "model/json_read.h"
#include "model/json_words.h"
#include "report/quality_phrases.h"

namespace vkperftest {
namespace {

Json numbers(const std::vector<double>& values) {
    Json array = Json::array();
    for (const double value : values) array.push_back(jsonNumber(value));
    return array;
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
            {"cpu_identity", host.cpuIdentity},
            {"cpu_extensions", host.cpuExtensions},
            {"cpu_threads", host.cpuThreads},
            {"driver_threads", host.driverThreads},
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
                 {"compute_units", device.computeUnits},
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
    if (device.enabled) json["enabled"] = *device.enabled;
    return json;
}

Json settingsJson(const RunSettings& settings) {
    Json json = {{"suite", settings.suite},
                 {"baseline", settings.baseline},
                 {"strategies", settings.strategies},
                 {"effort", settings.effort},
                 {"precision_goal", jsonNumber(settings.precisionGoal)},
                 {"seed", settings.seed},
                 {"cpu", settings.cpu},
                 {"validated", settings.validated}};
    if (settings.queue != QueueKind::Main) json["queue"] = word(kQueueWords, settings.queue);
    return json;
}

Json ratioJson(const PairedRatio& ratio) {
    Json json = {{"median", jsonNumber(ratio.median)}, {"low", nullptr}, {"high", nullptr}};
    if (ratio.interval) {
        json["low"] = jsonNumber(ratio.interval->low);
        json["high"] = jsonNumber(ratio.interval->high);
    }
    return json;
}

Json ratioJson(const std::optional<PairedRatio>& ratio) {
    return ratio ? ratioJson(*ratio) : Json(nullptr);
}

Json summaryJson(const RowFigures& row, std::size_t strategy) {
    const std::optional<StrategyFigures>& figures = row.strategies[strategy];
    if (!figures) return nullptr;
    Json json = {{"milliseconds", jsonNumber(figures->milliseconds)},
                 {"loads_per_nanosecond", jsonNumber(figures->loadsPerNanosecond)},
                 {"ratio", ratioJson(figures->ratio)},
                 {"ratio_of_minima", jsonNumber(figures->ratio.ofFastest)},
                 {"counted_samples", figures->countedSamples},
                 {"imprecise", figures->imprecise},
                 {"minima_disagree", figures->fastestDisagree},
                 {"over_floor", ratioJson(figures->overFloor)},
                 {"bound", boundName(figures->bound)},
                 {"load_bound",
                  figures->bound == Bound::Unknown ? Json(nullptr) : Json(figures->bound == Bound::Loads)},
                 {"other_loop", figures->otherLoop},
                 {"serial_gain", ratioJson(figures->serialGain)}};
    if (strategy > 0) json["against_first_strategy"] = ratioJson(row.timeOver(0, strategy));
    return json;
}

// Whether the row's figures stay as they are. Those of a row that is still sampled, or one of whose twins is,
// change with the next sample; they are not stored, since to analyse them each time would cost the most.
bool isFinal(const RunResult& run, const RowResult& row) {
    const auto mayChange = [](const StrategyResult& strategy) {
        return strategy.status == Status::Measured ||
               (strategy.status == Status::NotMeasured && strategy.reason.empty());
    };
    const auto atWork = [&](const RowResult* twin) {
        return twin != nullptr && !twin->stopped &&
               std::any_of(twin->strategies.begin(), twin->strategies.end(), mayChange);
    };
    return row.stopped && !atWork(findFloor(run, row)) && !atWork(findSerial(run, row));
}

// `figures`: null where none are to be stored.
Json strategyJson(const StrategyResult& result, std::size_t strategy, const RowFigures* figures) {
    Json json = {{"strategy", result.strategy},
                 {"status", word(kStatusWords, result.status)},
                 {"reason", result.reason},
                 {"loads", result.loads},
                 {"nanoseconds", numbers(result.nanoseconds)}};
    if (!result.kernel.empty()) json["kernel"] = result.kernel;
    if (!result.code.empty()) json["code"] = result.code;
    if (result.printed) {
        const PrintedFigures& printed = *result.printed;
        // The schema demands a deviation; no text that is read prints one.
        json["printed"] = {{"milliseconds", jsonNumber(printed.milliseconds)},
                           {"deviation", nullptr},
                           {"ratio", jsonNumber(printed.ratio)},
                           {"caveat", printed.caveat}};
    }
    json["summary"] = figures != nullptr ? summaryJson(*figures, strategy) : Json(nullptr);
    return json;
}

// What is known of a row or twin; asked only for what is stored.
using FiguresOf = std::function<RowFigures(const RowResult&)>;

Json rowJson(const RunResult& run, const RowResult& row, const FiguresOf& figuresOf) {
    const bool printed = std::any_of(row.strategies.begin(), row.strategies.end(),
                                     [](const StrategyResult& result) { return result.printed.has_value(); });
    std::optional<RowFigures> figures;
    if (printed || isFinal(run, row)) figures = figuresOf(row);
    Json strategies = Json::array();
    for (std::size_t s = 0; s < row.strategies.size(); ++s)
        strategies.push_back(strategyJson(row.strategies[s], s, figures ? &*figures : nullptr));
    return {{"name", row.name},
            {"operation", row.operation},
            {"pattern", row.pattern},
            {"id", row.id},
            {"kernel", row.kernel},
            {"floor", row.floor},
            {"serial", row.serial},
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

Json qualityJson(const RunFigures& figures) {
    const RunQuality& quality = *figures.quality;
    const std::optional<PairedRatio>& nullRow = quality.facts.nullRow;
    return {{"grade", gradeName(quality.grade)},
            {"reasons", quality.reasons},
            {"remedy", qualityRemedy(figures)},
            {"set_aside_share", jsonNumber(quality.facts.setAside)},
            {"wide_share", jsonNumber(quality.wideShare)},
            {"null_row_error", nullRow ? jsonNumber(nullRow->median - 1) : Json(nullptr)},
            {"baseline_drift", jsonNumber(quality.facts.drift)}};
}

// All but codes, rows and quality.
Json headJson(const RunResult& run, bool complete, const FiguresOf& figuresOf) {
    Json floors = Json::array(), serials = Json::array();
    for (const RowResult& twin : run.twins)
        (isSerialTwin(run, twin) ? serials : floors).push_back(rowJson(run, twin, figuresOf));
    Json head = {
        {"schema_version", kSchemaVersion},
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
        {"timed_nanoseconds", jsonNumber(run.timedNanoseconds)},
        {"warmed_up", run.warmedUp},
        {"kernels", run.kernels},
        {"null_row", run.nullRow.name.empty() ? Json(nullptr) : rowJson(run, run.nullRow, figuresOf)},
        {"floors", std::move(floors)},
        {"serial_twins", std::move(serials)}};
    if (!run.codesMissing.empty()) head["codes_missing"] = run.codesMissing;
    if (!run.conditions.empty()) head["conditions"] = conditionsToJson(run.conditions);
    if (!run.conditionsMissing.empty()) head["conditions_missing"] = run.conditionsMissing;
    for (const RecordingResult& recording : run.recording)
        head["recording"].push_back(recordingJson(recording));
    return head;
}

enum class Refresh {
    Unfinished,
    Stopped
}; // rows whose text may have changed, or those alone that have stopped

std::string rowText(const RunResult& run, const RowResult& row, const FiguresOf& figuresOf, Refresh refresh,
                    RunJson::RowText& kept) {
    constexpr std::size_t kRowDepth = 2;
    const bool stopped = row.stopped.has_value();
    const bool asBefore = kept.final || (refresh == Refresh::Stopped && !stopped && !kept.stopped);
    if (kept.text.empty() || !asBefore)
        kept = {std::string(kRowDepth, ' ') + layOutJson(rowJson(run, row, figuresOf), kRowDepth), stopped,
                isFinal(run, row)};
    return kept.text;
}

// `whole`: the figures of the whole run, null while it goes on.
std::string fileText(const RunResult& run, bool complete, const FiguresOf& figuresOf, const RunFigures* whole,
                     Refresh refresh, RunJson::Kept& kept) {
    Json head = headJson(run, complete, figuresOf);
    if (whole != nullptr && whole->quality) head["quality"] = qualityJson(*whole);
    std::string text = layOutJson(head);
    text.resize(text.rfind('}') - 1); // and the newline before it
    if (!run.codes.empty()) {
        if (kept.codes.empty()) kept.codes = layOutJson(codesToJson(run.codes), 1);
        text += ",\n \"codes\": " + kept.codes;
    }
    text += ",\n \"rows\": [";
    const char* separator = "\n";
    for (const RowResult& row : run.rows) {
        text += separator + rowText(run, row, figuresOf, refresh, kept.rows[row.name]);
        separator = ",\n";
    }
    return text + "\n ]\n}\n";
}

} // namespace

std::string RunJson::text(const RunResult& run, bool complete) {
    return fileText(
        run, complete, [&](const RowResult& row) { return analyseRow(run, row); }, nullptr,
        Refresh::Unfinished, kept_);
}

std::string RunJson::textOfStopped(const RunResult& run) {
    return fileText(
        run, false, [&](const RowResult& row) { return analyseRow(run, row); }, nullptr, Refresh::Stopped,
        kept_);
}

std::string runToJson(const RunFigures& figures, bool complete) {
    RunJson::Kept kept;
    return fileText(
        *figures.run, complete, [&](const RowResult& row) { return figures.of(row); }, &figures,
        Refresh::Unfinished, kept);
}

std::string runToJson(const RunResult& run, bool complete) {
    return runToJson(analyse(run), complete);
}

} // namespace vkperftest
