#include "run/windows.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "run/differential_sample.h"

namespace vkperftest {
namespace {

struct WalkTurn {
    WalkDispatch dispatch;
    WindowResult* result = nullptr;
};

void closeWindow(WindowResult& result, Unmeasured unmeasured) {
    result.status = unmeasured.status;
    result.reason = std::move(unmeasured.reason);
    result.nanoseconds.clear();
    result.twice.clear();
}

std::vector<WindowResult> blankWindows(std::uint64_t memory) {
    std::vector<WindowResult> results;
    for (const Walk& walk : walks()) {
        for (const std::uint64_t window : windowsOf(walk, memory))
            results.push_back({.walk = std::string(walk.name), .bytes = window, .status = Status::Measured});
    }
    return results;
}

struct WalkTimes {
    double once = 0, twice = 0; // of the two timed dispatches of a sample
    double sum() const { return once + twice; }
};

// Both times are greater than 0.
Result<WalkTimes> timeWalk(Executor& executor, const WalkDispatch& dispatch, bool verify) {
    const Result<std::vector<double>> times = executor.windowWalker()->walk(partsOfSample(dispatch), verify);
    if (!times.ok()) return times.error();
    const WalkTimes both{times.value().front(), times.value().back()};
    if (both.once > 0 && both.twice > 0) return both;
    return Error{ErrorKind::RowFailed, "the timer did not advance", ""};
}

// Verifies the walk and finds how many steps its dispatches have; adds what that took.
Result<void> findSteps(Executor& executor, double most, WalkDispatch& dispatch, double& busy) {
    constexpr double kTarget = 1e6; // nanoseconds
    constexpr double kFastestGrowth = 16;
    constexpr int kProbes = 2; // other work may slow one
    for (bool verify = true;; verify = false) {
        double fastest = 0;
        for (int probe = 0; probe < kProbes; ++probe) {
            const Result<WalkTimes> times = timeWalk(executor, dispatch, verify && probe == 0);
            if (!times.ok()) return times.error();
            busy += times.value().sum();
            fastest = probe == 0 ? times.value().once : std::min(fastest, times.value().once);
        }
        if (fastest >= kTarget / 2 || dispatch.steps >= most) return {};
        const double growth = std::clamp(kTarget / fastest, 1.0, kFastestGrowth);
        const double steps = std::min(most, growth * dispatch.steps);
        dispatch.steps = static_cast<std::uint32_t>(steps) / 4 * 4;
    }
}

// The device's error, if it ends everything.
Result<void> closeFailed(Executor& executor, WindowResult& result, const Error& error) {
    if (error.kind == ErrorKind::NoDevice) return error;
    closeWindow(result, unmeasuredBy(error));
    return error.kind == ErrorKind::DeviceLost ? executor.renew() : Result<void>();
}

} // namespace

WindowEffort windowEffort(const Effort& effort) {
    if (effort.width <= kPreciseEffort.width) return {.rounds = 30, .memory = kPreciseWindowMemory};
    return {.rounds = effort.width >= kQuickEffort.width ? 8u : 15u};
}

std::array<WalkPart, 4> partsOfSample(const WalkDispatch& dispatch) {
    WalkDispatch longer = dispatch;
    longer.steps *= 2;
    const WalkPart wholeWindow{dispatch, false};
    return {{wholeWindow, {dispatch}, wholeWindow, {longer}}};
}

Result<WalkedWindows> measureWindows(Executor& executor, const WindowEffort& effort, std::uint64_t seed,
                                     const WindowHooks& hooks) {
    std::mt19937_64 random(seed);
    if (executor.windowWalker() == nullptr) return WalkedWindows();
    WalkedWindows walked{.results = blankWindows(effort.memory)};
    const ExecutorTraits traits = executor.traits();
    std::vector<WalkTurn> turns;
    for (WindowResult& result : walked.results)
        turns.push_back({shortestDispatch(*findWalk(result.walk), result.bytes, effort.memory,
                                          traits.method->wholeCores ? traits.groupUnit : 0),
                         &result});
    const std::size_t all = turns.size() * (effort.rounds + 1);
    std::size_t done = 0;
    for (std::size_t round = 0; round <= effort.rounds; ++round) {
        shuffle(turns, random);
        for (auto& [dispatch, result] : turns) {
            if (hooks.interrupted && hooks.interrupted()) {
                walked.results.clear();
                return walked;
            }
            if (hooks.measured) hooks.measured(done++, all);
            if (result->status != Status::Measured) continue;
            if (round == 0) {
                const Result<void> found =
                    findSteps(executor, traits.method->mostSteps, dispatch, walked.busyNanoseconds);
                if (!found.ok()) VKPERFTEST_TRY(closeFailed(executor, *result, found.error()));
                result->loads = loadsOf(dispatch);
                continue;
            }
            const Result<WalkTimes> times = timeWalk(executor, dispatch, false);
            if (!times.ok()) {
                VKPERFTEST_TRY(closeFailed(executor, *result, times.error()));
                continue;
            }
            walked.timedNanoseconds += times.value().sum();
            result->nanoseconds.push_back(times.value().once);
            result->twice.push_back(times.value().twice);
        }
    }
    walked.busyNanoseconds += walked.timedNanoseconds;
    return walked;
}

} // namespace vkperftest
