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
            .verdict = Verdict::Slower,
            .cause = cause,
            .conditions = std::move(conditions)};
}

std::string firstLine(const Comparison& comparison) {
    return comparisonOutcome(comparison).front();
}

TEST(ComparisonOutcome, BeginsWithWhatEverythingDidAndItsCause) {
    const ComparedCondition clock{Condition::Clock, 2000, 2000, false},
        power{Condition::Power, 200, 190, false}, heat{Condition::Temperature, 60, 61, false};
    expectGolden(firstLine(withEverything(slower(Cause::Driver, {clock, power, heat}))));
    expectGolden(firstLine(withEverything(slower(Cause::Driver, {clock}))));
    expectGolden(firstLine(withEverything(slower(
        Cause::Machine, {{Condition::Clock, 2000, 1835, true}, {Condition::Temperature, 60, 84, true}}))));
    expectGolden(firstLine(withEverything(slower(Cause::Machine))));
    expectGolden(firstLine(withEverything(
        slower(Cause::Either,
               {clock, {Condition::Throttling, 0, 0.6, true}, {Condition::MemoryClock, 1000, 900, true}}))));
    expectGolden(firstLine(withEverything(
        slower(Cause::Either, {{Condition::Gpu, 0, 1, true}, {Condition::Kernels, 0, 1, true}}))));
    expectGolden(firstLine(withEverything(slower(Cause::Unknown))));
}

TEST(ComparisonOutcome, SaysOfEverythingWhatTheMetricAndTheIntervalAllow) {
    Comparison turns = withEverything(slower(Cause::Driver));
    turns.interleaved = true;
    turns.metric = Metric::Ratio;
    turns.everything->change = -0.08;
    turns.everything->interval = Interval{-0.09, -0.07};
    turns.everything->verdict = Verdict::Faster;
    expectGolden(firstLine(turns));
    Everything unsure = slower(Cause::Unknown);
    unsure.verdict = Verdict::Unclear;
    unsure.interval = Interval{-0.05, 0.25};
    expectGolden(firstLine(withEverything(unsure)));
    unsure.interval.reset();
    expectGolden(firstLine(withEverything(unsure)));
}

} // namespace
} // namespace vkperftest
