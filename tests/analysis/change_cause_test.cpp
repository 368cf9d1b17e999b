#include "analysis/change_cause.h"

#include <cmath>

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

RunResult runAt(Conditions reading) {
    RunResult run;
    run.device.deviceUuid = "0123";
    run.conditions = {reading, reading};
    return run;
}

const Conditions kUsual = {
    .clock = 2000, .memoryClock = 1000, .temperature = 60, .power = 200, .throttling = {{}}};

std::vector<Condition> differencesTo(const RunResult& now, bool otherKernels = false) {
    std::vector<Condition> differ;
    for (const ComparedCondition& condition : comparedConditions(runAt(kUsual), now, otherKernels))
        if (condition.differs) differ.push_back(condition.what);
    return differ;
}

TEST(ComparedConditions, AreThoseThatBothRunsKnow) {
    EXPECT_EQ(comparedConditions(runAt(kUsual), runAt(kUsual), false).size(), 5u);
    EXPECT_THAT(comparedConditions(runAt(kUsual), RunResult(), false), IsEmpty());
    EXPECT_THAT(comparedConditions(runAt({.clock = 0}), runAt({.clock = 0}), false), IsEmpty());
}

TEST(ComparedConditions, DifferByMoreThanRunsDo) {
    EXPECT_THAT(differencesTo(runAt(kUsual)), IsEmpty());
    EXPECT_THAT(differencesTo(runAt({.clock = 1990, .memoryClock = 1000, .temperature = 64, .power = 185})),
                IsEmpty());
    EXPECT_THAT(
        differencesTo(runAt({.clock = 1970, .memoryClock = 900, .temperature = 70, .power = 150})),
        ElementsAre(Condition::Clock, Condition::MemoryClock, Condition::Power, Condition::Temperature));
    EXPECT_THAT(differencesTo(runAt({.throttling = {{"power cap"}}})), ElementsAre(Condition::Throttling));
    RunResult other = runAt(kUsual);
    other.device.deviceUuid = "4567";
    EXPECT_THAT(differencesTo(other, true), ElementsAre(Condition::Gpu, Condition::Kernels));
    other.settings.cpu = true;
    EXPECT_THAT(differencesTo(other), IsEmpty()) << "a software driver's number is its version's";
}

TEST(ChangeCause, IsTheClockIfItChangedByAsMuch) {
    const auto cause = [](double slowdown, Conditions reading) {
        return causeOf(std::log(slowdown), comparedConditions(runAt(kUsual), runAt(reading), false), false);
    };
    EXPECT_EQ(cause(1.09, kUsual), Cause::Driver);
    EXPECT_EQ(cause(1.09, {.clock = 2000}), Cause::Driver);
    EXPECT_EQ(cause(1.09, {.clock = 2000 / 1.09}), Cause::Machine);
    EXPECT_EQ(cause(1.09, {.clock = 2000 / 1.08, .temperature = 90}), Cause::Machine);
    EXPECT_EQ(cause(1 / 1.09, {.clock = 2000 * 1.09}), Cause::Machine);
    EXPECT_EQ(cause(1.09, {.clock = 2000 / 1.04}), Cause::Either) << "that explains a half";
    EXPECT_EQ(cause(1.09, {.clock = 2000 * 1.09}), Cause::Either) << "it ought to be faster";
    EXPECT_EQ(cause(1.09, {.clock = 2000, .temperature = 75}), Cause::Either);
    EXPECT_EQ(cause(1.09, {.temperature = 60}), Cause::Unknown);
    EXPECT_EQ(cause(1.09, {.temperature = 75}), Cause::Either);
}

TEST(ChangeCause, IsTheMachineWhereACpuIsTheDevice) {
    EXPECT_EQ(causeOf(0.1, {}, true), Cause::Machine);
    EXPECT_EQ(causeOf(0.1, {{Condition::Kernels, 0, 1, true}}, true), Cause::Either);
}

} // namespace
} // namespace vkperftest
