#include "stats/paired.h"

#include <gmock/gmock.h>

#include "random.h"

namespace vkperftest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(FastMode, FindsTheFastModeEvenWhenMostSamplesAreSlow) {
    const std::vector<double> samples = {2.0, 1.01, 2.1, 1.9, 1.0, 2.0, 2.2, 1.03, 2.0, 1.95};
    EXPECT_THAT(undisturbed(samples), ElementsAre(1, 4, 7));
    EXPECT_THAT(undisturbed({}), IsEmpty());
    EXPECT_THAT(undisturbed(std::vector<double>{7, 1}), ElementsAre(1));
    EXPECT_DOUBLE_EQ(undisturbedLevel(std::vector<double>{1.00, 1.0404, 99}), 1.02); // the geometric mean
}

// Of up to twenty samples the fastest is the fifth percentile, and sets the bound.
TEST(FastMode, IsThatOfTheFastestOfTwenty) {
    for (const std::size_t count : {2u, 10u, 20u}) {
        std::vector<double> samples(count, 1.0);
        samples[1] = 0.5;
        EXPECT_THAT(undisturbed(samples), ElementsAre(1)) << count;
    }
}

// One lucky sample does not set the bound for all of a long series.
TEST(FastMode, SurvivesOneFastOutlierInTwentyOne) {
    std::vector<double> samples(21, 1.0);
    samples[3] = 0.5;
    EXPECT_EQ(undisturbed(samples).size(), 21u);
}

// The level of a long series and that of a short one do not differ by their lengths: the baseline's has
// hundreds of samples for each of a row's.
TEST(FastMode, LevelHardlyDependsOnTheLength) {
    Random random(2);
    const auto meanLevel = [&](std::size_t length) {
        double sum = 0;
        constexpr int kSeries = 400;
        for (int i = 0; i < kSeries; ++i) {
            std::vector<double> samples(length);
            // A third is disturbed.
            for (double& sample : samples)
                sample = (random.uniform() < 1.0 / 3 ? 1.5 : 1.0) * (1 + 0.01 * random.normal());
            sum += undisturbedLevel(samples) / kSeries;
        }
        return sum;
    };
    EXPECT_NEAR(meanLevel(12) / meanLevel(2000), 1, 0.003);
}

} // namespace
} // namespace vkperftest
