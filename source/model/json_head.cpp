#include <utility>

#include <fmt/format.h>

#include "model/json_fields.h"

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
    json("cpu_identity", host.cpuIdentity);
    json("cpu_extensions", host.cpuExtensions);
    json("cpu_threads", host.cpuThreads);
    json("driver_threads", host.driverThreads);
    json("cpu_governor", host.cpuGovernor);
}

void jsonFields(auto& json, Of<DeviceRecord> auto& device) {
    json("name", device.name);
    json.onlyIf(!device.architecture.empty(), "architecture", device.architecture);
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
    json("compute_units", device.computeUnits);
    json("subgroup_size", device.subgroupSize);
    json("measured_subgroup_size", device.measuredSubgroupSize);
    json("timestamp_period", device.timestampPeriod);
    json("timestamp_valid_bits", device.timestampValidBits);
    json("queue_family", device.queueFamily);
    for (const Capability& capability : kCapabilities) {
        auto& value = device.*capability.value;
        const std::string name(capability.name);
        if (!capability.flag) {
            json(name, value);
            continue;
        }
        bool flag = value != 0;
        json(name, flag);
        if constexpr (!std::is_const_v<std::remove_reference_t<decltype(value)>>) value = flag;
    }
    json("robust_buffer_access", device.robustBufferAccess);
}

Json deviceToJson(const DeviceRecord& device) {
    return toJson(device);
}

namespace {

std::vector<std::string> strategyNames(const Node& node) {
    std::vector<std::string> names;
    readJson(node, names);
    if (names.empty()) node.wrong("must name at least one strategy");
    return names;
}

} // namespace

std::string textOfLines(const Node& node) {
    return node.text(Keep::Lines);
}

void jsonFields(auto& json, Of<TriedVariant> auto& variant) {
    json("name", variant.name, textNotEmpty);
    json.onlyIf(!variant.reason.empty(), "reason", variant.reason);
    json.onlyIf(!variant.assumption.empty(), "assumption", variant.assumption);
    json.onlyIf(variant.crashed, "crashed", variant.crashed);
    json.onlyIf(!variant.source.empty(), "source", variant.source, textOfLines);
}

void jsonFields(auto& json, Of<TriedShader> auto& shader) {
    json("file", shader.file);
    json("entry_point", shader.entryPoint);
    json("setting", shader.setting);
    json.onlyIf(!shader.memory.empty(), "memory", shader.memory);
    json("guessed", shader.guessed);
    json("groups", shader.groups);
    json.onlyIf(shader.most > 0, "most_guessed", shader.most);
    json("contents", shader.contents);
    json("source", shader.source, textOfLines);
    json("variants", shader.variants);
    json("checked", shader.checked);
    json("unchanged", shader.unchanged);
    json("reproducible", shader.reproducible);
}

void jsonFields(auto& json, Of<RunSettings> auto& settings) {
    json("suite", settings.suite);
    json("baseline", settings.baseline);
    json("strategies", settings.strategies, strategyNames);
    json("effort", settings.effort);
    json("precision_goal", settings.precisionGoal);
    json("seed", settings.seed);
    json("cpu", settings.cpu);
    json("validated", settings.validated);
    const CompileSettings& compiled = settings.compiled;
    json.onlyIf(compiled.robustness != Robustness::Off, "robustness", settings.compiled.robustness);
    json.onlyIf(compiled.subgroupSize != 0, "subgroup_size", settings.compiled.subgroupSize);
    json.onlyIf(settings.shader.has_value(), "shader", settings.shader);
}

void jsonFields(auto& json, Of<CounterReading> auto& counter) {
    json("ticks_per_nanosecond", counter.ticksPerNanosecond, &Node::finite);
    json("ticks_per_step", counter.ticksPerStep, &Node::finite);
}

