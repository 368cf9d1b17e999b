#include "support/scripted_executor.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>

#include "base/text.h"
#include "cases/cpu_model.h"
#include "cases/every_row.h"
#include "run/dispatch_size.h"
#include "run/plan.h"

namespace vkperftest {

Result<std::unique_ptr<ScriptedExecutor>> ScriptedExecutor::parse(std::string_view text, std::uint64_t seed) {
    Result<Script> script = parseScript(text);
    if (!script.ok()) return script.error();
    return std::unique_ptr<ScriptedExecutor>(new ScriptedExecutor(std::move(script).value(), seed));
}

ScriptedExecutor::ScriptedExecutor(Script script, std::uint64_t seed) : script_(std::move(script)) {
    if (!script_.gpu) return;
    std::seed_seq both{script_.seed, seed, seed >> 32};
    random_.seed(both);
    gpu_.emplace(script_.gpu->properties, script_.throttling, seed, random_);
}

Error ScriptedExecutor::lose() {
    lost_ = true;
    return {ErrorKind::DeviceLost, "the device was lost", ""};
}

Result<void> ScriptedExecutor::check(const BoundRow& bound, const Behaviour& behaviour) const {
    if (!behaviour.unsupported.empty()) return Error{ErrorKind::Unsupported, behaviour.unsupported, ""};
    const DeviceRecord offers = device();
    const std::uint32_t size = bound.row.subgroupSize;
    if (size == 0) return {};
    if (!offers.subgroupSizeControl)
        return Error{ErrorKind::Unsupported, "no VK_EXT_subgroup_size_control", ""};
    return checkSize(size, offers.smallestSubgroup, offers.largestSubgroup);
}

void ScriptedExecutor::beginRestart(Program& program) {
    const double noise = program.behaviour.restartNoise;
    if (noise > 0) program.restartFactor = std::exp(noise * standardNormal(random_));
}

void ScriptedExecutor::makePrograms(std::size_t count) {
    if (gpu_) gpu_->idle(gpu_->properties().programMs * 1e6 * static_cast<double>(count));
}

DeviceRecord ScriptedExecutor::device() const {
    return {.name = script_.device,
            .kind = script_.isGpu ? DeviceKind::Discrete : DeviceKind::Cpu,
            .vendorId = script_.gpu ? script_.gpu->vendorId : 0,
            .deviceUuid = std::string(32, '0'),
            .driverName = "scripted",
            .apiVersion = "1.1.0",
            .subgroupSize = script_.gpu ? script_.gpu->subgroupSize : kScriptedSubgroup,
            .timestampPeriod = script_.tickNanoseconds,
            .timestampValidBits = 64,
            .pushDescriptors = true,
            .maxPushDescriptors = 32,
            .bufferAddresses = true,
            .descriptorBuffers = true,
            .maxInlineUniformBytes = 256,
            .shaderClock = script_.counterGhz.has_value(),
            .computeUnits = script_.gpu ? static_cast<std::uint32_t>(script_.gpu->properties.units) : 0,
            .subgroupSizeControl = script_.largestSubgroup != 0,
            .smallestSubgroup = static_cast<std::uint32_t>(script_.smallestSubgroup),
            .largestSubgroup = static_cast<std::uint32_t>(script_.largestSubgroup)};
}

ExecutorTraits ScriptedExecutor::traits() const {
    return {.method = script_.isGpu ? &kGpuMethod : &kSoftwareMethod,
            .wholeWaves = wholeWaves(device()),
            .tickNanoseconds = script_.tickNanoseconds};
}

std::optional<double> ScriptedExecutor::ownSeconds() const {
    return gpu_ ? gpu_->nanoseconds() * 1e-9 : 0;
}

std::vector<Result<ProgramId>> ScriptedExecutor::prepare(std::span<const BoundRow> boundRows) {
    std::vector<Result<ProgramId>> results;
    for (const BoundRow& bound : boundRows) {
        Program program{.bound = bound, .behaviour = behaviourOf(script_, bound)};
        if (const auto& profile = script_.gpu)
            program.cost = scaled(injectedCost(*profile, program.behaviour.like.value_or(bound)),
                                  1 + program.behaviour.percentSlower / 100);
        if (const Result<void> able = check(bound, program.behaviour); !able.ok()) {
            results.push_back(able.error());
            continue;
        }
        if (lost_ || program.behaviour.lostAt == 0) {
            results.push_back(lose());
            continue;
        }
        results.push_back(programs_.size());
        beginRestart(program);
        programs_.push_back(std::move(program));
    }
    makePrograms(boundRows.size());
    return results;
}

Result<std::vector<Result<CodeDigest>>> ScriptedExecutor::readCode(std::span<const BoundRow> boundRows) {
    if (!script_.tellsCode) return Error{ErrorKind::Unsupported, "the script gives none", ""};
    std::vector<Result<CodeDigest>> codes;
    for (const BoundRow& bound : boundRows) {
        const Behaviour behaviour = behaviourOf(script_, bound);
        if (const Result<void> able = check(bound, behaviour); !able.ok()) {
            codes.push_back(able.error());
        } else if (!behaviour.refused.empty()) {
            codes.push_back(Error{ErrorKind::RowFailed, behaviour.refused, ""});
        } else {
            codes.push_back(digest(behaviour.code));
        }
    }
    return codes;
}

Result<void> ScriptedExecutor::renew() {
    if (samples_ >= script_.goneAt) {
        return Error{ErrorKind::NoDevice, "the device was lost and could not be opened again",
                     "restart the driver"};
    }
    lost_ = false;
    for (Program& program : programs_) beginRestart(program);
    makePrograms(programs_.size());
    return {};
}

Result<void> ScriptedExecutor::verify(ProgramId program, std::span<const float> expected) {
    if (lost_) return lose();
    Program& run = programs_[program];
    if (gpu_) gpu_->idle(gpu_->properties().verificationMs * 1e6);
    if (run.bound.row.operation.foreign) {
        if (run.behaviour.wrong) return Error{ErrorKind::WrongValues, "not equal", ""};
        return {};
    }
    if (run.sums.empty()) {
        run.sums = expectedSums(run.bound.row);
        if (run.behaviour.wrong) run.sums.back() += 1;
    }
    return compareSums(expected, run.sums);
}

Result<OutsideLoads> ScriptedExecutor::loadOutside(ResourceKind kind, Robustness robustness, Strategy) {
    if (lost_) return lose();
    OutsideLoads loads = promisedLoads(robustness);
    for (const auto& [resource, value] : script_.outside)
        if (globMatches(resource, resourceKindName(kind))) loads.beyond.back() = static_cast<float>(value);
    for (const auto& [resource, value] : script_.ofNull)
        if (globMatches(resource, resourceKindName(kind)) && !loads.fromNull.empty())
            loads.fromNull.back() = static_cast<float>(value);
    return loads;
}

double ScriptedExecutor::runOne(Program& program, std::uint64_t groups) {
    if (gpu_) return gpu_->run(scaled(program.cost, program.restartFactor), groups);
    const double exact = program.behaviour.nanosecondsPerLoad * program.restartFactor *
                         static_cast<double>(groups * kLoadsPerGroup);
    const double noisy = exact * std::exp(program.behaviour.noise * standardNormal(random_));
    const double tick = script_.tickNanoseconds;
    const double nanoseconds = std::max(1.0, std::round(noisy / tick)) * tick;
    host_ += nanoseconds;
    return nanoseconds;
}

Result<std::vector<double>> ScriptedExecutor::sample(std::span<const Dispatch> dispatches) {
    std::vector<double> nanoseconds;
    if (++samples_ == script_.interruptAt) std::raise(SIGINT);
    if (samples_ == script_.dieAt) std::_Exit(137);
    if (lost_ || samples_ >= script_.goneAt) return lose();
    if (gpu_) gpu_->beginSubmission();
    for (const Dispatch& dispatch : dispatches) {
        Program& program = programs_[dispatch.program];
        if (++program.samples >= program.behaviour.lostAt) return lose();
        nanoseconds.push_back(runOne(program, dispatch.groups));
    }
    return nanoseconds;
}

Result<double> ScriptedExecutor::record(std::string_view way, std::uint64_t, bool) {
    double nanoseconds = 100;
    for (const Script::Recording& recording : script_.recordings) {
        if (!globMatches(recording.ways, way)) continue;
        if (!recording.unsupported.empty()) return Error{ErrorKind::Unsupported, recording.unsupported, ""};
        nanoseconds = recording.nanoseconds;
    }
    return nanoseconds;
}

// Without a simulated GPU, there is no memory that windows could lie in.
Result<std::vector<double>> ScriptedExecutor::walk(const WalkDispatch& dispatch, bool) {
    if (!gpu_) return Error{ErrorKind::Unsupported, "the script simulates no GPU", ""};
    if (++samples_ == script_.interruptAt) std::raise(SIGINT);
    if (lost_ || samples_ >= script_.goneAt) return lose();
    gpu_->beginSubmission();
    std::vector<double> nanoseconds;
    WalkDispatch longer = dispatch;
    longer.steps *= 2;
    for (const WalkDispatch& timed : {dispatch, longer}) {
        double taken = 0;
        for (const WalkDispatch& part : {dispatch, timed}) { // the first loads the window
            const CacheLevel level = injectedLevel(*script_.gpu, part);
            const double steps = part.steps;
            taken = part.walk->chain
                        ? gpu_->runAlone(steps * level.latency)
                        : gpu_->run({.issue = steps / level.lanes / kLoadsPerInvocation}, part.groups);
        }
        nanoseconds.push_back(taken);
    }
    return nanoseconds;
}

Result<CounterSample> ScriptedExecutor::readCounter(const std::optional<Dispatch>& after) {
    constexpr double kClocksOfStep = 9; // a whole number, as on GPUs
    if (traits().method->nativeLoop) return CounterSample{kMoreSteps, kMoreSteps};
    if (!script_.counterGhz) return Error{ErrorKind::Unsupported, "the script gives no counter", ""};
    if (lost_ || samples_ >= script_.goneAt) return lose();
    gpu_->beginSubmission();
    if (after) runOne(programs_[after->program], after->groups);
    CounterSample more;
    for (const double sign : {-1.0, 1.0}) { // the shorter dispatch, then the longer one
        const double clocks = kClocksOfStep * kCounterRounds * kStepsOfRound[sign > 0 ? 1 : 0];
        const double ghz = gpu_->clockGhz();
        more.ticks += sign * (*script_.counterGhz > 0 ? *script_.counterGhz * clocks / ghz : clocks);
        more.nanoseconds += sign * gpu_->runAlone(clocks);
    }
    return more;
}

} // namespace vkperftest
