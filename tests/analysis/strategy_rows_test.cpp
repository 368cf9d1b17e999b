// What most rows of a strategy say.
#include "analysis/strategy_rows.h"

#include <gtest/gtest.h>

namespace vkperftest {
namespace {

TEST(StrategyRows, FollowTheMajorityOfTheJudgedRows) {
    constexpr AgainstSet kFaster = AgainstSet::Faster, kSame = AgainstSet::Same, kSlower = AgainstSet::Slower,
                         kUnclear = AgainstSet::Unknown;
    const struct {
        std::vector<AgainstSet> verdicts;
        AgainstSet mostly;
    } kTable[] = {
        {{}, kUnclear},
        {{kUnclear}, kUnclear},
        {{kFaster, kFaster, kSlower}, kFaster},
        {{kFaster, kSlower}, AgainstSet::Depends},
        {{kFaster, kUnclear}, kFaster},
        {{kFaster, kUnclear, kUnclear}, kUnclear}, // a few do not speak for many
        {{kSame, kUnclear, kUnclear}, kSame},
    };
    for (const auto& [verdicts, mostly] : kTable) {
        StrategyRows rows;
        for (const AgainstSet verdict : verdicts) rows.rows.push_back({.name = "", .verdict = verdict});
        EXPECT_EQ(rows.mostly(), mostly) << verdicts.size();
    }
}

TEST(StrategyRows, CountGainsAndLossesOfJudgedRowsOnly) {
    StrategyRows rows;
    EXPECT_EQ(rows.mostFaster(), 1);
    EXPECT_EQ(rows.mostSlower(), 1);
    rows.rows = {{.name = "a", .verdict = AgainstSet::Faster, .times = 0.5},
                 {.name = "b", .verdict = AgainstSet::Unknown, .times = 0.1},
                 {.name = "c", .verdict = AgainstSet::Slower, .times = 3},
                 {.name = "d", .verdict = AgainstSet::Unknown, .times = 9}};
    EXPECT_EQ(rows.mostFaster(), 2);
    EXPECT_EQ(rows.mostSlower(), 3);
    EXPECT_EQ(rows.judged(), 2u);
}

} // namespace
} // namespace vkperftest
