#include "report/results_json.h"

#include "model/code_json.h"
#include "model/conditions_json.h"
#include "model/json_layout.h"
#include "model/json_read.h"
#include "model/json_words.h"
#include "report/quality_phrases.h"
#include "report/row_json.h"

namespace vkperftest {
namespace {

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

Json recordingJson(const RecordingResult& recording) {
    Json lengths = Json::array();
    for (const RecordingResult::Length& length : recording.lengths) {
        lengths.push_back({{"dispatches", length.dispatches}, {"nanoseconds", numbers(length.nanoseconds)}});
    }
    return {{"way", recording.way},
            {"status", statusName(recording.status)},
            {"reason", reasonText(recording.reason)},
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

// All but codes, rows, twins and quality.
Json headJson(const RunResult& run, bool complete) {
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
                 {"timed_nanoseconds", jsonNumber(run.timedNanoseconds)},
                 {"warmed_up", run.warmedUp},
                 {"kernels", run.kernels}};
    if (!run.codesMissing.empty()) head["codes_missing"] = run.codesMissing;
    if (!run.conditions.empty()) head["conditions"] = conditionsToJson(run.conditions);
    if (!run.conditionsMissing.empty()) head["conditions_missing"] = run.conditionsMissing;
    for (const RecordingResult& recording : run.recording)
        head["recording"].push_back(recordingJson(recording));
    return head;
}

// Whose texts are made anew: those of rows that are still sampled, too, or of those alone that have stopped.
enum class Refresh { Unfinished, Stopped };

// The texts of rows, made anew only where they may have changed.
class RowTexts {
public:
    RowTexts(const RunResult& run, const FiguresOf& figuresOf, Refresh refresh,
             std::map<std::string, RunJson::RowText>& kept)
        : run_(run), figuresOf_(figuresOf), refresh_(refresh), kept_(kept) {}

    // `key`: of the row among all that are kept; `depth`: how many lists and objects are around it.
    const std::string& of(const RowResult& row, const std::string& key, std::size_t depth) {
        RunJson::RowText& kept = kept_[key];
        const bool stopped = row.stopped.has_value(), final = isFinal(run_, row);
        const bool asBefore =
            stopped == kept.stopped && final == kept.final && (stopped || refresh_ == Refresh::Stopped);
        if (kept.text.empty() || !asBefore)
            kept = {layOutJson(rowJson(run_, row, figuresOf_), depth), stopped, final};
        return kept.text;
    }

    // One after another, in brackets.
    std::string list(const std::string& key, const std::vector<const RowResult*>& rows) {
        constexpr std::size_t kDepth = 2;
        std::string text;
        for (const RowResult* row : rows) {
            text += (text.empty() ? "\n" : ",\n") + std::string(kDepth, ' ');
            text += of(*row, key + row->name, kDepth);
        }
        return text.empty() ? "[]" : "[" + text + "\n ]";
    }

private:
    const RunResult& run_;
    const FiguresOf& figuresOf_;
    Refresh refresh_;
    std::map<std::string, RunJson::RowText>& kept_;
};

// `whole`: the figures of the whole run, null while it goes on.
std::string fileText(const RunResult& run, bool complete, const FiguresOf& figuresOf, const RunFigures* whole,
                     Refresh refresh, RunJson::Kept& kept) {
    Json head = headJson(run, complete);
    if (whole != nullptr && whole->quality) head["quality"] = qualityJson(*whole);
    std::string text = layOutJson(head);
    text.resize(text.rfind('}') - 1); // and the newline before it
    std::vector<const RowResult*> rows, floors, serials;
    for (const RowResult& row : run.rows) rows.push_back(&row);
    for (const RowResult& twin : run.twins) (isSerialTwin(run, twin) ? serials : floors).push_back(&twin);
    const auto add = [&text](const std::string& key, const std::string& value) {
        text += ",\n \"" + key + "\": " + value;
    };
    if (!run.codes.empty()) {
        if (kept.codes.empty()) kept.codes = layOutJson(codesToJson(run.codes), 1);
        add("codes", kept.codes);
    }
    RowTexts texts(run, figuresOf, refresh, kept.rows);
    if (refresh == Refresh::Unfinished) kept.rows.erase("null_row"); // it is sampled on after it has stopped
    add("null_row", run.nullRow.name.empty() ? "null" : texts.of(run.nullRow, "null_row", 1));
    add("floors", texts.list("floors", floors));
    add("serial_twins", texts.list("serial_twins", serials));
    add("rows", texts.list("rows", rows));
    return text + "\n}\n";
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
