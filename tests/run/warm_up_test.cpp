#include "run/stopping.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

// Adds samples until done; how many that were, at most `most`.
template <class Sample>
std::size_t samplesUntilDone(WarmUp& warmUp, Sample sample, std::size_t most = 10000) {
    std::size_t count = 0;
    while (!warmUp.done() && count < most) warmUp.add(sample(count++));
    return count;
}

TEST(WarmUp, OfASteadyDeviceLastsTwoWindows) {
    WarmUp warmUp({.leastNanoseconds = 0, .mostNanoseconds = 1e9});
    EXPECT_EQ(samplesUntilDone(warmUp, [](std::size_t) { return 3e6; }), 2 * WarmUp::kWindow);
    EXPECT_TRUE(warmUp.converged());
}

TEST(WarmUp, LastsTheLeastBusyTime) {
    WarmUp warmUp({.leastNanoseconds = 300e6, .mostNanoseconds = 2000e6});
    EXPECT_EQ(samplesUntilDone(warmUp, [](std::size_t) { return 3e6; }), 100u);
    EXPECT_TRUE(warmUp.converged());
}

TEST(WarmUp, WaitsUntilARampIsFlat) {
    // 10 % faster with each sample, flat from sample 40 on.
    const auto ramp = [](std::size_t i) {
        return 1e6 * std::pow(0.9, static_cast<double>(std::min<std::size_t>(i, 40)));
    };
    WarmUp warmUp({.leastNanoseconds = 0, .mostNanoseconds = 1e12});
    const std::size_t count = samplesUntilDone(warmUp, ramp);
    EXPECT_TRUE(warmUp.converged());
    // The median of the window before must be flat too: three of its five samples.
    EXPECT_EQ(count, 40 + 3 + WarmUp::kWindow);
}

TEST(WarmUp, GivesUpOnADeviceThatNeverSettles) {
    WarmUp warmUp({.leastNanoseconds = 10e6, .mostNanoseconds = 100e6});
    double busy = 0;
    samplesUntilDone(warmUp, [&](std::size_t i) {
        const double sample = 1e6 * std::pow(1.01, static_cast<double>(i));
        busy += sample;
        return sample;
    });
    EXPECT_TRUE(warmUp.done());
    EXPECT_FALSE(warmUp.converged());
    EXPECT_GE(busy, 100e6);
    EXPECT_LT(busy, 102e6); // ends with the first sample beyond
}

TEST(WarmUp, IgnoresSingleOutliers) {
    WarmUp warmUp({.leastNanoseconds = 0, .mostNanoseconds = 1e12});
    EXPECT_EQ(samplesUntilDone(warmUp, [](std::size_t i) { return i % 5 == 2 ? 5e7 : 3e6; }),
              2 * WarmUp::kWindow);
}

TEST(WarmUp, AgreementHasTwoSides) {
    for (const double step : {0.98, 0.992, 1.008, 1.02}) {
        WarmUp warmUp({.leastNanoseconds = 0, .mostNanoseconds = 1e12, .agreement = 0.01});
        for (std::size_t i = 0; i < 2 * WarmUp::kWindow; ++i)
            warmUp.add(i < WarmUp::kWindow ? 1e6 : step * 1e6);
        EXPECT_EQ(warmUp.converged(), std::abs(step - 1) < 0.01) << step;
    }
}

} // namespace
} // namespace vkperftest
