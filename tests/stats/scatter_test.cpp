#include "stats/scatter.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <gmock/gmock.h>

#include "random.h"

namespace vkperftest::scatter_test {

using Rows = std::vector<Scatter>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Sums, OfValues) {
    const Sums of = sums(std::vector<double>{1, 2, 6});
    EXPECT_DOUBLE_EQ(of.mean, 3);
    EXPECT_DOUBLE_EQ(of.squares, 4 + 1 + 9);
    EXPECT_DOUBLE_EQ(of.scatter().variance, 7);
    EXPECT_DOUBLE_EQ(of.scatter().freedom, 2);
    EXPECT_DOUBLE_EQ(of.meanScatter().variance, 7.0 / 3);
}

TEST(Scatter, AddsUpWithWelchsFreedom) {
    const Scatter equal = sum({2, 5}, {2, 5});
    EXPECT_DOUBLE_EQ(equal.variance, 4);
    EXPECT_DOUBLE_EQ(equal.freedom, 10);
    const Scatter lopsided = sum({2, 5}, {0, 100}); // an exact value adds nothing
    EXPECT_DOUBLE_EQ(lopsided.variance, 2);
    EXPECT_DOUBLE_EQ(lopsided.freedom, 5);
    EXPECT_EQ(sum({2, kInfinity}, {1, kInfinity}).freedom, kInfinity);
}

TEST(Reach, IsStudents) {
    EXPECT_NEAR(marginOfError({1, kInfinity}), 1.959964, 1e-6);
    EXPECT_NEAR(marginOfError({4, 10}), 2 * 2.228139, 1e-6);
    EXPECT_EQ(marginOfError({0, 3}), 0);
}

// What the prior says a row's true variance is; infinite freedom: always the same.
double trueVariance(Random& random, double variance, int freedom) {
    return freedom == 0 ? variance : variance * freedom / random.chiSquare(freedom);
}

Rows drawRows(Random& random, std::size_t count, const std::vector<int>& rowFreedoms, double variance,
              int priorFreedom) {
    Rows rows;
    for (std::size_t i = 0; i < count; ++i) {
        const int freedom = rowFreedoms[i % rowFreedoms.size()];
        const double own = trueVariance(random, variance, priorFreedom);
        rows.push_back({own * random.chiSquare(freedom) / freedom, static_cast<double>(freedom)});
    }
    return rows;
}

// Two rows of two degrees of freedom, variances s²/r and s² r: digamma(1) is minus Euler's gamma and trigamma(1) is
// π²/6, so both logs are shifted by gamma and, with L = log r, their variance is 2 L². At L = π/√6 the prior's part, 2
// L² - π²/6, is trigamma(1) again and its freedom 2, which shifts the mean back by gamma.
TEST(FitPrior, IsThatOfTheFormulaWhereItHasAClosedForm) {
    const double ratio = std::exp(std::numbers::pi / std::sqrt(6.0));
    const Scatter prior = fitPrior(Rows{{3 / ratio, 2}, {3 * ratio, 2}});
    EXPECT_NEAR(prior.freedom, 2, 1e-6);
    EXPECT_NEAR(prior.variance, 3, 1e-6);
}

// The log of a sample variance of two degrees of freedom lies Euler's gamma too low on average.
TEST(FitPrior, OfEqualVariancesHasTheFreedomOfAll) {
    const Scatter prior = fitPrior(Rows(20, {7, 2}));
    EXPECT_EQ(prior.freedom, 40);
    EXPECT_NEAR(prior.variance, 7 * std::exp(std::numbers::egamma), 1e-9);
}

TEST(FitPrior, IgnoresRowsWithoutFreedom) {
    const Rows rows = {{1, 3}, {4, 3}, {9, 5}};
    Rows more = rows;
    more.push_back({1000, 0});
    more.insert(more.begin(), {0, -1});
    const Scatter expected = fitPrior(rows);
    const Scatter prior = fitPrior(more);
    EXPECT_EQ(prior.variance, expected.variance);
    EXPECT_EQ(prior.freedom, expected.freedom);
}

TEST(FitPrior, LearnsNothingFromTooFewRowsOrWhereMostVariancesAreZero) {
    for (const Rows& rows : {Rows{}, Rows{{3, 0}, {4, 0}}, Rows(5, {0, 3}), Rows{{0, 3}, {0, 3}, {2, 3}}}) {
        EXPECT_EQ(fitPrior(rows).variance, 0);
        EXPECT_EQ(fitPrior(rows).freedom, 0);
    }
    EXPECT_EQ(fitPrior(Rows{{3, 4}}).variance, 3);
    EXPECT_EQ(fitPrior(Rows{{3, 4}}).freedom, 0);
    EXPECT_GT(fitPrior(Rows{{0, 3}, {0, 3}, {2, 3}, {3, 3}}).freedom, 0);
}

TEST(FitPrior, TakesAZeroVarianceForASmallOne) {
    const Scatter zero = fitPrior(Rows{{0, 3}, {2, 3}, {3, 3}, {4, 3}, {5, 3}});
    const Scatter small = fitPrior(Rows{{3e-5, 3}, {2, 3}, {3, 3}, {4, 3}, {5, 3}});
    EXPECT_DOUBLE_EQ(zero.variance, small.variance);
    EXPECT_DOUBLE_EQ(zero.freedom, small.freedom);
    EXPECT_GT(zero.variance, 0);
    EXPECT_GT(zero.freedom, 0);
}

TEST(FitPrior, RecoversWhatTheRowsWereDrawnFrom) {
    constexpr double kVariance = 0.01;
    for (const int freedom : {1, 4, 10}) {
        for (const std::vector<int>& rowFreedoms : {std::vector{6}, std::vector{3, 6, 20}}) {
            SCOPED_TRACE(testing::Message() << freedom << ", " << rowFreedoms.size());
            Random random(static_cast<std::uint64_t>(freedom));
            const Scatter prior = fitPrior(drawRows(random, 20000, rowFreedoms, kVariance, freedom));
            EXPECT_NEAR(prior.freedom / freedom, 1, 0.15);
            EXPECT_NEAR(prior.variance / kVariance, 1, 0.05);
        }
    }
}

TEST(Moderate, AveragesByFreedomOrTakesTheOneThatIsKnown) {
    const struct {
        Scatter row;
        Scatter prior;
        Scatter posterior;
        double steadied; // variance: the row's own if it lies far from both
    } kTable[] = {
        {{10, 6}, {2, 2}, {8, 8}, 8},
        {{10, 2}, {2, 6}, {4, 8}, 4},
        {{17, 2}, {2, 18}, {3.5, 20}, 17},
        {{10, 6}, {2, kInfinity}, {2, kInfinity}, 10},
        {{10, 0}, {2, kInfinity}, {2, kInfinity}, 10},
        {{10, 0}, {2, 3}, {2, 3}, 10},
        {{10, 6}, {2, 0}, {10, 6}, 10},
        {{10, 6}, {}, {10, 6}, 10},
        {{}, {}, {}, 0},
    };
    for (const auto& [row, prior, posterior, own] : kTable) {
        EXPECT_EQ(moderate(row, prior).variance, posterior.variance);
        EXPECT_EQ(moderate(row, prior).freedom, posterior.freedom);
        EXPECT_EQ(steadied(row, prior).variance, own);
    }
}

} // namespace vkperftest::scatter_test
