// Curves with injected caches, made by a model of caches and noise that knows nothing of the rule under test.
#include "stats/steps.h"

#include <algorithm>
#include <cmath>

#include "matchers.h"
#include "random.h"

namespace vkperftest::steps_test {

constexpr std::size_t kSizes = 19; // 256 B to 64 MB in octaves

double sizeOf(std::size_t point) {
    return 256 * std::pow(2.0, static_cast<double>(point));
}

// What disturbs a curve.
struct Noise {
    const char* name;
    double relative = 0;    // deviation of a sample
    double ofPoint = 0;     // deviation that all samples of a point share
    double disturbed = 0;   // share of samples that other work slows up to threefold
    double wholePoints = 0; // share of points of which nearly all samples are slowed so
    double soft = 0;        // octaves over which a level goes over into the next
    double conflicts = 0;   // share of misses when the size is just as large as the cache
};

const Noise kNoises[] = {
    {.name = "none"},
    {.name = "quiet", .relative = 0.01},
    {.name = "noisy", .relative = 0.04},
    {.name = "placement", .relative = 0.01, .ofPoint = 0.015},
    {.name = "disturbed samples", .relative = 0.01, .disturbed = 0.25},
    {.name = "disturbed points", .relative = 0.01, .wholePoints = 0.03},
    {.name = "soft", .relative = 0.01, .soft = 0.25},
    {.name = "conflicts", .relative = 0.01, .conflicts = 0.3},
    {.name = "all", .relative = 0.02, .ofPoint = 0.01, .disturbed = 0.15, .soft = 0.2, .conflicts = 0.1},
};

struct Injected {
    std::vector<double> sizes; // of the caches
    std::vector<double> times; // one more: the memory's
};

// Caches at least 16 times as large as the one before, so that three windows or more fit each alone.
Injected injectCaches(Random& random, int caches) {
    Injected injected;
    double size = 2048 * std::pow(2.0, 3 * random.uniform()), time = 1 + 30 * random.uniform();
    for (int i = 0; i < caches; ++i) {
        injected.sizes.push_back(size);
        injected.times.push_back(time);
        size *= 16 * std::pow(2.0, (caches > 2 ? 0.5 : 2) * random.uniform());
        time *= 1.5 + 4 * random.uniform();
    }
    injected.times.push_back(time);
    return injected;
}

// The time of a load: what misses a cache is loaded from the next.
double timeIn(const Injected& injected, double window, const Noise& noise) {
    double time = injected.times[0];
    for (std::size_t i = 0; i < injected.sizes.size(); ++i) {
        const double octaves = std::log2(window / injected.sizes[i]);
        double misses = octaves > 0 ? 1 : 0;
        if (noise.soft > 0) misses = 1 / (1 + std::exp(-octaves / (noise.soft / 2)));
        if (octaves <= 0 && octaves > -1) misses = std::max(misses, noise.conflicts * (1 + octaves));
        time += misses * (injected.times[i + 1] - injected.times[i]);
    }
    return time;
}

std::vector<CurvePoint> curveOf(const Injected& injected, const Noise& noise, Random& random) {
    constexpr std::size_t kSamples = 15;
    std::vector<CurvePoint> curve;
    for (std::size_t point = 0; point < kSizes; ++point) {
        const double truth =
            timeIn(injected, sizeOf(point), noise) * std::exp(noise.ofPoint * random.normal());
        const double disturbed = random.uniform() < noise.wholePoints ? 0.9 : noise.disturbed;
        std::vector<double> samples;
        for (std::size_t i = 0; i < kSamples; ++i) {
            double sample = truth * std::exp(noise.relative * random.normal());
            if (random.uniform() < disturbed) sample *= 1 + 2 * random.uniform();
            samples.push_back(sample);
        }
        curve.push_back({median(samples), medianInterval(samples)});
    }
    return curve;
}

// How many steps of the sweep the level's end is off: the last window that fits the cache is the truth.
double stepsOff(const CurveLevel& level, double size) {
    const double fits = std::floor(std::log2(size / sizeOf(0)));
    return std::abs(static_cast<double>(level.last) - fits);
}

struct Score {
    int curves = 0, sizesRight = 0, ratesRight = 0;
};

Score scoreOf(const Noise& noise) {
    constexpr int kCurvesOfAKind = 300;
    Score score;
    Random random(7);
    for (int i = 0; i < kCurvesOfAKind; ++i) {
        const Injected injected = injectCaches(random, 1 + i % 3);
        const std::vector<CurveLevel> levels = findLevels(curveOf(injected, noise, random));
        ++score.curves;
        bool sizes = levels.size() == injected.times.size(), rates = sizes;
        for (std::size_t level = 0; sizes && level < levels.size(); ++level) {
            if (level < injected.sizes.size()) sizes = stepsOff(levels[level], injected.sizes[level]) <= 1;
            rates = rates && std::abs(levels[level].time / injected.times[level] - 1) <= 0.03;
        }
        score.sizesRight += sizes ? 1 : 0;
        score.ratesRight += rates ? 1 : 0;
    }
    return score;
}

TEST(Steps, FindInjectedCaches) {
    for (const Noise& noise : kNoises) {
        SCOPED_TRACE(noise.name);
        const Score score = scoreOf(noise);
        EXPECT_GE(score.sizesRight, 0.95 * score.curves);
        EXPECT_GE(score.ratesRight, 0.95 * score.curves);
    }
}

TEST(Steps, FindNoneOnFlatCurves) {
    constexpr int kTries = 200;
    for (const Noise& noise : kNoises) {
        SCOPED_TRACE(noise.name);
        Random random(11);
        for (int i = 0; i < kTries; ++i) {
            const std::vector<CurveLevel> levels = findLevels(curveOf({{}, {20}}, noise, random));
            ASSERT_THAT(levels, SizeIs(1));
            ASSERT_FALSE(hasStep(levels));
            EXPECT_NEAR(levels[0].time, 20, 0.6);
        }
    }
}

std::vector<CurvePoint> exactCurve(const std::vector<double>& times) {
    std::vector<CurvePoint> curve;
    for (const double time : times) curve.push_back({time, Interval{time * 0.999, time * 1.001}});
    return curve;
}

// Nothing marks where one level would end, wherever the curve is divided.
TEST(Steps, ASlopeHasNone) {
    for (const double rise : {1.02, 1.03, 1.05, 1.08, 1.12, 1.2, 1.5}) {
        std::vector<double> times = {20};
        while (times.size() < 19) times.push_back(times.back() * rise);
        EXPECT_FALSE(hasStep(findLevels(exactCurve(times)))) << rise;
    }
}

TEST(Steps, ALevelIsKnownToEndWithoutANextOne) {
    const std::vector<CurveLevel> levels = findLevels(exactCurve({10, 10, 10, 10, 14, 20, 31}));
    ASSERT_THAT(levels, SizeIs(1));
    EXPECT_EQ(levels[0].last, 3u);
    EXPECT_TRUE(levels[0].ends);
    EXPECT_TRUE(hasStep(levels));
    EXPECT_FALSE(levels[0].mayEnd);
}

// It may be disturbed.
TEST(Steps, OfOneSlowerPointAreNotSure) {
    const std::vector<CurveLevel> levels = findLevels(exactCurve({10, 10, 10, 10, 14}));
    ASSERT_THAT(levels, SizeIs(1));
    EXPECT_TRUE(levels[0].mayEnd);
    EXPECT_FALSE(hasStep(levels));
    for (const std::vector<double>& none : {std::vector<double>{10, 10, 10, 10, 11}, {10, 10, 10, 10}})
        EXPECT_FALSE(findLevels(exactCurve(none)).front().mayEnd);
}

TEST(Steps, NeedNoIntervals) {
    std::vector<CurvePoint> curve = exactCurve({10, 10, 10, 40, 40, 40});
    for (CurvePoint& point : curve) point.interval.reset();
    EXPECT_THAT(findLevels(curve), SizeIs(2));
    EXPECT_THAT(findLevels({}), SizeIs(0));
    EXPECT_FALSE(hasStep(findLevels(exactCurve({10, 10, 10, 10, 11, 11, 11, 11})))); // a small difference
    EXPECT_TRUE(hasStep(findLevels(exactCurve({10, 10, 10, 10, 12, 12, 12, 12}))));
}

} // namespace vkperftest::steps_test
