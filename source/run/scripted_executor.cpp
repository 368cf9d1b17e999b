#include "run/scripted_executor.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <random>

#include "base/text.h"
#include "cases/cpu_model.h"
#include "run/script.h"
#include "run/standard_normal.h"

namespace vkperftest {

struct ScriptedExecutor::State {
    struct Program {
        BoundRow bound;
        Behaviour behaviour;
        LoadCost cost;           // on a simulated GPU
        double epochFactor = 1;  // of this epoch's time
        std::vector<float> sums; // of a verification; empty until the first
        std::uint64_t samples = 0;
    };

    Script script;
    std::vector<Program> programs;
    std::uint64_t samples = 0;
    bool lost = false; // until it is made anew
    std::mt19937_64 random{1};

    std::optional<SimulatedGpu> gpu; // draws from `random`

    Error lose() {
        lost = true;
        return {ErrorKind::DeviceLost, "the device was lost", ""};
    }

    void beginEpoch(Program& program) {
        const double noise = program.behaviour.epochNoise;
        if (noise > 0) program.epochFactor = std::exp(noise * standardNormal(random));
    }

    void makePrograms(std::size_t count) {
        if (gpu) gpu->idle(gpu->properties().programMs * 1e6 * static_cast<double>(count));
    }
};

ScriptedExecutor::ScriptedExecutor(std::unique_ptr<State> state) : state_(std::move(state)) {}
ScriptedExecutor::~ScriptedExecutor() = default;

Result<std::unique_ptr<ScriptedExecutor>> ScriptedExecutor::parse(std::string_view text, std::uint64_t seed) {
    Result<Script> script = parseScript(text);
    if (!script.ok()) return script.error();
    auto state = std::make_unique<State>();
    state->script = std::move(script).value();
    if (const auto& profile = state->script.gpu) {
        std::seed_seq both{state->script.seed, seed, seed >> 32};
        state->random.seed(both);
        state->gpu.emplace(profile->properties, state->script.throttling, seed, state->random);
    }
    return std::unique_ptr<ScriptedExecutor>(new ScriptedExecutor(std::move(state)));
}

DeviceRecord ScriptedExecutor::device() const {
    return {.name = state_->script.device,
            .kind = state_->script.traits.cpu ? DeviceKind::Cpu : DeviceKind::Discrete,
            .deviceUuid = std::string(32, '0'),
            .driverName = "scripted",
            .apiVersion = "1.1.0",
            .subgroupSize = state_->script.gpu ? state_->script.gpu->subgroupSize : kScriptedSubgroup,
            .timestampPeriod = state_->script.traits.tickNanoseconds,
            .timestampValidBits = 64,
            .pushDescriptors = true,
            .maxPushDescriptors = 32,
            .bufferAddresses = true,
            .descriptorBuffers = true,
            .maxInlineUniformBytes = 256};
}

ExecutorTraits ScriptedExecutor::traits() const {
    return state_->script.traits;
}

std::optional<double> ScriptedExecutor::ownSeconds() const {
    return state_->gpu ? state_->gpu->nanoseconds() * 1e-9 : 0;
}

std::vector<Result<ProgramId>> ScriptedExecutor::prepare(std::span<const BoundRow> boundRows) {
    std::vector<Result<ProgramId>> results;
    for (const BoundRow& bound : boundRows) {
        State::Program program{.bound = bound, .behaviour = behaviourOf(state_->script, bound)};
        if (const auto& profile = state_->script.gpu)
            program.cost = scaled(plantedCost(*profile, bound), program.behaviour.factor);
        if (!program.behaviour.unsupported.empty()) {
            results.push_back(Error{ErrorKind::Unsupported, program.behaviour.unsupported, ""});
            continue;
        }
        if (state_->lost || program.behaviour.lostAt == 0) {
            results.push_back(state_->lose());
            continue;
        }
        results.push_back(state_->programs.size());
        state_->beginEpoch(program);
        state_->programs.push_back(std::move(program));
    }
    state_->makePrograms(boundRows.size());
    return results;
}

Result<std::vector<Result<CodeDigest>>> ScriptedExecutor::readCode(std::span<const BoundRow> boundRows) {
    const bool tells =
        std::any_of(state_->script.statements.begin(), state_->script.statements.end(),
                    [](const Script::Statement& statement) { return statement.verb == "code"; });
    if (!tells) return Error{ErrorKind::Unsupported, "the script gives none", ""};
    std::vector<Result<CodeDigest>> codes;
    for (const BoundRow& bound : boundRows) {
        const Behaviour behaviour = behaviourOf(state_->script, bound);
        if (!behaviour.unsupported.empty()) {
            codes.push_back(Error{ErrorKind::Unsupported, behaviour.unsupported, ""});
        } else if (!behaviour.refused.empty()) {
            codes.push_back(Error{ErrorKind::RowFailed, behaviour.refused, ""});
        } else {
            codes.push_back(digest(behaviour.code));
        }
    }
    return codes;
}

Result<void> ScriptedExecutor::renew() {
    if (state_->samples >= state_->script.goneAt) {
        return Error{ErrorKind::NoDevice, "the device was lost and could not be opened again",
                     "restart the driver"};
    }
    state_->lost = false;
    for (State::Program& program : state_->programs) state_->beginEpoch(program);
    state_->makePrograms(state_->programs.size());
    return {};
}

Result<void> ScriptedExecutor::verify(ProgramId program, std::span<const float> expected) {
    if (state_->lost) return state_->lose();
    State::Program& run = state_->programs[program];
    if (state_->gpu) state_->gpu->idle(state_->gpu->properties().verificationMs * 1e6);
    if (run.sums.empty()) {
        run.sums = expectedSums(run.bound.row);
        if (run.behaviour.wrong) run.sums.back() += 1;
    }
    return compareSums(expected, run.sums);
}

Result<std::vector<double>> ScriptedExecutor::sample(std::span<const Dispatch> dispatches) {
    std::vector<double> nanoseconds;
    if (++state_->samples == state_->script.interruptAt) std::raise(SIGINT);
    if (state_->samples == state_->script.dieAt) std::_Exit(137);
    if (state_->lost || state_->samples >= state_->script.goneAt) return state_->lose();
    if (state_->gpu) state_->gpu->beginSubmission();
    for (const Dispatch& dispatch : dispatches) {
        State::Program& program = state_->programs[dispatch.program];
        if (++program.samples >= program.behaviour.lostAt) return state_->lose();
        if (state_->gpu) {
            nanoseconds.push_back(
                state_->gpu->run(scaled(program.cost, program.epochFactor), dispatch.groups));
            continue;
        }
        const double exact = program.behaviour.nanosecondsPerLoad * program.epochFactor *
                             static_cast<double>(dispatch.groups * kLoadsPerGroup);
        const double noisy = exact * std::exp(program.behaviour.noise * standardNormal(state_->random));
        const double tick = state_->script.traits.tickNanoseconds;
        nanoseconds.push_back(std::max(1.0, std::round(noisy / tick)) * tick);
    }
    return nanoseconds;
}

Result<double> ScriptedExecutor::record(std::string_view way, std::uint64_t, bool) {
    double nanoseconds = 100;
    for (const Script::Recording& recording : state_->script.recordings) {
        if (!globMatches(recording.ways, way)) continue;
        if (!recording.unsupported.empty()) return Error{ErrorKind::Unsupported, recording.unsupported, ""};
        nanoseconds = recording.nanoseconds;
    }
    return nanoseconds;
}

} // namespace vkperftest
