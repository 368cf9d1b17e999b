// The sentences above a comparison's rows.
#include <gmock/gmock.h>

#include "base/text.h"
#include "golden.h"
#include "report/documents.h"

namespace vkperftest::comparison_outcome_test {

std::string firstLine(const Comparison& comparison) {
    return comparisonOutcome(comparison).front();
}

TEST(ComparisonOutcome, BeginsWithWhatMostFiguresShare) {
    Comparison comparison{
        .metric = Metric::Time,
        .threshold = 0.03,
        .clock = ReferenceClock::Core,
        .shift = Shift{1, 0.09, {0.08, 0.1}},
        .changes = {{.name = "row", .interval = Interval{-0.01, 0.01}, .verdict = Verdict::Same}}};
    expectGolden(firstLine(comparison));
    comparison.clock = ReferenceClock::None;
    expectGolden(firstLine(comparison));
    comparison.interleaved = true;
    comparison.shift->change = -0.09;
    expectGolden(firstLine(comparison));
    comparison.metric = Metric::Ratio;
    expectGolden(firstLine(comparison));
}

// A line holds all strategies of a row; of more lines than fit, groups are shown, and above the whole table, too.
TEST(ComparedRows, AreNamedAsLongAsTheirLinesFitAndTheChangedFirst) {
    const auto grids = [](int rows, Extent extent) {
        Comparison comparison{.metric = Metric::Time,
                              .threshold = 0.03,
                              .changes = {{.name = "same", .verdict = Verdict::Same}, {.name = "unclear"}}};
        for (int row = 0; row < rows; ++row)
            for (const char* strategy : {"set", "push"})
                comparison.changes.push_back({.name = std::to_string(row),
                                              .strategy = strategy,
                                              .interval = Interval{0.9, 1.1},
                                              .verdict = Verdict::Worse});
        const Document document =
            comparisonDocument(std::vector<ComparedRuns>{{"a", "b", "A", "B", comparison}});
        std::vector<Grid> all;
        for (const Section* section : sectionsOf(document, extent)) all.push_back(section->grid);
        return all;
    };
    EXPECT_EQ(grids(9, Extent::Answer)[0].columns[0].title, "row");
    EXPECT_EQ(grids(9, Extent::Answer)[0].rows.size(), 9u);
    EXPECT_NE(grids(10, Extent::Answer)[0].columns[0].title, "row");
    EXPECT_EQ(grids(9, Extent::Wide).size(), 1u);
    const std::vector<Grid> wide = grids(10, Extent::Wide);
    ASSERT_EQ(wide.size(), 2u);
    EXPECT_EQ(wide[0].rows, grids(10, Extent::Answer)[0].rows);
    EXPECT_EQ(wide[1].rows[0][0] + wide[1].rows[10][0] + wide[1].rows[11][0], "0unclearsame");
}

TEST(ComparisonOutcome, SaysHowTheClocksAndTheNoiseOfBothRunsCount) {
    Comparison comparison{
        .metric = Metric::Time,
        .threshold = 0.08,
        .decidable = 0.08,
        .clock = ReferenceClock::NativeLoop,
        .clockChange = -0.2,
        .changes = {{.name = "row", .interval = Interval{-0.01, 0.01}, .verdict = Verdict::Same}}};
    expectGolden(join(comparisonOutcome(comparison), "\n") + "\n.");
    comparison.clock = ReferenceClock::Core;
    comparison.decidable = 0.37;
    expectGolden(join(comparisonOutcome(comparison), "\n") + "\n.");
}

TEST(ComparisonOutcome, RoundsTheLargestDifferenceUp) {
    Comparison table{.threshold = 0.03, .changes = {{.name = "row"}}, .whyUnjudged = "no repetitions"};
    expectGolden(firstLine(table));
    table.changes[0].change = 1e-6;
    expectGolden(firstLine(table));
    table.changes[0].change = 0.00401;
    expectGolden(firstLine(table));
    table.changes[0].footnote = "loads return 0";
    expectGolden(firstLine(table));
}

TEST(ComparisonOutcome, TellsABlindGateWhatToDo) {
    ComparedRuns runs{.now = "new.json", .comparison = {.changes = {{.name = "row"}}}};
    runs.comparison.changes[0].interval = Interval{-0.1, 0.1};
    expectGolden(blindError(runs).sentence());
    runs.comparison.interleaved = true;
    expectGolden(blindError(runs).sentence());
    runs.comparison = {.changes = {{.name = "row"}}, .whyUnjudged = "neither side has repetitions"};
    expectGolden(blindError(runs).sentence());
}

} // namespace vkperftest::comparison_outcome_test
