#include "stats/paired.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gmock/gmock.h>

#include "random.h"

namespace vkperftest {
namespace fast_pairs_test {

using Series = std::vector<double>;

struct Noise {
    const char* name;
    double ofSample = 0; // relative standard deviation
    double ofClock = 0;  // of both samples of a pair alike
    double disturbed =
        0; // share of the reference's samples that take up to 30 % longer, and of the subject's
    double subjectDisturbed = 0;
    double shortened = 0; // share of all samples that come out up to 30 % too small
};

// Samples of two programs that take equally long.
struct Sampled {
    Series reference, subject;
};

Sampled sampled(const Noise& noise, std::size_t count, Random& random) {
    Sampled pairs;
    const auto sample = [&](double clock, double disturbed) {
        const double late = random.uniform() < disturbed ? 1 + 0.3 * random.uniform() : 1;
        const double early =
            noise.shortened > 0 && random.uniform() < noise.shortened ? 1 - 0.3 * random.uniform() : 1;
        return std::exp(clock + noise.ofSample * random.normal()) * late * early;
    };
    for (std::size_t i = 0; i < count; ++i) {
        const double clock = noise.ofClock * random.normal();
        pairs.reference.push_back(sample(clock, noise.disturbed));
        pairs.subject.push_back(sample(clock, noise.subjectDisturbed));
    }
    return pairs;
}

// How many of 1,000 rows of so many samples are marked.
template <class IsMarked> int marked(const Noise& noise, std::size_t count, const IsMarked& isMarked) {
    Random random(7);
    int all = 0;
    for (int row = 0; row < 1000; ++row) all += isMarked(sampled(noise, count, random)) ? 1 : 0;
    return all;
}

bool byFastPairs(const Sampled& pairs) {
    return fastestDisagree(pairedRatio(pairs.reference, pairs.subject));
}

bool byMinima(const Sampled& pairs) {
    const double median = pairedRatio(pairs.reference, pairs.subject).median;
    const double fastest = *std::min_element(pairs.reference.begin(), pairs.reference.end()) /
                           *std::min_element(pairs.subject.begin(), pairs.subject.end());
    return fastestDisagree({.median = median, .ofFastest = fastest});
}

TEST(FastPairs, DoNotDisagreeByChance) {
    constexpr Noise kNoises[] = {
        {.name = "quiet", .ofSample = 0.002},
        {.name = "noisy", .ofSample = 0.01},
        {.name = "very noisy", .ofSample = 0.05},
        {.name = "a clock that wanders", .ofSample = 0.003, .ofClock = 0.03},
        {.name = "disturbed", .ofSample = 0.003, .disturbed = 0.1, .subjectDisturbed = 0.1},
        {.name = "disturbed more",
         .ofSample = 0.005,
         .ofClock = 0.03,
         .disturbed = 0.2,
         .subjectDisturbed = 0.2},
        {.name = "the reference alone", .ofSample = 0.003, .ofClock = 0.02, .disturbed = 0.2},
        {.name = "the subject alone", .ofSample = 0.003, .ofClock = 0.02, .subjectDisturbed = 0.2},
        {.name = "disturbed seldom",
         .ofSample = 0.003,
         .disturbed = 0.02,
         .subjectDisturbed = 0.02,
         .shortened = 0.01}};
    for (const Noise& noise : kNoises) {
        for (const std::size_t count : {8u, 9u, 10u, 12u, 35u, 100u})
            EXPECT_LE(marked(noise, count, byFastPairs), 10) << noise.name << ", " << count << " samples";
    }
    EXPECT_GT(marked(kNoises[2], 12, byMinima), 500); // what minima do in noise
}

// Of a subject that takes so much longer in most of its pairs; the interval is narrow where they all do.
TEST(FastPairs, TellOfAProgramThatIsSlowMostOfTheTime) {
    for (const bool subject : {true, false}) {
        Sampled pairs = sampled({.ofSample = 0.002, .ofClock = 0.02}, 40, *std::make_unique<Random>(3));
        Series& slow = subject ? pairs.subject : pairs.reference;
        for (std::size_t i = 0; i < slow.size(); ++i) slow[i] *= i % 5 == 0 ? 1 : 1.2;
        const PairedRatio ratio = pairedRatio(pairs.reference, pairs.subject);
        EXPECT_TRUE(fastestDisagree(ratio));
        EXPECT_NEAR(ratio.median, subject ? 1 / 1.2 : 1.2, 0.01);
        EXPECT_NEAR(*ratio.ofFastest, 1, 0.03);
    }
}

TEST(FastPairs, OneIsNone) {
    for (const std::size_t count : {8u, 9u, 10u, 12u}) {
        for (const double factor : {0.2, 0.7, 1.4, 5.0}) {
            Series subject(count, 5.0);
            subject[7] *= factor;
            EXPECT_EQ(pairedRatio(Series(count, 10.0), subject).ofFastest, 2) << count << ", " << factor;
            EXPECT_EQ(pairedRatio(subject, Series(count, 10.0)).ofFastest, 0.5) << count << ", " << factor;
        }
    }
    Series subject(12, 5.0);
    subject[7] = subject[8] = 1;
    EXPECT_GT(*pairedRatio(Series(12, 10.0), subject).ofFastest, 8);
}

// A sample is the difference of a long and a short dispatch: where something delays the short one, it is too
// small.
TEST(FastPairs, AShortDispatchThatIsDelayedIsNone) {
    const Series ratios = {1.008, 1.001, 1.003, 0.999, 0.709, 1.001, 0.999, 0.995};
    EXPECT_FALSE(fastestDisagree(pairedRatio(ratios, Series(8, 1.0))));
    EXPECT_FALSE(fastestDisagree(pairedRatio(Series(8, 1.0), ratios)));
}

TEST(FastPairs, FewSayNothing) {
    EXPECT_EQ(pairedRatio(Series(5, 10.0), Series{5, 5, 1, 1, 5}).ofFastest, 2);
}

} // namespace fast_pairs_test
} // namespace vkperftest
