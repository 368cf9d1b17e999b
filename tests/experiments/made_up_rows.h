// Rows as an experiment finds them in a run, with times made up: the baseline takes 1 ns a load.
#pragma once

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analysis/figures.h"
#include "cases/twins.h"
#include "model/run_result.h"
#include "stats/interval.h"

namespace vkperftest {

constexpr std::uint64_t kMadeUpLoads = 1u << 20;
constexpr int kMadeUpSamples = 12;

// Samples of so many nanoseconds a load, off by `spread` on either side in turns.
inline StrategyResult madeUpTimes(double nanoseconds, double spread) {
    StrategyResult result{.strategy = "set", .status = Status::Measured, .loads = kMadeUpLoads};
    for (int i = 0; i < kMadeUpSamples; ++i)
        result.nanoseconds.push_back(nanoseconds * (i % 2 == 0 ? 1 - spread : 1 + spread) * kMadeUpLoads);
    return result;
}

// Two samples of the twelve take so many nanoseconds a load instead: as where other work disturbed the rest.
inline void makeTwoFast(StrategyResult& result, double nanoseconds) {
    result.nanoseconds[3] = result.nanoseconds[4] = nanoseconds * kMadeUpLoads;
}

// `suffix`: what the name has after operation and pattern: ", shuffle". Only rows that load for each lane
// have a floor.
inline void addMadeUpRow(RunResult& run, const std::string& operation, const std::string& pattern,
                         const std::string& suffix, double nanoseconds, double spread) {
    if (run.settings.strategies.empty()) run.settings.strategies = {"set"};
    const std::string plain = operation + " " + pattern;
    const bool others = suffix == ", shuffle" || suffix == ", broadcast" || suffix == ", reduce";
    run.rows.push_back({.name = plain + suffix,
                        .operation = operation,
                        .pattern = pattern,
                        .load = factsOfName(plain + suffix),
                        .baselineLoads = kMadeUpLoads,
                        .baselineNanoseconds = std::vector<double>(kMadeUpSamples, 1.0 * kMadeUpLoads),
                        .strategies = {madeUpTimes(nanoseconds, spread)},
                        .floor = others || suffix == ", floor" ? "" : plain + ", floor"});
}

// A way of recording 1,000 dispatches that takes so many nanoseconds for each.
inline RecordingResult recordedIn(const std::string& way, double nanoseconds, double spread = 0.01,
                                  std::size_t samples = 25) {
    RecordingResult result{.way = way, .status = Status::Measured, .lengths = {{1000, {}}}};
    for (std::size_t i = 0; i < samples; ++i)
        result.lengths[0].nanoseconds.push_back(nanoseconds * (i % 2 == 0 ? 1 - spread : 1 + spread));
    return result;
}

inline RowResult& madeUpRow(RunResult& run, const std::string& name) {
    const auto found = std::find_if(run.rows.begin(), run.rows.end(),
                                    [&](const RowResult& row) { return row.name == name; });
    EXPECT_NE(found, run.rows.end()) << name;
    return *found;
}

// A floor that takes 1 ns a load, and the heavier floor, whose arithmetic takes another.
inline void addHeavierFloor(RunResult& run) {
    for (const Case& each : {*floorOf(heavierFloor()), heavierFloor()}) {
        RowResult& added = run.twins.emplace_back();
        added.name = "made up, " + caseName(each);
        added.load = factsOf(each);
        added.baselineLoads = kMadeUpLoads;
        added.baselineNanoseconds.assign(kMadeUpSamples, 1.0 * kMadeUpLoads);
        added.strategies = {madeUpTimes(each == heavierFloor() ? 2 : 1, 0.001)};
        added.floor = each == heavierFloor() ? run.twins[run.twins.size() - 2].name : "";
    }
}

// As analyse, of rows with heavier twins: a row that takes 1.25 times its floor or more hides their
// arithmetic.
inline RunFigures analysed(const RunResult& measured) {
    static std::deque<RunResult> runs; // figures refer to theirs
    RunResult& run = runs.emplace_back(measured);
    if (run.rows.empty()) return analyse(run);
    std::vector<RowResult> twins;
    for (RowResult& row : run.rows) {
        const RowResult* const floor = findFloor(run, row);
        const auto first = [](const RowResult& each) {
            const auto found = std::ranges::find(each.strategies, Status::Measured, &StrategyResult::status);
            return found != each.strategies.end() ? *found : each.strategies.front();
        };
        const auto times = [&](const RowResult& each) { return first(each).nanoseconds; };
        if (floor == nullptr || times(*floor).empty()) continue;
        RowResult& twin = twins.emplace_back(row);
        twin.name += ", heavier";
        twin.load.reset();
        twin.strategies = {first(row)};
        row.heavier = twin.name;
        if (times(row).empty() || median(times(row)) >= 1.25 * median(times(*floor))) continue;
        for (double& sample : twin.strategies.front().nanoseconds) sample += 1.0 * kMadeUpLoads;
    }
    run.twins.insert(run.twins.end(), twins.begin(), twins.end());
    addHeavierFloor(run);
    return analyse(run);
}

} // namespace vkperftest
