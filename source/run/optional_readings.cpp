#include "run/optional_readings.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <span>

#include <fmt/format.h>

#include "run/dispatch_size.h"

namespace vkperftest {

std::string codeKey(const BoundRow& bound) {
    std::string key = fmt::format("{} {}", kernelKey(bound), strategyName(bound.strategy));
    const Case& row = bound.row;
    if (row.subgroupSize != 0) key += fmt::format(" subgroup {}", row.subgroupSize);
    if (row.robustness != Robustness::Off)
        key += fmt::format(" robustness {}", robustnessName(row.robustness));
    return key;
}

void addCodes(Executor& executor, const RunPlan& plan, RunResult& result) {
    std::vector<BoundRow> wanted;                                // each kernel without code, once
    std::map<std::string, std::vector<StrategyResult*>> sharing; // a kernel, by its key
    const auto add = [&](const Case& row, std::span<const Strategy> strategies, RowResult& into) {
        for (std::size_t s = 0; s < strategies.size(); ++s) {
            const BoundRow bound{row, strategies[s]};
            if (!into.strategies[s].code.empty() || !whyUnsupported(bound).empty()) continue;
            std::vector<StrategyResult*>& results = sharing[codeKey(bound)];
            if (results.empty()) wanted.push_back(bound);
            results.push_back(&into.strategies[s]);
        }
    };
    for (std::size_t i = 0; i < plan.rows.size(); ++i) add(plan.rows[i], plan.strategies, result.rows[i]);
    for (std::size_t i = 0; i < plan.controls.size(); ++i)
        add(plan.controls[i], kControlStrategies, result.controls[i]);
    add(plan.baseline, kControlStrategies, result.aaControl);
    if (wanted.empty()) return;
    if (!plan.code) {
        if (result.codes.empty()) result.codesMissing = kCodeNotRequested;
        return;
    }
    auto* const reader = dynamic_cast<CodeReader*>(&executor);
    const Result<std::vector<Result<CodeDigest>>> codes =
        reader != nullptr ? reader->readCode(wanted)
                          : Error{ErrorKind::Unsupported, "the device reports none", ""};
    if (!codes.ok()) {
        if (result.codes.empty()) result.codesMissing = codes.error().cause;
        return;
    }
    std::string whyNot; // the first reason
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const Result<CodeDigest>& code = codes.value()[i];
        if (!code.ok() && code.error().kind == ErrorKind::Unsupported) {
            if (whyNot.empty()) whyNot = code.error().cause;
            continue;
        }
        const std::string key = codeKey(wanted[i]);
        result.codes[key] = code.ok() ? code.value() : missingCode(code.error().cause);
        for (StrategyResult* strategy : sharing[key]) strategy->code = key;
    }
    result.codesMissing = result.codes.empty() ? whyNot : "";
}

namespace {

// Without samples.
void close(RecordingResult& result, Unmeasured why) {
    result = {.way = result.way, .status = why.status, .reason = std::move(why.reason)};
}

void close(WindowResult& result, Unmeasured why) {
    result = {result.walk, result.bytes, why.status, std::move(why.reason)};
}

// Takes turns, which point to their results, until a result is closed. Returns whether it was interrupted.
template <class Turn, class Take>
Result<bool> takeTurns(Executor& executor, std::vector<Turn>& turns, std::size_t rounds, std::uint64_t seed,
                       const std::function<bool()>& interrupted, Take take) {
    std::mt19937_64 random(seed);
    for (std::size_t round = 0; round <= rounds; ++round) {
        shuffle(turns, random);
        for (Turn& turn : turns) {
            if (interrupted()) return true;
            const Result<void> taken = take(turn, round);
            if (taken.ok()) continue;
            const Error& error = taken.error();
            if (error.kind == ErrorKind::NoDevice) return error;
            close(*turn.result, unmeasuredBy(error));
            if (error.kind == ErrorKind::DeviceLost) VKPERFTEST_TRY(executor.renew());
        }
    }
    return false;
}

struct RecordingTurn {
    RecordingResult* result = nullptr;
    std::size_t length = 0; // its number
};

} // namespace

Result<std::vector<RecordingResult>> measureRecording(Executor& executor, std::uint64_t seed,
                                                      const std::function<bool()>& interrupted) {
    std::vector<RecordingResult> results;
    auto* const timer = dynamic_cast<RecordingTimer*>(&executor);
    if (timer == nullptr) return results;
    for (const std::string& way : recordingWays()) {
        RecordingResult& result = results.emplace_back();
        result.way = way;
        result.status = Status::Measured; // until something happens
        for (const std::uint64_t dispatches : kRecordedLengths) result.lengths.push_back({dispatches, {}});
    }
    std::vector<RecordingTurn> turns;
    for (RecordingResult& result : results)
        for (std::size_t length = 0; length < kRecordedLengths.size(); ++length)
            turns.push_back({&result, length});
    const auto take = [&](const RecordingTurn& turn, std::size_t round) -> Result<void> {
        if (turn.result->status != Status::Measured) return {};
        const std::uint64_t dispatches = kRecordedLengths[turn.length];
        const Result<double> nanoseconds =
            timer->record(turn.result->way, dispatches, round == 0 && dispatches <= kLongestExecuted);
        if (!nanoseconds.ok()) return nanoseconds.error();
        if (round > 0) turn.result->lengths[turn.length].nanoseconds.push_back(nanoseconds.value());
        return {};
    };
    const Result<bool> ended = takeTurns(executor, turns, kRecordingRounds, seed, interrupted, take);
    if (!ended.ok()) return ended.error();
    for (RecordingResult& result : results) {
        if (ended.value() && result.status == Status::Measured)
            close(result, {Status::NotMeasured, {ReasonKind::RunEnded}});
    }
    return results;
}

