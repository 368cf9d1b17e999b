// What most rows of a strategy say.
#include "analysis/strategy_rows.h"

#include <gtest/gtest.h>

namespace vkperftest {
namespace {

TEST(StrategyRows, FollowTheMajorityOfTheJudgedRows) {
    using enum Verdict;
    const struct {
        std::vector<Verdict> verdicts;
        Verdict mostly;
        Inconclusive why = Inconclusive::Reported;
    } kTable[] = {
        {{}, Unknown, Inconclusive::SomeUnknown},
        {{Unknown}, Unknown, Inconclusive::SomeUnknown},
        {{Better, Better, Worse}, Better},
        {{Better, Worse}, Unknown, Inconclusive::RowsDiffer},
        {{Better, Unknown}, Better},
        {{Better, Unknown, Unknown}, Unknown, Inconclusive::SomeUnknown}, // a few do not speak for many
        {{Same, Unknown, Unknown}, Same},
    };
    for (const auto& [verdicts, mostly, why] : kTable) {
        StrategyRows rows;
        for (const Verdict verdict : verdicts) rows.rows.push_back({.name = "", .verdict = verdict});
        EXPECT_EQ(rows.mostly().verdict, mostly) << verdicts.size();
        EXPECT_EQ(rows.mostly().why.kind, why) << verdicts.size();
    }
}

TEST(StrategyRows, CountJudgedRowsOnly) {
    StrategyRows rows;
    rows.rows = {
        {.name = "a", .verdict = Verdict::Better}, {.name = "b"}, {.name = "c", .verdict = Verdict::Worse}};
    EXPECT_EQ(rows.judged(), 2u);
}

} // namespace
} // namespace vkperftest
