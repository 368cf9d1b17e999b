// Do the 95 % intervals hold the truth in 95 % of the cases? Synthetic series with known medians and fixed
// seeds.
#include <cmath>
#include <numbers>

#include <gmock/gmock.h>

#include "random.h"
#include "stats/interval.h"
#include "stats/paired.h"
#include "stats/undisturbed.h"

namespace vkperftest {
namespace {

constexpr int kSeries = 2000; // the share found then has a standard error of 0.5 %

struct Distribution {
    const char* name;
    double (*draw)(Random&);
    double median;
};

const Distribution kDistributions[] = {
    {"normal", [](Random& random) { return 100 + random.normal(); }, 100},
    {"lognormal", [](Random& random) { return std::exp(random.normal()); }, 1},
    {"exponential", [](Random& random) { return -std::log(random.uniform()); }, std::numbers::ln2},
};

bool holds(const std::optional<Interval>& interval, double value) {
    return interval && interval->low <= value && value <= interval->high;
}

double coverage(const Distribution& distribution, std::size_t n) {
    Random random(n);
    int held = 0;
    for (int i = 0; i < kSeries; ++i) {
        std::vector<double> series(n);
        for (double& value : series) value = distribution.draw(random);
        held += holds(medianInterval(series), distribution.median) ? 1 : 0;
    }
    return static_cast<double>(held) / kSeries;
}

TEST(Coverage, OfTheMedianIsNinetyFivePercent) {
    for (const Distribution& distribution : kDistributions) {
        for (const std::size_t n : {8u, 12u, 30u, 100u, 299u, 300u}) {
            SCOPED_TRACE(testing::Message() << distribution.name << ", " << n << " values");
            const double share = coverage(distribution, n);
            EXPECT_GE(share, 0.93);
            EXPECT_LE(share, 0.97);
        }
    }
}

// Of a software driver's samples, some of them disturbed. What noise beyond 3 % does to the choice of the
// samples is more than the interval knows.
TEST(Coverage, OfTheLevelRatioWithDisturbedSamples) {
    constexpr double kRatio = 1.7;
    constexpr std::size_t kSamples = 35;
    const struct {
        double noise, disturbed, least;
    } kMachines[] = {{0.01, 0, 0.93},   {0.01, 0.5, 0.92}, {0.02, 0, 0.92},
                     {0.02, 0.5, 0.92}, {0.03, 0, 0.87},   {0.03, 0.5, 0.87}};
    for (const auto& [noise, disturbed, least] : kMachines) {
        SCOPED_TRACE(testing::Message() << 100 * noise << " % noise, " << 100 * disturbed << " % disturbed");
        Random random(2000);
        const auto sample = [&, noise = noise, disturbed = disturbed] {
            const double slowness = random.uniform() < disturbed ? 1.15 + random.uniform() : 1;
            return slowness * std::exp(noise * random.normal());
        };
        int held = 0;
        for (int i = 0; i < kSeries; ++i) {
            std::vector<double> reference(kSamples), subject(kSamples);
            for (double& value : reference) value = kRatio * sample();
            for (double& value : subject) value = sample();
            held += holds(levelRatio(reference, subject).interval, kRatio) ? 1 : 0;
        }
        EXPECT_GE(static_cast<double>(held) / kSeries, least);
        EXPECT_LE(static_cast<double>(held) / kSeries, 0.98);
    }
}

// Baseline and row slow down together, as on a device that throttles; each sample has noise of its own.
TEST(Coverage, OfThePairedRatioSurvivesCommonDrift) {
    constexpr double kRatio = 1.7;
    for (const std::size_t n : {8u, 12u, 30u, 100u}) {
        SCOPED_TRACE(n);
        Random random(1000 + n);
        int held = 0;
        double width = 0;
        for (int i = 0; i < kSeries; ++i) {
            std::vector<double> reference, subject;
            for (std::size_t k = 0; k < n; ++k) {
                const double slowness = 1 + 0.5 * static_cast<double>(k) / static_cast<double>(n);
                reference.push_back(kRatio * slowness * std::exp(0.01 * random.normal()));
                subject.push_back(slowness * std::exp(0.01 * random.normal()));
            }
            const PairedRatio ratio = pairedRatio(reference, subject);
            held += holds(ratio.interval, kRatio) ? 1 : 0;
            width += relativeWidth(ratio).value_or(1) / kSeries;
        }
        EXPECT_GE(static_cast<double>(held) / kSeries, 0.90);
        EXPECT_LE(static_cast<double>(held) / kSeries, 0.97);
        EXPECT_LT(width, 0.05); // the drift of 50 % does not show
    }
}

} // namespace
} // namespace vkperftest