void jsonFields(auto& json, Of<Conditions> auto& conditions) {
    json("restart", conditions.restart);
    json.onlyIf(!conditions.row.empty(), "row", conditions.row, textNotEmpty);
    json.orNull("clock_mhz", conditions.clock, &Node::finite);
    json.orNull("temperature_celsius", conditions.temperature, &Node::finite); // it may freeze
    json.orNull("power_watts", conditions.power, &Node::finite);
    json.orNull("throttling", conditions.throttling);
    json.onlyIf(conditions.counter.has_value(), "counter", conditions.counter);
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

// Samples are there if the status says so.
std::vector<WindowResult> windowResults(const Node& node) {
    std::vector<WindowResult> all;
    node.each([&](const Node& element) {
        WindowResult& window = all.emplace_back();
        readJson(element, window);
        settleOutcome(element, window);
        const Node samples = element["nanoseconds"], twice = element["nanoseconds_of_twice"];
        expectSamples(samples, window.status, window.nanoseconds.empty());
        if (window.status == Status::Measured && window.loads == 0)
            element["loads"].wrong("must be greater than 0");
        if (window.twice.size() != window.nanoseconds.size())
            twice.wrong("must have as many samples as nanoseconds");
    });
    return all;
}

// Their lengths ascend.
std::vector<RecordingResult> recordings(const Node& node) {
    std::vector<RecordingResult> all;
    node.each([&](const Node& element) {
        RecordingResult& recording = all.emplace_back();
        readJson(element, recording);
        settleOutcome(element, recording);
        const Node lengths = element["lengths"];
        expectSamples(lengths, recording.status, recording.lengths.empty());
        std::uint64_t least = 0;
        for (const auto& [dispatches, nanoseconds] : recording.lengths) {
            if (dispatches <= std::exchange(least, dispatches)) lengths.wrong("must ascend, from 1 up");
            if (nanoseconds.empty()) lengths.wrong("must hold samples for each length");
        }
    });
    return all;
}

// `complete`: of the run.
void headFields(auto& json, auto& run, auto&& complete) {
    json.derived("schema_version", kSchema);
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
    json("timed_nanoseconds", run.timedNanoseconds);
    json("warmed_up", run.warmedUp);
    json("kernels", run.kernels);
    json.onlyIf(!run.codesMissing.empty(), "codes_missing", run.codesMissing);
    json.onlyIf(!run.conditions.empty(), "conditions", run.conditions);
    json.onlyIf(!run.conditionsMissing.empty(), "conditions_missing", run.conditionsMissing);
    json.onlyIf(!run.counterMissing.empty(), "counter_missing", run.counterMissing);
    json.onlyIf(!run.recording.empty(), "recording", run.recording, recordings);
    json.onlyIf(!run.windows.empty(), "windows", run.windows, windowResults);
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

void jsonFields(auto& json, Of<LoadCount> auto& entry) {
    constexpr std::uint64_t kMostBits = 1u << 20;
    json("name", entry.load.name, textNotEmpty);
    json("count", entry.count, positiveCount);
    json("bits", entry.load.bits, atMost(kMostBits));
    json("scalar", entry.load.scalar);
    json("source", entry.load.source);
    json("innermost", entry.innermost);
}

void jsonFields(auto& json, Of<KeptText> auto& text) {
    json("name", text.name);
    json("text", text.text, [](const Node& node) { return node.text(Keep::Lines); });
    json("cut", text.cut);
}

// A pair, not an object.
void readJson(const Node& node, Statistic& statistic) {
    std::vector<std::string> both;
    readJson(node, both);
    if (both.size() != 2) node.wrong("must be a name and a value");
    statistic = {both[0], both[1]};
}

Json toJson(const Statistic& statistic) {
    return {statistic.name, statistic.value};
}

void jsonFields(auto& json, Of<CodeDigest> auto& code) {
    json.derived("summary", code.loads());
    json.derived("registers", registersText(code.statistics));
    json("subgroup_size", code.subgroupSize);
    json("hash", code.hash);
    json("dialect", code.format);
    json("unknown", code.trouble);
    json("loop", code.summary.loops);
    json("loads", code.summary.loads);
    json("instructions", code.summary.instructions, atMost(kMostInstructions));
    json("statistics", code.statistics);
    const std::uint32_t each = code.summary.loadsPerIteration;
    json.onlyIf(each != 1, "loads_per_iteration", code.summary.loadsPerIteration, positiveCount);
    json.onlyIf(code.summary.inFlight.has_value(), "in_flight", code.summary.inFlight, positiveCount);
    json.onlyIf(!code.texts.empty(), "texts", code.texts);
}

Json codesToJson(const std::map<std::string, CodeDigest>& codes) {
    return toJson(codes);
}

std::map<std::string, CodeDigest> codesFromJson(const Node& node) {
    std::map<std::string, CodeDigest> codes;
    readJson(node, codes);
    return codes;
}

} // namespace vkperftest
