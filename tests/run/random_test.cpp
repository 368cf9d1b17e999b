#include "run/differential_sample.h"

#include <algorithm>
#include <map>
#include <numeric>

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

std::vector<int> shuffled(int count, std::uint64_t seed) {
    std::vector<int> items(static_cast<std::size_t>(count));
    std::iota(items.begin(), items.end(), 0);
    std::mt19937_64 random(seed);
    shuffle(items, random);
    return items;
}

TEST(Shuffle, KeepsTheItems) {
    for (const int count : {0, 1, 2, 10, 138}) {
        std::vector<int> items = shuffled(count, 5);
        std::sort(items.begin(), items.end());
        for (int i = 0; i < count; ++i) ASSERT_EQ(items[static_cast<std::size_t>(i)], i);
        EXPECT_EQ(items.size(), static_cast<std::size_t>(count));
    }
}

TEST(Shuffle, FollowsTheSeed) {
    EXPECT_EQ(shuffled(20, 7), shuffled(20, 7));
    EXPECT_NE(shuffled(20, 7), shuffled(20, 8));
}

TEST(Shuffle, GivesEveryOrderEqualOften) {
    std::map<std::vector<int>, int> seen;
    constexpr int kTries = 2400;
    std::mt19937_64 random(11);
    for (int i = 0; i < kTries; ++i) {
        std::vector<int> items = {0, 1, 2, 3};
        shuffle(items, random);
        ++seen[items];
    }
    EXPECT_EQ(seen.size(), 24u);
    for (const auto& [order, count] : seen) {
        // 100 expected; five standard deviations of 9.8.
        EXPECT_GT(count, 50) << testing::PrintToString(order);
        EXPECT_LT(count, 150) << testing::PrintToString(order);
    }
}

} // namespace
} // namespace vkperftest
