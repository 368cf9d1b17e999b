#include "run/effort.h"

#include <vector>

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

PairedRatio ofWidth(double width) {
    return {.median = 2, .interval = Interval{2 - width, 2 + width}, .ofMinima = 2};
}

const Effort kEffort{"test", 0.01, 12, 1};

TEST(PreciseEnough, WhenEveryIntervalIsNarrow) {
    const std::vector<PairedRatio> narrow = {ofWidth(0.009), ofWidth(0.001)};
    EXPECT_TRUE(preciseEnough(kEffort, 12, narrow));
    EXPECT_TRUE(preciseEnough(kEffort, 100, narrow));
    const std::vector<PairedRatio> oneWide = {ofWidth(0.001), ofWidth(0.011)};
    EXPECT_FALSE(preciseEnough(kEffort, 12, oneWide));
    EXPECT_FALSE(preciseEnough(kEffort, 100, oneWide));
}

TEST(PreciseEnough, NotBeforeTheFewestSamples) {
    const std::vector<PairedRatio> point = {ofWidth(0)};
    EXPECT_FALSE(preciseEnough(kEffort, 11, point));
    EXPECT_TRUE(preciseEnough(kEffort, 12, point));
}

TEST(PreciseEnough, NotWithoutAnInterval) {
    const std::vector<PairedRatio> none = {ofWidth(0),
                                           {.median = 2, .interval = std::nullopt, .ofMinima = 2}};
    EXPECT_FALSE(preciseEnough(kEffort, 12, none));
}

TEST(Effort, GoalsAreTheDocumentedOnes) {
    EXPECT_EQ(kDefaultEffort.width, 0.01);
    EXPECT_EQ(kQuickEffort.width, 0.03);
    EXPECT_EQ(kPreciseEffort.width, 0.003);
    EXPECT_LT(kQuickEffort.secondsPerProgram, kDefaultEffort.secondsPerProgram);
    EXPECT_LT(kDefaultEffort.secondsPerProgram, kPreciseEffort.secondsPerProgram);
    for (const Effort& effort : {kDefaultEffort, kQuickEffort, kPreciseEffort}) {
        EXPECT_GE(effort.fewestSamples, kFewestForInterval) << effort.name;
        EXPECT_GE(effort.fewestOnGpu, kFewestForInterval) << effort.name;
        EXPECT_EQ(effortOn(true, effort).fewestSamples, effort.fewestSamples);
        EXPECT_EQ(effortOn(false, effort).fewestSamples, effort.fewestOnGpu);
    }
}

TEST(Effort, FloorsNeedLess) {
    EXPECT_EQ(floorEffort(kDefaultEffort).width, 0.05);
    EXPECT_EQ(floorEffort(kDefaultEffort).fewestSamples, kDefaultEffort.fewestSamples);
    EXPECT_EQ(floorEffort(kDefaultEffort).secondsPerProgram, kDefaultEffort.secondsPerProgram / 4);
    EXPECT_EQ(floorEffort({.name = "coarse", .width = 0.1}).width, 0.1);
}

} // namespace
} // namespace vkperftest
