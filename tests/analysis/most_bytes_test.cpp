#include "analysis/figures.h"
#include "analysis/l1_limit.h"

#include <gmock/gmock.h>

#include "cases/families/families.h"

namespace vkperftest {
namespace {

TEST(MostBytes, AreThoseOfTheLinearRowThatDeliversMost) {
    RunResult run;
    for (const Case& row : {Case{rawLoad(4), Pattern::Linear, Technique::Floor}, // loads nothing
                            Case{rawLoad(1), Pattern::Linear},                   // 4 bytes, 100 and 90 loads
                            Case{rawLoad(4), Pattern::Linear},                   // 16 bytes, 30 and 31
                            Case{rawLoad(4)},                                    // the same bytes for all
                            Case{nearestSample(Format::R8), Pattern::Linear}})   // reads more than it returns
        run.rows.push_back({.load = factsOf(row), .strategies = {{.strategy = "set"}, {.strategy = "push"}}});
    RunFigures figures{.run = &run};
    const double loads[][2] = {{700, 700}, {100, 90}, {30, 31}, {500, 500}, {900, 900}};
    for (std::size_t i = 0; i < run.rows.size(); ++i) {
        RowFigures row{.row = &run.rows[i]};
        for (const double each : loads[i])
            row.strategies.push_back(StrategyFigures{.loadsPerNanosecond = each});
        figures.rows.push_back(row);
    }
    const std::optional<MostBytes> most = mostBytes(figures);
    ASSERT_TRUE(most);
    EXPECT_EQ(most->row, &run.rows[2]);
    EXPECT_EQ(most->strategy, "push");
    EXPECT_EQ(most->bytesPerNanosecond, 16 * 31);

    run.timerRate = {1.99, 2.01, 5};
    EXPECT_FALSE(mostBytes(figures));
    run.timerRate.reset();
    run.settings.cpu = true;
    EXPECT_FALSE(mostBytes(figures));
}

} // namespace
} // namespace vkperftest
