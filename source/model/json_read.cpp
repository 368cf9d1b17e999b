#include <iterator>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "model/baseline_series.h"
#include "model/code_json.h"
#include "model/conditions_json.h"
#include "model/json_checks.h"
#include "model/json_guard.h"
#include "model/json_node.h"
#include "model/json_read.h"
#include "model/json_words.h"

namespace vkperftest {
namespace {

constexpr std::uint64_t kMost32 = 0xffffffff;
constexpr std::uint64_t kMostLoads = std::uint64_t{1} << 50; // of a sample: hours on any device

std::uint32_t whole32(const Node& node) {
    return static_cast<std::uint32_t>(node.whole(kMost32));
}

std::string text(const Node& node) {
    return node.text();
}

ToolRecord readTool(const Node& node) {
    return {.version = node["version"].text(),
            .commit = node["commit"].text(),
            .kernelCompiler = node["kernel_compiler"].text(),
            .kernelFlags = node["kernel_flags"].text()};
}

HostRecord readHost(const Node& node) {
    HostRecord host{.os = node["os"].text(),
                    .kernel = node["kernel"].text(),
                    .cpu = node["cpu"].text(),
                    .cpuThreads = whole32(node["cpu_threads"]),
                    .cpuGovernor = node["cpu_governor"].text(),
                    .power = node["power"].text(),
                    .deviceState = node["device_state"].list(text)};
    if (node.has("cpu_identity")) host.cpuIdentity = node["cpu_identity"].text(); // since 1.3, like the next
    if (node.has("cpu_extensions")) host.cpuExtensions = node["cpu_extensions"].list(text);
    if (node.has("driver_threads")) host.driverThreads = whole32(node["driver_threads"]);
    return host;
}

DeviceRecord readDevice(const Node& node) {
    DeviceRecord device{.name = node["name"].text(),
                        .kind = node["kind"].word<DeviceKind>(kDeviceKindWords),
                        .vendorId = whole32(node["vendor_id"]),
                        .deviceId = whole32(node["device_id"]),
                        .deviceUuid = node["device_uuid"].text(),
                        .driverUuid = node["driver_uuid"].text(),
                        .driverId = whole32(node["driver_id"]),
                        .driverName = node["driver_name"].text(),
                        .driverInfo = node["driver_info"].text(),
                        .driverVersion = whole32(node["driver_version"]),
                        .apiVersion = node["api_version"].text(),
                        .subgroupSize = whole32(node["subgroup_size"]),
                        .measuredSubgroupSize =
                            node.has("measured_subgroup_size") ? whole32(node["measured_subgroup_size"]) : 0,
                        .timestampPeriod = node["timestamp_period"].number(),
                        .timestampValidBits = whole32(node["timestamp_valid_bits"]),
                        .queueFamily = whole32(node["queue_family"]),
                        .pciAddress = node["pci_address"].text(),
                        .computeUnits =
                            node.has("compute_units") ? whole32(node["compute_units"]) : 0, // since 1.2
                        .robustBufferAccess = node["robust_buffer_access"].flag()};
    for (const Capability& capability : kCapabilities) {
        const std::string name(capability.name);
        if (!capability.always && !node.has(name)) continue;
        device.*capability.value = capability.flag ? node[name].flag() : whole32(node[name]);
    }
    if (node.has("enabled")) device.enabled = node["enabled"].list(text); // since 1.2
    return device;
}

RunSettings readSettings(const Node& node) {
    RunSettings settings{.suite = node["suite"].text(),
                         .baseline = node["baseline"].text(),
                         .strategies = node["strategies"].list(text),
                         .effort = node["effort"].text(),
                         .precisionGoal = node["precision_goal"].number(),
                         .seed = node["seed"].whole(),
                         .cpu = node["cpu"].flag(),
                         .validated = node["validated"].flag()};
    if (node.has("queue")) settings.queue = node["queue"].word<QueueKind>(kQueueWords); // since 1.2
    if (settings.strategies.empty()) node["strategies"].wrong("must name at least one strategy");
    const std::set<std::string> different(settings.strategies.begin(), settings.strategies.end());
    if (different.size() != settings.strategies.size())
        node["strategies"].wrong("must not name a strategy twice");
    return settings;
}

void expectLength(const Node& node, std::size_t length) {
    if (node.size() != length) {
        node.wrong(fmt::format("has {} elements, the row has {} samples", node.size(), length));
    }
}

Unmeasured readUnmeasured(const Node& node) {
    return unmeasuredAs(node["status"].word<Status>(kStatusWords), node["reason"].text());
}

StrategyResult readStrategy(const Node& node, std::size_t samples) {
    Unmeasured unmeasured = readUnmeasured(node);
    StrategyResult result{.strategy = node["strategy"].text(),
                          .status = unmeasured.status,
                          .reason = std::move(unmeasured.reason),
                          .loads = node["loads"].whole(kMostLoads),
                          .nanoseconds = node["nanoseconds"].samples()};
    if (node.has("kernel")) result.kernel = node["kernel"].text();
    if (node.has("code")) result.code = node["code"].text(); // since 1.1
    if (node.has("printed")) {
        const Node printed = node["printed"];
        result.printed =
            PrintedFigures{.ratio = printed["ratio"].positive(), .caveat = printed["caveat"].text()};
        if (!printed["milliseconds"].null())
            result.printed->milliseconds = printed["milliseconds"].positive();
        if (!result.nanoseconds.empty()) node["printed"].wrong("cannot be given with samples");
    } else if (result.status == Status::Measured) {
        if (result.nanoseconds.empty()) node["nanoseconds"].wrong("is empty, but the status is measured");
        if (result.loads == 0) node["loads"].wrong("must be greater than zero");
        expectLength(node["nanoseconds"], samples);
    } else if (!result.nanoseconds.empty()) {
        node["nanoseconds"].wrong("must be empty, since the status is not measured");
    }
    return result;
}

RowResult readRow(const Node& node, BaselineSeries& series) {
    RowResult row{.name = node["name"].text(),
                  .operation = node["operation"].text(),
                  .pattern = node["pattern"].text(),
                  .id = node["id"].text(),
                  .kernel = node["kernel"].text(),
                  .baselineLoads = node["baseline_loads"].whole(kMostLoads),
                  .baselineNanoseconds = node["baseline_nanoseconds"].samples(),
                  .sequence = node["sequence"].indices(),
                  .epochs = node["epochs"].indices()};
    row.load = row.id.empty() ? factsOfName(row.name) : factsOfId(row.id);
    if (row.name.empty()) node["name"].wrong("must not be empty");
    if (node.has("floor")) row.floor = node["floor"].text();    // since 1.1
    if (node.has("serial")) row.serial = node["serial"].text(); // since 1.2
    if (!node["stopped"].null()) row.stopped = node["stopped"].word<StopReason>(kStopWords);
    const std::size_t samples = row.baselineNanoseconds.size();
    if (samples > 0 && row.baselineLoads == 0) node["baseline_loads"].wrong("must be greater than zero");
    expectLength(node["sequence"], samples);
    expectLength(node["epochs"], samples);
    series.add(node, row);
    row.strategies =
        node["strategies"].list([&](const Node& strategy) { return readStrategy(strategy, samples); });
    if (row.strategies.empty()) node["strategies"].wrong("must hold at least one strategy");
    std::set<std::uint64_t> loads; // of a dispatch, whatever binds its resources
    for (const StrategyResult& strategy : row.strategies) {
        if (!strategy.nanoseconds.empty()) loads.insert(strategy.loads);
    }
    if (loads.size() > 1) node["strategies"].wrong("must have equal loads");
    return row;
}

RecordingResult readRecording(const Node& node) {
    Unmeasured unmeasured = readUnmeasured(node);
    RecordingResult recording{.way = node["way"].text(),
                              .status = unmeasured.status,
                              .reason = std::move(unmeasured.reason),
                              .lengths = node["lengths"].list([](const Node& length) {
                                  return RecordingResult::Length{length["dispatches"].whole(kMostLoads),
                                                                 length["nanoseconds"].samples()};
                              })};
    if (recording.way.empty()) node["way"].wrong("must not be empty");
    const bool measured = recording.status == Status::Measured;
    if (measured == recording.lengths.empty())
        node["lengths"].wrong(measured ? "is empty, but the status is measured"
                                       : "must be empty, since the status is not measured");
    for (std::size_t i = 0; i < recording.lengths.size(); ++i) {
        const std::uint64_t least = i == 0 ? 0 : recording.lengths[i - 1].dispatches;
        if (recording.lengths[i].dispatches <= least) node["lengths"].wrong("must ascend from 1 dispatch");
        if (recording.lengths[i].nanoseconds.empty()) node["lengths"].wrong("must hold samples for each");
    }
    return recording;
}

// None twice.
std::vector<RecordingResult> readRecordings(const Node& node) {
    std::vector<RecordingResult> all = node.list(readRecording);
    std::set<std::string> ways;
    for (const RecordingResult& recording : all) {
        if (!ways.insert(recording.way).second) node.wrong(fmt::format("names '{}' twice", recording.way));
    }
    return all;
}

void checkVersion(const Node& node) {
    const std::string version = node.text();
    const std::string major = split(version, '.').front();
    const std::string mine = split(kSchemaVersion, '.').front();
    const std::vector<std::string> parts = split(version, '.');
    const bool wellFormed = parts.size() == 2 && parseInteger(parts[1]).value_or(-1) >= 0;
    if (major == mine && wellFormed) return;
    if (major == mine) node.wrong(fmt::format("is '{}', not a version", version));
    const std::optional<long long> number = parseInteger(major);
    if (!number || *number < 0) node.wrong(fmt::format("is '{}', not a version", version));
    node.wrong(fmt::format("is {}, this program reads {}.x{}", version, mine,
                           *number > 1 ? " (a newer vkperftest wrote the file)" : ""));
}

RunResult readRun(const Json& json) {
    const Node node(json, "");
    if (!json.is_object()) throw Wrong{"the top level", "must be an object"};
    checkVersion(node["schema_version"]);
    RunResult run;
    run.tool = readTool(node["tool"]);
    run.started = node["started"].text();
    run.source = node["source"].text();
    run.host = readHost(node["host"]);
    run.device = readDevice(node["device"]);
    run.settings = readSettings(node["settings"]);
    run.busyNanoseconds = node["busy_nanoseconds"].number();
    if (node.has("timed_nanoseconds")) run.timedNanoseconds = node["timed_nanoseconds"].number(); // since 1.2
    run.wallSeconds = node["wall_seconds"].number();
    run.warmedUp = node["warmed_up"].flag();
    run.aborted = node["aborted"].text();
    node["kernels"].members(
        [&](const std::string& key, const Node& hash) { run.kernels[key] = hash.text(); });
    if (node.has("codes")) run.codes = codesFromJson(node["codes"]); // since 1.1, like the next
    if (node.has("codes_missing")) run.codesMissing = node["codes_missing"].text();
    if (node.has("codes") && node.has("codes_missing"))
        node["codes_missing"].wrong("must not be there, since there are codes");
    if (node.has("recording")) run.recording = readRecordings(node["recording"]);        // since 1.1
    if (node.has("conditions")) run.conditions = conditionsFromJson(node["conditions"]); // since 1.2
    if (node.has("conditions_missing")) run.conditionsMissing = node["conditions_missing"].text();
    BaselineSeries series;
    if (!node["null_row"].null()) {
        run.nullRow = readRow(node["null_row"], series);
    } else if (run.source.empty()) {
        node["null_row"].wrong("must not be null: the figures were measured");
    }
    const auto row = [&](const Node& element) { return readRow(element, series); };
    if (node.has("floors")) run.twins = node["floors"].list(row); // since 1.1
    if (node.has("serial_twins")) {                               // since 1.2
        std::vector<RowResult> serials = node["serial_twins"].list(row);
        std::move(serials.begin(), serials.end(), std::back_inserter(run.twins));
    }
    run.rows = node["rows"].list(row);
    series.finish(run);
    run.interrupted = !node["complete"].flag() && run.aborted.empty();
    checkMembers(run);
    return run;
}

// "line 3, column 9: unexpected end of input" from the library's message.
std::string parseTrouble(std::string_view message) {
    const std::size_t place = message.find("line ");
    std::string trouble(place == std::string_view::npos ? message : message.substr(place));
    const std::size_t bracket = trouble.find("] ");
    if (place == std::string_view::npos && bracket != std::string::npos) trouble.erase(0, bracket + 2);
    return trouble;
}

} // namespace

Result<RunResult> runFromJson(std::string_view text, std::string_view origin) {
    const std::string name = printable(origin);
    const auto refused = [&](const std::string& why, const std::string& remedy) {
        return Error{ErrorKind::Usage, fmt::format("'{}' is not a results file: {}", name, printable(why)),
                     remedy};
    };
    constexpr const char* kRemedy = "`vkperftest run --output FILE.json` writes one";
    if (trim(text).empty()) return refused("it is empty", kRemedy);
    try {
        const Json json = Json::parse(text, JsonGuard());
        // What `run --device all --format json` prints.
        const bool runs = json.is_array() && !json.empty() && json.front().contains("schema_version");
        if (!runs) return readRun(json);
        if (json.size() == 1) return readRun(json.front());
        return Error{
            ErrorKind::Usage, fmt::format("'{}' holds the results of {} devices", name, json.size()),
            "`run --device all --output FILE.json` writes a file for each; `jq '.[0]'` takes one out"};
    } catch (const Wrong& wrong) {
        return refused(wrong.place + " " + wrong.what, kRemedy);
    } catch (const Json::exception& error) {
        if (std::string_view("{[").find(trim(text).front()) != std::string_view::npos)
            return refused(parseTrouble(error.what()), kRemedy);
        const bool perftest = text.find("ms ") != std::string_view::npos;
        return refused("it is not JSON",
                       perftest ? "`vkperftest import` makes one of PerfTest's text" : kRemedy);
    }
}

} // namespace vkperftest
