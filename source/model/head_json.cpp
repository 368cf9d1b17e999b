#include <set>
#include <utility>

#include <fmt/format.h>

#include "model/json_parts.h"
#include "model/json_read.h"
#include "model/json_reason.h"

namespace vkperftest {

void jsonFields(auto& json, Of<ToolRecord> auto& tool) {
    json.derived("name", "vkperftest");
    json("version", tool.version);
    json("commit", tool.commit);
    json("kernel_compiler", tool.kernelCompiler);
    json("kernel_flags", tool.kernelFlags);
}

void jsonFields(auto& json, Of<HostRecord> auto& host) {
    json("os", host.os);
    json("kernel", host.kernel);
    json("cpu", host.cpu);
    json.newer("cpu_identity", host.cpuIdentity);     // since 1.3
    json.newer("cpu_extensions", host.cpuExtensions); // since 1.3
    json("cpu_threads", host.cpuThreads);
    json.newer("driver_threads", host.driverThreads); // since 1.3
    json("cpu_governor", host.cpuGovernor);
    json("power", host.power);
    json("device_state", host.deviceState);
}

// A number, or true and false.
template <class Value> struct CapabilityValue {
    CapabilityValue(Value& number, bool isFlag) : value(number), flag(isFlag) {}

    Value& value;
    bool flag;
};

void readJson(const Node& node, CapabilityValue<std::uint32_t>& capability) {
    if (capability.flag)
        capability.value = node.flag();
    else
        readJson(node, capability.value);
}

Json toJson(const CapabilityValue<const std::uint32_t>& capability) {
    return capability.flag ? Json(capability.value != 0) : Json(capability.value);
}

void jsonFields(auto& json, Of<DeviceRecord> auto& device) {
    json("name", device.name);
    json("kind", device.kind);
    json("vendor_id", device.vendorId);
    json("device_id", device.deviceId);
    json("device_uuid", device.deviceUuid);
    json("driver_uuid", device.driverUuid);
    json("driver_id", device.driverId);
    json("driver_name", device.driverName);
    json("driver_info", device.driverInfo);
    json("driver_version", device.driverVersion);
    json("api_version", device.apiVersion);
    json("pci_address", device.pciAddress);
    json.newer("compute_units", device.computeUnits); // since 1.2
    json("subgroup_size", device.subgroupSize);
    json.newer("measured_subgroup_size", device.measuredSubgroupSize);
    json("timestamp_period", device.timestampPeriod);
    json("timestamp_valid_bits", device.timestampValidBits);
    json("queue_family", device.queueFamily);
    for (const Capability& capability : kCapabilities) {
        CapabilityValue value{device.*capability.value, capability.flag};
        const std::string name(capability.name);
        capability.always ? json(name, value) : json.newer(name, value);
    }
    json("robust_buffer_access", device.robustBufferAccess);
    json.onlyIf(device.enabled.has_value(), "enabled", device.enabled); // since 1.2
}

namespace {

std::vector<std::string> strategyNames(const Node& node) {
    std::vector<std::string> names;
    readJson(node, names);
    if (names.empty()) node.wrong("must name at least one strategy");
    if (std::set(names.begin(), names.end()).size() != names.size())
        node.wrong("must not name a strategy twice");
    return names;
}

} // namespace

void jsonFields(auto& json, Of<RunSettings> auto& settings) {
    json("suite", settings.suite);
    json("baseline", settings.baseline);
    json("strategies", settings.strategies, strategyNames);
    json("effort", settings.effort);
    json("precision_goal", settings.precisionGoal);
    json("seed", settings.seed);
    json("cpu", settings.cpu);
    json("validated", settings.validated);
    json.onlyIf(settings.queue != QueueKind::Main, "queue", settings.queue); // since 1.2
    const CompileSettings& compiled = settings.compiled;
    json.onlyIf(compiled.robustness != Robustness::Off, "robustness",
                settings.compiled.robustness);                                                  // since 1.4
    json.onlyIf(compiled.subgroupSize != 0, "subgroup_size", settings.compiled.subgroupSize);   // since 1.4
    json.onlyIf(settings.everySubgroupSize, "every_subgroup_size", settings.everySubgroupSize); // since 1.4
}

void jsonFields(auto& json, Of<CounterReading> auto& counter) {
    json("ticks_per_nanosecond", counter.ticksPerNanosecond, &Node::finite);
    json("ticks_per_step", counter.ticksPerStep, &Node::finite);
}

void jsonFields(auto& json, Of<Conditions> auto& conditions) {
    json("epoch", conditions.epoch);
    json.onlyIf(!conditions.row.empty(), "row", conditions.row, textNotEmpty); // since 1.4
    json.orNull("clock_mhz", conditions.clock, &Node::finite);
    json.orNull("clock_limit_mhz", conditions.clockLimit, &Node::finite);
    json.orNull("memory_clock_mhz", conditions.memoryClock, &Node::finite);
    json.orNull("temperature_celsius", conditions.temperature, &Node::finite); // it may freeze
    json.orNull("power_watts", conditions.power, &Node::finite);
    json.orNull("power_state", conditions.powerState);
    json.orNull("throttling", conditions.throttling);
    json.onlyIf(conditions.counter.has_value(), "counter", conditions.counter); // since 1.4
}

void jsonFields(auto& json, Of<TimerRate> auto& rate) {
    json("low", rate.low, &Node::positive);
    json("high", rate.high, &Node::positive);
    json("stretches", rate.stretches, positiveCount);
}

void jsonFields(auto& json, Of<RecordingResult::Length> auto& length) {
    json("dispatches", length.dispatches, atMost(kMostLoads));
    json("nanoseconds", length.nanoseconds);
}

void jsonFields(auto& json, Of<RecordingResult> auto& recording) {
    json("way", recording.way, textNotEmpty);
    outcomeFields(json, recording);
    json("lengths", recording.lengths);
}

void jsonFields(auto& json, Of<WindowResult> auto& window) {
    json("walk", window.walk, textNotEmpty);
    json("bytes", window.bytes, positiveCount);
    outcomeFields(json, window);
    json("loads", window.loads, atMost(kMostLoads));
    json("nanoseconds", window.nanoseconds);
    json("nanoseconds_of_twice", window.twice);
}

namespace {

// No walk has a size twice, and samples are there if the status says so.
std::vector<WindowResult> windowResults(const Node& node) {
    std::vector<WindowResult> all;
    std::set<std::pair<std::string, std::uint64_t>> known;
    node.each([&](const Node& element) {
        WindowResult& window = all.emplace_back();
        readJson(element, window);
        settleOutcome(element, window);
        const Node samples = element["nanoseconds"], twice = element["nanoseconds_of_twice"];
        const bool measured = window.status == Status::Measured;
        if (measured == window.nanoseconds.empty())
            samples.wrong(measured ? "is empty, but the status is measured"
                                   : "must be empty, since the status is not measured");
        if (measured && window.loads == 0) element["loads"].wrong("must be greater than 0");
        if (window.twice.size() != window.nanoseconds.size())
            twice.wrong("must have as many samples as nanoseconds");
        if (!known.insert({window.walk, window.bytes}).second)
            node.wrong(fmt::format("has '{}' with {} bytes twice", window.walk, window.bytes));
    });
    return all;
}

// Their lengths ascend, and none comes twice.
std::vector<RecordingResult> recordings(const Node& node) {
    std::vector<RecordingResult> all;
    std::set<std::string> ways;
    node.each([&](const Node& element) {
        RecordingResult& recording = all.emplace_back();
        readJson(element, recording);
        settleOutcome(element, recording);
        const Node lengths = element["lengths"];
        const bool measured = recording.status == Status::Measured;
        if (measured == recording.lengths.empty())
            lengths.wrong(measured ? "is empty, but the status is measured"
                                   : "must be empty, since the status is not measured");
        std::uint64_t least = 0;
        for (const auto& [dispatches, nanoseconds] : recording.lengths) {
            if (dispatches <= std::exchange(least, dispatches)) lengths.wrong("must ascend, from 1 up");
            if (nanoseconds.empty()) lengths.wrong("must hold samples for each length");
        }
        if (!ways.insert(recording.way).second) node.wrong(fmt::format("names '{}' twice", recording.way));
    });
    return all;
}

// `complete`: of the run.
void headFields(auto& json, auto& run, auto&& complete) {
    json.derived("schema_version", kSchemaVersion);
    json("tool", run.tool);
    json("started", run.started);
    json("complete", complete);
    json("aborted", run.aborted);
    json("source", run.source);
    json("host", run.host);
    json("device", run.device);
    json("settings", run.settings);
    json("wall_seconds", run.wallSeconds);
    json("busy_nanoseconds", run.busyNanoseconds);
    json.newer("timed_nanoseconds", run.timedNanoseconds); // since 1.2
    json("warmed_up", run.warmedUp);
    json.onlyIf(run.timerRate.has_value(), "timer_rate", run.timerRate); // since 1.4
    json("kernels", run.kernels);
    json.onlyIf(!run.codesMissing.empty(), "codes_missing", run.codesMissing);                // since 1.1
    json.onlyIf(!run.conditions.empty(), "conditions", run.conditions);                       // since 1.2
    json.onlyIf(!run.conditionsMissing.empty(), "conditions_missing", run.conditionsMissing); // since 1.2
    json.onlyIf(!run.counterMissing.empty(), "counter_missing", run.counterMissing);          // since 1.4
    json.onlyIf(!run.recording.empty(), "recording", run.recording, recordings);              // since 1.1
    json.onlyIf(!run.windows.empty(), "windows", run.windows, windowResults);                 // since 1.4
}

} // namespace

Json headToJson(const RunResult& run, bool complete) {
    Json json = Json::object();
    Fields fields(json);
    headFields(fields, run, complete && !run.interrupted && run.aborted.empty());
    return json;
}

void headFromJson(const Node& node, RunResult& run) {
    bool complete = false;
    Fields fields(node);
    headFields(fields, run, complete);
    run.interrupted = !complete && run.aborted.empty();
}

} // namespace vkperftest
