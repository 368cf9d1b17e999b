#include "stats/interval.h"

#include <cmath>
#include <vector>

#include <gmock/gmock.h>

namespace vkperftest {
namespace rank_correlation_test {

using Series = std::vector<double>;

TEST(RankCorrelation, OfOneOrderIsOneAndOfTheOppositeMinusOne) {
    EXPECT_EQ(rankCorrelation(Series{3, 1, 2, 9}, Series{-3, -8, -4, 0}), 1);
    EXPECT_EQ(rankCorrelation(Series{1, 1, 2, 3, 3, 3}, Series{0, 0, 5, 7, 7, 7}), 1);
    EXPECT_EQ(rankCorrelation(Series{1, 1, 2, 3}, Series{7, 7, 6, 5}), -1);
}

TEST(RankCorrelation, IsNothingForTooFewPairsOrAConstantSide) {
    EXPECT_EQ(rankCorrelation(Series{1, 2}, Series{1, 2}), std::nullopt);
    EXPECT_EQ(rankCorrelation(Series{1, 2, 3}, Series{4, 4, 4}), std::nullopt);
    EXPECT_EQ(rankCorrelation(Series{4, 4, 4}, Series{1, 2, 3}), std::nullopt);
}

// Without ties it is 1 - 6 Σd² / (n (n² - 1)).
TEST(RankCorrelation, WithoutTiesIsThatOfTheRankDifferences) {
    EXPECT_NEAR(*rankCorrelation(Series{1, 2, 3, 4, 5}, Series{2, 1, 4, 3, 5}), 1 - 6 * 4.0 / 120, 1e-15);
    EXPECT_NEAR(*rankCorrelation(Series{10, 20, 30, 40}, Series{3, 9, 1, 5}), 1 - 6 * 10.0 / 60, 1e-15);
}

// By hand: ranks 1 2.5 2.5 4 and 1 3 2 4, less their mean -1.5 0 0 1.5 and -1.5 0.5 -0.5 1.5. Products 4.5,
// squares 4.5 and 5.
TEST(RankCorrelation, GivesTiesTheirMeanRank) {
    EXPECT_NEAR(*rankCorrelation(Series{5, 6, 6, 8}, Series{0.1, 0.3, 0.2, 0.4}), std::sqrt(0.9), 1e-15);
    // Ranks 2 2 2 4 and 1.5 3 1.5 4: -0.5 -0.5 -0.5 1.5 and -1 0.5 -1 1.5. Products 3, squares 3 and 4.5.
    EXPECT_NEAR(*rankCorrelation(Series{0, 0, 0, 1}, Series{2, 5, 2, 9}), 3 / std::sqrt(13.5), 1e-15);
}

} // namespace rank_correlation_test
} // namespace vkperftest
