#include "report/writers.h"

#include "golden.h"
#include "matchers.h"
#include "sample_run.h"
#include "written.h"

namespace vkperftest::table_layout_test {

std::string onLines(std::size_t width, const Grid& grid) {
    const Display display{.width = width, .proseWidth = width};
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

// As it is on lines of so many columns.
void expectOn(std::initializer_list<std::size_t> widths, const Grid& grid) {
    for (const std::size_t width : widths) expectGolden(onLines(width, grid));
}

TEST(TableLayout, WhatSaysTheSameEverywhereIsToldOnceWhereThereIsNoRoom) {
    expectOn({80, 20}, {{{"row"}, {"strategy"}, {"verdict"}, {"empty"}},
                        {{"first", "set", "SAME", ""}, {"second", "set", "FASTER", ""}}});
}

TEST(TableLayout, SpareColumnsGoFirstFromTheRight) {
    Grid grid{{{"row"}, {"a", Kind::Number}, {"b", Kind::Number}, {"verdict"}},
              {{"first", "1.25", "2.5", "SAME"}, {"second", "1.5", "3.75", "FASTER"}}};
    grid.columns[1].spare = grid.columns[2].spare = true;
    expectOn({24, 20, 15}, grid);
}

constexpr const char *kName = "a-name-of-thirty-one-characters",
                     *kSentence = "one two three four five six seven";

TEST(TableLayout, LongCellsTakeSeveralLinesAndSentencesStandBelowLongNames) {
    expectOn({24}, {{{"row"}, {"reason"}}, {{"first", kSentence}, {"second", "none"}}});
    expectOn({40, 66}, {.columns = {{"subject"}, {"finding"}},
                        .rows = {{kName, kSentence}},
                        .layout = Grid::Layout::Untitled});
}

TEST(TableLayout, RatiosStandAtTheirX) {
    const Grid grid{{{"row"}, {"linear", Kind::Ratio}},
                    {{"a", "2.500x"}, {"b", "10.000x? ±12%"}, {}, {"c", "failed"}, {"d"}}};
    expectOn({23}, grid);
}

TEST(TableLayout, RatiosAreColouredBySize) {
    const Grid grid{{{"row"}, {"r", Kind::Ratio}},
                    {{"a", "0.250x"}, {"b", "0.750x?"}, {"c", "1.000x"}, {"d", "1.500x"}, {"e", "4.000x"}}};
    const std::string text = written("table", {.sections = {{.grid = grid}}}, Display{.color = true});
    for (const char* part : {"\x1b[31m0.250x\x1b[0m", "\x1b[33m0.750x\x1b[0m?", "c    1.000x\n",
                             "\x1b[32m1.500x\x1b[0m", "\x1b[1;32m4.000x\x1b[0m"})
        EXPECT_THAT(text, HasSubstr(part));
}

} // namespace vkperftest::table_layout_test
