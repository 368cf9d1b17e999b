#include "run/stopping.h"

#include <vector>

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

PairedRatio ofWidth(double width) {
    return {.median = 2, .interval = Interval{2 - width, 2 + width}, .ofFastest = 2};
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
                                           {.median = 2, .interval = std::nullopt, .ofFastest = 2}};
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
        EXPECT_EQ(effortOn(kSoftwareMethod, effort).fewestSamples,
                  kSoftwareMethod.mostSamples * effort.fewestSamples);
        EXPECT_EQ(effortOn(kGpuMethod, effort).fewestSamples, effort.fewestSamples);
    }
}

TEST(Effort, OfOnesOwnLiesBetweenTheNamedOnes) {
    const Effort same = effortOf(1, {});
    EXPECT_EQ(same.width, kDefaultEffort.width);
    EXPECT_EQ(same.fewestSamples, kDefaultEffort.fewestSamples);
    EXPECT_EQ(same.secondsPerProgram, kDefaultEffort.secondsPerProgram);
    EXPECT_EQ(same.secondsInAll, 0);
    const Effort fine = effortOf(0.3, {});
    EXPECT_EQ(fine.fewestSamples, kPreciseEffort.fewestSamples);
    EXPECT_NEAR(fine.secondsPerProgram, kPreciseEffort.secondsPerProgram, 0.3);
    const Effort coarse = effortOf(20, {});
    EXPECT_EQ(coarse.width, 0.2);
    EXPECT_EQ(coarse.fewestSamples, kQuickEffort.fewestSamples);
    EXPECT_EQ(coarse.secondsPerProgram, kQuickEffort.secondsPerProgram);
    EXPECT_EQ(effortOf({}, 60).width, kDefaultEffort.width);
    EXPECT_EQ(effortOf({}, 60).secondsInAll, 60);
}

TEST(Effort, IsFoundByItsName) {
    for (const Effort& effort : {kDefaultEffort, kQuickEffort, kPreciseEffort, effortOf(0.5, {}),
                                 effortOf({}, 90), effortOf(2.5, 3600)}) {
        const std::optional<Effort> found = findEffort(effort.name);
        ASSERT_TRUE(found) << effort.name;
        EXPECT_EQ(found->name, effort.name);
        EXPECT_EQ(found->width, effort.width);
        EXPECT_EQ(found->secondsInAll, effort.secondsInAll);
    }
    EXPECT_EQ(effortOf(2.5, 3600).name, "precision 2.5 %, time 3600 s");
    for (const char* none :
         {"", "slow", "precision", "precision  %", "precision nan %", "precision 0 %", "precision -1 %",
          "time 1e9 s", "time 60", "time 60 s, time 60 s", "time 60 s, precision 1 %", "precision 1 %, slow"})
        EXPECT_FALSE(findEffort(none)) << none;
}

TEST(Effort, TwinsNeedLess) {
    EXPECT_EQ(twinEffort(kGpuMethod, kDefaultEffort).width, 0.05);
    EXPECT_EQ(twinEffort(kSoftwareMethod, kDefaultEffort).fewestSamples, kDefaultEffort.fewestSamples / 2);
    EXPECT_EQ(twinEffort(kGpuMethod, kQuickEffort).fewestSamples, kFewestForInterval);
    EXPECT_EQ(twinEffort(kSoftwareMethod, kDefaultEffort).secondsPerProgram,
              effortOn(kSoftwareMethod, kDefaultEffort).secondsPerProgram / 4);
    EXPECT_EQ(twinEffort(kGpuMethod, {.name = "coarse", .width = 0.1}).width, 0.1);
}

} // namespace
} // namespace vkperftest