namespace {

struct WalkTurn {
    WindowResult* result = nullptr;
    WalkDispatch dispatch;
};

// Of the dispatch and of one of twice its steps; both are greater than 0, and `busy` grows by their sum.
Result<std::vector<double>> timeWalk(WindowWalker& walker, const WalkDispatch& dispatch, bool verify,
                                     double& busy) {
    Result<std::vector<double>> times = walker.walk(dispatch, verify);
    if (!times.ok()) return times;
    if (std::ranges::min(times.value()) <= 0)
        return Error{ErrorKind::RowFailed, "the timer did not advance", ""};
    busy += times.value().front() + times.value().back();
    return times;
}

// Verifies the walk and finds how many steps its dispatches have: so many that first loads take little of the
// time of both.
Result<void> findSteps(WindowWalker& walker, double most, WalkDispatch& dispatch, double& busy) {
    constexpr double kLeast = 0.5e6, kMost = 10e6, kTarget = 1e6; // nanoseconds
    constexpr double kLeastOfTwice = 1.75, kLeastGrowth = 2, kFastestGrowth = 16;
    constexpr int kProbes = 2; // other work may slow one
    setSteps(dispatch, std::min<double>(most, dispatch.steps));
    for (bool verify = true;; verify = false) {
        std::array<double, 2> fastest = {INFINITY, INFINITY}; // of the dispatch, and of the longer one
        for (int probe = 0; probe < kProbes; ++probe) {
            std::vector<double> times;
            VKPERFTEST_TRY(assign(times, timeWalk(walker, dispatch, verify && probe == 0, busy)));
            fastest = {std::min(fastest[0], times.front()), std::min(fastest[1], times.back())};
        }
        const auto [once, twice] = fastest;
        WalkDispatch longer = dispatch;
        const double growth = std::clamp(kTarget / once, kLeastGrowth, kFastestGrowth);
        setSteps(longer, std::min(most, growth * dispatch.steps));
        const bool enough = once >= kLeast && (twice >= kLeastOfTwice * once || once >= kMost);
        if (enough || longer.steps <= dispatch.steps) return {};
        dispatch = longer;
    }
}

} // namespace

WindowEffort windowEffort(const Effort& effort, const Method& method) {
    const bool precise = effort.width <= kPreciseEffort.width;
    const std::size_t rounds = precise ? 30 : effort.width >= kQuickEffort.width ? 8 : 15;
    return {rounds, method.wholeCores && !precise ? kSoftwareWindowMemory : kWindowMemory};
}

Result<WalkedWindows> measureWindows(Executor& executor, const WindowEffort& effort, std::uint64_t seed,
                                     const std::function<bool()>& interrupted,
                                     const std::function<void(std::size_t done, std::size_t all)>& tell) {
    WalkedWindows walked;
    auto* const walker = dynamic_cast<WindowWalker*>(&executor);
    if (walker == nullptr) return walked;
    for (const Walk& walk : walks()) {
        for (const std::uint64_t window : windowsUpTo(effort.memory))
            walked.results.push_back(
                {.walk = std::string(walk.name), .bytes = window, .status = Status::Measured});
    }
    const ExecutorTraits traits = executor.traits();
    const std::uint64_t unit = traits.method->wholeCores ? traits.groupUnit : 0;
    std::vector<WalkTurn> turns;
    for (WindowResult& result : walked.results)
        turns.push_back(
            {&result, shortestDispatch(*findWalk(result.walk), result.bytes, effort.memory, unit)});
    std::size_t done = 0;
    const auto take = [&](WalkTurn& turn, std::size_t round) -> Result<void> {
        tell(done++, turns.size() * (effort.rounds + 1));
        WindowResult& result = *turn.result;
        if (result.status != Status::Measured) return {};
        if (round == 0) {
            Result<void> found =
                findSteps(*walker, traits.method->mostSteps, turn.dispatch, walked.busyNanoseconds);
            result.loads = loadsOf(turn.dispatch);
            return found;
        }
        std::vector<double> times;
        VKPERFTEST_TRY(assign(times, timeWalk(*walker, turn.dispatch, false, walked.timedNanoseconds)));
        result.nanoseconds.push_back(times.front());
        result.twice.push_back(times.back());
        return {};
    };
    const Result<bool> ended = takeTurns(executor, turns, effort.rounds, seed, interrupted, take);
    if (!ended.ok()) return ended.error();
    if (ended.value())
        walked.results.clear();
    else
        walked.busyNanoseconds += walked.timedNanoseconds;
    return walked;
}

} // namespace vkperftest
