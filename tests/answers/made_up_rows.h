// Rows as an experiment finds them in a run, with times made up: the baseline takes 1 ns a load.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analysis/figures.h"
#include "cases/controls.h"
#include "cases/suite.h"
#include "model/run_result.h"

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

// `suffix`: what the name has after operation and pattern: ", shuffle". Only rows that load for each lane
// have a no-load control.
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
                        .noLoads = others || suffix == ", no loads" ? "" : plain + ", no loads"});
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

// Rows that all tie with one another and are bound by their loads, by an even wider margin than their controls need.
inline double suiteTimeOf(const Case& row) {
    if (row.technique == Technique::NoLoads) return 1;
    if (row.technique == Technique::Reduce) return 0.5;
    return row.pattern == Pattern::Linear ? 8 : 4;
}

inline RunResult suiteRun(const Suite& suite, const std::vector<Case>& rows) {
    RunResult run;
    run.settings.suite = suite.name;
    run.device.subgroupSize = 32;
    for (const Strategy strategy : suite.strategies)
        run.settings.strategies.emplace_back(strategyName(strategy));
    const auto result = [&](const Case& row) {
        const std::optional<Case> noLoads = noLoadsOf(row);
        RowResult made{.name = caseName(row),
                       .operation = row.operation.name,
                       .pattern = std::string(patternName(row.pattern)),
                       .load = factsOf(row),
                       .baselineLoads = kMadeUpLoads,
                       .baselineNanoseconds = std::vector<double>(kMadeUpSamples, 1.0 * kMadeUpLoads),
                       .noLoads = noLoads ? caseName(*noLoads) : ""};
        for (const std::string& strategy : run.settings.strategies) {
            made.strategies.push_back(madeUpTimes(suiteTimeOf(row), 0.001));
            made.strategies.back().strategy = strategy;
        }
        return made;
    };
    for (const Case& row : rows) run.rows.push_back(result(row));
    for (const Case& control : missingControls(suite.rows())) run.controls.push_back(result(control));
    return run;
}

} // namespace vkperftest
