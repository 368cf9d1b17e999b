// Do the 95 % intervals hold the truth in 95 % of the cases? Synthetic series with known medians and fixed seeds.
#include <cmath>
#include <numbers>

#include <gmock/gmock.h>

#include "random.h"
#include "stats/interval.h"

namespace vkperftest::coverage_test {

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

// A software driver on a host that switches between a fast and a slow mode, and disturbs single samples. A sample
// lasts `milliseconds`, the baseline's 1 ms; three pairs follow one another in a visit.
TEST(Coverage, OfThePairedRatioOnAHostWithTwoModes) {
    constexpr double kRatio = 1.7;
    constexpr std::size_t kVisits = 14, kRepeats = 3;
    const struct {
        double disturbed, milliseconds, least;
    } kMachines[] = {{0, 1, 0.90}, {0, 6, 0.90}, {0.3, 1, 0.90}, {0.3, 6, 0.90}};
    for (const auto& [disturbed, milliseconds, least] : kMachines) {
        SCOPED_TRACE(testing::Message() << 100 * disturbed << " % disturbed, " << milliseconds << " ms");
        Random random(2000);
        bool slow = false;
        const auto slowness =
            [&, disturbed = disturbed](double lasting) { // of a sample that lasts so many milliseconds
                double sum = 0;
                for (double t = 0; t < lasting; ++t) {
                    if (random.uniform() < 0.1) slow = !slow;
                    sum += slow ? 1.2 : 1.0;
                }
                return sum / lasting * std::exp(0.01 * random.normal()) *
                       (random.uniform() < disturbed ? 1.15 + random.uniform() : 1);
            };
        int held = 0;
        for (int i = 0; i < kSeries; ++i) {
            std::vector<double> reference, subject;
            for (std::size_t visit = 0; visit < kVisits; ++visit) {
                slow = random.uniform() < 0.5;
                for (std::size_t repeat = 0; repeat < kRepeats; ++repeat) {
                    reference.push_back(kRatio * slowness(1));
                    subject.push_back(slowness(milliseconds));
                }
            }
            held += holds(pairedRatio(reference, subject).interval, kRatio) ? 1 : 0;
        }
        EXPECT_GE(static_cast<double>(held) / kSeries, least);
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

} // namespace vkperftest::coverage_test
