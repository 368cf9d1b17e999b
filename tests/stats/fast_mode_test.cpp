#include "stats/fast_mode.h"

#include <gmock/gmock.h>

#include "random.h"

namespace vkperftest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(FastMode, KeepsASteadySeriesWhole) {
    Random random(1);
    std::vector<double> samples(200);
    for (double& sample : samples) sample = 3e6 * (1 + 0.02 * random.normal());
    EXPECT_GE(undisturbed(samples).size(), 196u);
}

TEST(FastMode, FindsTheFastModeEvenWhenMostSamplesAreSlow) {
    const std::vector<double> samples = {2.0, 1.01, 2.1, 1.9, 1.0, 2.0, 2.2, 1.03, 2.0, 1.95};
    EXPECT_THAT(undisturbed(samples), ElementsAre(1, 4, 7));
}

// One lucky sample does not set the bound for all.
TEST(FastMode, SurvivesOneFastOutlierInEleven) {
    std::vector<double> samples(11, 1.0);
    samples[3] = 0.5;
    EXPECT_EQ(undisturbed(samples).size(), 11u);
}

TEST(FastMode, ShortSeries) {
    EXPECT_THAT(undisturbed({}), IsEmpty());
    EXPECT_THAT(undisturbed(std::vector<double>{7}), ElementsAre(0));
    EXPECT_THAT(undisturbed(std::vector<double>{7, 1}), ElementsAre(1));
}

} // namespace
} // namespace vkperftest
