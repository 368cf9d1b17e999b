// The sentences above a comparison's rows.
#include <gmock/gmock.h>

#include "golden.h"
#include "report/documents.h"

namespace vkperftest {
namespace {

Comparison withEverything(Everything everything) {
    return {.metric = Metric::Time,
            .threshold = 0.03,
            .changes = {{.name = "row", .interval = Interval{-0.01, 0.01}, .verdict = Verdict::Same}},
            .baselineChange = everything.change,
            .everything = everything};
}

Everything slower(Cause cause, std::vector<ComparedCondition> conditions = {}) {
    return {.change = 0.09,
            .interval = Interval{0.08, 0.1},
            .verdict = Verdict::Worse,
            .cause = cause,
            .conditions = std::move(conditions)};
}

std::string firstLine(const Comparison& comparison) {
    return comparisonOutcome(comparison).front();
}

TEST(ComparisonOutcome, BeginsWithWhatEverythingDidAndItsCause) {
    const ComparedCondition clock{Condition::Clock, 2000, 2000, false},
        power{Condition::Power, 200, 190, false}, heat{Condition::Temperature, 60, 61, false},
        hotter{Condition::Temperature, 60, 84, true};
    const auto expectOf = [](const Everything& everything) {
        expectGolden(firstLine(withEverything(everything)));
    };
    expectOf(slower(Cause::Driver, {clock, power, heat}));
    expectOf(slower(Cause::Driver, {clock}));
    expectOf(slower(Cause::Machine, {{Condition::Clock, 2000, 1835, true}, hotter}));
    expectOf(slower(Cause::Machine));
    expectOf(
        slower(Cause::Either,
               {clock, {Condition::Throttling, 0, 0.6, true}, {Condition::MemoryClock, 1000, 900, true}}));
    expectOf(slower(Cause::Either));
    expectOf(slower(Cause::Unknown));
    expectOf(slower(Cause::Unknown, {{Condition::Kernels, 0, 1, true},
                                     {Condition::Queue, 1, 0, true},
                                     {Condition::Robustness, 0, 1, true},
                                     {Condition::Validation, 1, 0, true}}));
    Everything oneDriver = slower(Cause::Unknown);
    oneDriver.sameDriver = true;
    expectOf(oneDriver);
    oneDriver.conditions = {clock, power, heat};
    expectOf(oneDriver);
    oneDriver.conditions = {clock, hotter};
    expectOf(oneDriver);
}

TEST(ComparisonOutcome, KnowsThatSidesInTurnsMeetOneMachine) {
    Comparison turns = withEverything(slower(Cause::Driver));
    turns.interleaved = true;
    expectGolden(firstLine(turns));
    turns.everything = slower(Cause::Unknown, {{Condition::Kernels, 0, 1, true}});
    expectGolden(firstLine(turns));
    turns.everything = slower(Cause::Unknown);
    turns.everything->sameDriver = true;
    expectGolden(firstLine(turns));
}

TEST(ComparisonOutcome, SaysOfEverythingWhatTheMetricAndTheIntervalAllow) {
    Comparison turns = withEverything(slower(Cause::Driver));
    turns.interleaved = true;
    turns.metric = Metric::Ratio;
    turns.everything->change = -0.08;
    turns.everything->interval = Interval{-0.09, -0.07};
    turns.everything->verdict = Verdict::Better;
    expectGolden(firstLine(turns));
    Everything unsure = slower(Cause::Unknown);
    unsure.verdict = Verdict::Unknown;
    unsure.interval = Interval{-0.05, 0.25};
    expectGolden(firstLine(withEverything(unsure)));
    unsure.interval.reset();
    expectGolden(firstLine(withEverything(unsure)));
    unsure.conditions = {{Condition::Timer, 1, 1.1, true}};
    expectGolden(firstLine(withEverything(unsure)));
}

TEST(ComparisonOutcome, RoundsTheLargestDifferenceUp) {
    Comparison table{.threshold = 0.03, .changes = {{.name = "row"}}, .whyUnjudged = "no repetitions"};
    expectGolden(firstLine(table));
    table.changes[0].change = 1e-6;
    expectGolden(firstLine(table));
    table.changes[0].change = 0.00401;
    expectGolden(firstLine(table));
    table.changes[0].footnote = "loads return 0";
    expectGolden(firstLine(table));
}

TEST(ComparisonOutcome, TellsABlindGateWhatToDo) {
    ComparedRuns runs{.now = "new.json", .comparison = {.changes = {{.name = "row"}}}};
    runs.comparison.changes[0].interval = Interval{-0.1, 0.1};
    expectGolden(blindError(runs).sentence());
    runs.comparison.metric = Metric::Ratio;
    expectGolden(blindError(runs).sentence());
    runs.comparison.interleaved = true;
    expectGolden(blindError(runs).sentence());
    runs.comparison.interleaved = false;
    runs.comparison.changes[0].isBaseline = true;
    expectGolden(blindError(runs).sentence());
    runs.comparison.whyUnjudged = "a timer was wrong";
    expectGolden(blindError(runs).sentence());
    runs.comparison = {.changes = {{.name = "row"}}, .whyUnjudged = "neither side has repetitions"};
    expectGolden(blindError(runs).sentence());
}

} // namespace
} // namespace vkperftest
