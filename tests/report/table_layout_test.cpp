#include "report/writers.h"

#include <gmock/gmock.h>

#include "base/text.h"
#include "sample_run.h"
#include "written.h"

namespace vkperftest {
namespace {

std::string onLines(std::size_t width, const Grid& grid, bool bars = false) {
    const Display display{.width = width, .proseWidth = width, .bars = bars};
    return written("table", {.sections = {{.grid = grid}}}, display);
}

TEST(RatioCell, HasARatioAndMarks) {
    const RatioCell marked = ratioCell("10.250x? ±1.2%");
    EXPECT_EQ(marked.ratio, "10.250x");
    EXPECT_EQ(marked.marks, "? ±1.2%");
    EXPECT_EQ(marked.value, 10.25);
    for (const char* other : {"", "failed", "x", "not measured", "max"}) {
        EXPECT_EQ(ratioCell(other).ratio, "") << other;
        EXPECT_EQ(ratioCell(other).marks, other);
    }
}

TEST(TableLayout, WhatSaysTheSameEverywhereIsToldOnceWhereThereIsNoRoom) {
    const Grid grid{{{"row"}, {"strategy"}, {"verdict"}, {"empty"}},
                    {{"first", "set", "SAME", ""}, {"second", "set", "FASTER", ""}}};
    EXPECT_EQ(onLines(80, grid), "row     strategy  verdict  empty\n"
                                 "first   set       SAME\n"
                                 "second  set       FASTER\n");
    EXPECT_EQ(onLines(20, grid), "strategy: set\n\n"
                                 "row     verdict\n"
                                 "first   SAME\n"
                                 "second  FASTER\n");
}

TEST(TableLayout, SpareColumnsGoFirstFromTheRight) {
    Grid grid{{{"row"}, {"a", Kind::Number}, {"b", Kind::Number}, {"verdict"}},
              {{"first", "1.25", "2.5", "SAME"}, {"second", "1.5", "3.75", "FASTER"}}};
    grid.columns[1].spare = grid.columns[2].spare = true;
    EXPECT_THAT(onLines(24, grid), testing::StartsWith("row        a  verdict\n"));
    EXPECT_THAT(onLines(20, grid), testing::StartsWith("row     verdict\n"));
    EXPECT_THAT(onLines(15, grid), testing::StartsWith("row     verdict\n"));
}

TEST(TableLayout, LongCellsTakeSeveralLines) {
    const Grid grid{{{"row"}, {"reason"}}, {{"first", "it has no such thing at all"}, {"second", "none"}}};
    EXPECT_EQ(onLines(24, grid), "row     reason\n"
                                 "first   it has no such\n"
                                 "          thing at all\n"
                                 "second  none\n");
}

TEST(TableLayout, SentencesStandBelowLongNames) {
    const Grid grid{.columns = {{"subject"}, {"finding"}},
                    .rows = {{"a name of thirty-one characters", "one two three four five six seven"}},
                    .layout = Grid::Layout::Untitled};
    EXPECT_EQ(onLines(40, grid), "a name of thirty-one characters\n"
                                 "    one two three four five six seven\n");
    EXPECT_EQ(onLines(66, grid), "a name of thirty-one characters  one two three four five six seven\n");
}

TEST(TableLayout, AMarkedLastColumnMovesBelowItsRows) {
    const Grid grid{.columns = {{"line"}, {"ns", Kind::Number}, {.title = "measured row", .below = true}},
                    .rows = {{"9", "0.02", "one two three four five six seven"},
                             {"10", "", "one two three four five six seven"}}};
    EXPECT_EQ(onLines(40, grid), "line    ns\n"
                                 "    measured row\n"
                                 "9     0.02\n"
                                 "    one two three four five six seven\n"
                                 "10\n"
                                 "    one two three four five six seven\n");
    EXPECT_EQ(onLines(45, grid), "line    ns  measured row\n"
                                 "9     0.02  one two three four five six seven\n"
                                 "10          one two three four five six seven\n");
}

TEST(TableLayout, RatiosStandAtTheirXAndHaveBarsWhereThereIsRoom) {
    const Grid grid{{{"row"}, {"linear", Kind::Ratio}},
                    {{"a", "2.500x"}, {"b", "10.000x? ±12%"}, {}, {"c", "failed"}, {"d"}}};
    EXPECT_EQ(onLines(23, grid, true), "row   linear\n"
                                       "a     2.500x\n"
                                       "b    10.000x? ±12%\n"
                                       "\n"
                                       "c    failed\n"
                                       "d\n");
    EXPECT_EQ(onLines(28, grid, true), "row   linear\n"
                                       "a     2.500x       ██▌\n"
                                       "b    10.000x? ±12% █████████\n"
                                       "\n"
                                       "c    failed\n"
                                       "d\n");
    EXPECT_EQ(onLines(28, grid, false), onLines(23, grid, true)) << "only where they are wanted";
}

TEST(TableLayout, RatiosAreColouredBySize) {
    const Grid grid{{{"row"}, {"r", Kind::Ratio}},
                    {{"a", "0.250x"}, {"b", "0.750x?"}, {"c", "1.000x"}, {"d", "1.500x"}, {"e", "4.000x"}}};
    const std::string text = written("table", {.sections = {{.grid = grid}}}, Display{.color = true});
    for (const char* part : {"\x1b[31m0.250x\x1b[0m", "\x1b[33m0.750x\x1b[0m?", "c    1.000x\n",
                             "\x1b[32m1.500x\x1b[0m", "\x1b[1;32m4.000x\x1b[0m"})
        EXPECT_THAT(text, testing::HasSubstr(part));
}

} // namespace
} // namespace vkperftest
