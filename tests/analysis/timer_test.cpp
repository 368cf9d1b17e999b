#include "analysis/core_clock.h"
#include "analysis/figures.h"

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

std::optional<double> errorOf(std::optional<TimerRate> rate) {
    RunResult run;
    run.timerRate = rate;
    return timerError(run);
}

TEST(TimerError, IsKnownBeyondTwoPercentAlone) {
    EXPECT_FALSE(errorOf(std::nullopt));
    EXPECT_FALSE(errorOf(TimerRate{0.999, 1.001, 3}));
    EXPECT_FALSE(errorOf(TimerRate{1.019, 1.025, 3})) << "it may be right to 2 %";
    EXPECT_FALSE(errorOf(TimerRate{0.5, 2, 3})) << "nothing is known";
    EXPECT_FALSE(errorOf(TimerRate{0.975, 0.981, 3}));
    EXPECT_DOUBLE_EQ(*errorOf(TimerRate{1.021, 1.029, 3}), 1.025);
    EXPECT_DOUBLE_EQ(*errorOf(TimerRate{0.495, 0.505, 3}), 0.5);
    EXPECT_DOUBLE_EQ(*errorOf(TimerRate{1.99, 2.01, 3}), 2);
}

} // namespace
} // namespace vkperftest
