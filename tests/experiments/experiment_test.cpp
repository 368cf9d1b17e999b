#include "experiments/experiment.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "cases/families/families.h"
#include "cases/suite.h"
#include "cases/twins.h"
#include "experiments/judging.h"
#include "made_up_rows.h"

namespace vkperftest {
namespace experiment_test {

using testing::HasSubstr;
using testing::Not;

constexpr Experiment kCertain{"certain", "is it so?", [](const RunFigures&) -> Result<Answer> {
                                  return Answer{"It is so", {{"a row", Found::Holds, "it is so"}}};
                              }};

// The null row takes so many times the baseline's nanoseconds.
RunResult runWithNullRow(double nanoseconds) {
    RunResult run;
    addMadeUpRow(run, "baseline", "random", "", nanoseconds, 0);
    run.nullRow = run.rows[0];
    return run;
}

TEST(Experiment, JudgesAQuietRun) {
    for (const double nanoseconds : {1.0, 0.96, 1.04}) {
        const std::vector<Finding> findings =
            judgeRun(kCertain, analysed(runWithNullRow(nanoseconds))).value().findings;
        ASSERT_EQ(findings.size(), 1u);
        EXPECT_EQ(findings[0].verdict, Found::Holds);
    }
    EXPECT_EQ(judgeRun(kCertain, analysed(RunResult())).value().findings[0].verdict, Found::Holds)
        << "a run without a null row";
}

TEST(Experiment, SaysNothingWhereTheNullRowIsOff) {
    for (const double nanoseconds : {0.5, 0.94, 1.07, 2.0}) {
        const Answer answer = judgeRun(kCertain, analysed(runWithNullRow(nanoseconds))).value();
        EXPECT_THAT(answer.conclusion, testing::StartsWith("No conclusion: the null row is off by "));
        const std::vector<Finding>& findings = answer.findings;
        ASSERT_EQ(findings.size(), 1u);
        EXPECT_EQ(findings[0].subject, "a row");
        EXPECT_EQ(findings[0].verdict, Found::CannotSay);
        EXPECT_THAT(findings[0].sentence, HasSubstr("cannot say: the null row is off by "));
    }
    EXPECT_THAT(judgeRun(kCertain, analysed(runWithNullRow(0.5))).value().findings[0].sentence,
                HasSubstr("+100 %"));
}

TEST(Experiment, SaysNothingWhereTheNullRowScatters) {
    RunResult run;
    addMadeUpRow(run, "baseline", "random", "", 1, 0.04);
    run.nullRow = run.rows[0];
    EXPECT_EQ(judgeRun(kCertain, analysed(run)).value().findings[0].verdict, Found::Holds);
    run.nullRow.strategies = {madeUpTimes(1, 0.2)};
    EXPECT_THAT(judgeRun(kCertain, analysed(run)).value().findings[0].sentence,
                HasSubstr("cannot say: the null row lies anywhere from 0.83x to 1.25x"));
}

TEST(Experiment, WhatStandsOnNoTimeOfTheDeviceKeepsItsReason) {
    constexpr Experiment kMixed{"mixed", "is it so?", [](const RunFigures&) -> Result<Answer> {
                                    return Answer{"It is so",
                                                  {{"status", Found::Holds, "", Ground::Status},
                                                   {"host", Found::Holds, "", Ground::HostTimes},
                                                   {"rows", Found::Holds, "", Ground::RowTimes}}};
                                }};
    RunResult run = runWithNullRow(2);
    const auto verdicts = [&] {
        std::vector<Found> all;
        for (const Finding& finding : judgeRun(kMixed, analysed(run)).value().findings)
            all.push_back(finding.verdict);
        return all;
    };
    constexpr Found so = Found::Holds, no = Found::CannotSay;
    EXPECT_THAT(verdicts(), testing::ElementsAre(so, so, no));
    run.settings.cpu = true; // the host runs the null row, too
    run.rows.clear();
    for (std::size_t i = 0; i < kMadeUpSamples; ++i) run.nullRow.sequence.push_back(i);
    run.baselineSeries = std::vector<double>(kMadeUpSamples, 1);
    EXPECT_THAT(verdicts(), testing::ElementsAre(so, no, no));
}

TEST(Experiment, EachHasANameOfItsOwnAndAQuestion) {
    std::set<std::string_view> names;
    for (const Experiment& experiment : experiments()) {
        EXPECT_TRUE(names.insert(experiment.name).second);
        EXPECT_TRUE(experiment.question.ends_with("?"));
        EXPECT_EQ(findExperiment(experiment.name).value(), &experiment);
    }
    EXPECT_FALSE(findExperiment("alignment").ok());
}

// Rows that all tie with one another and are bound by their loads, by an even wider margin than their twins need.
double timeOf(const Case& row) {
    if (row.technique == Technique::Floor) return 1;
    if (row.technique == Technique::HeavierFloor) return 2;
    if (row.technique == Technique::Reduce) return 0.5;
    return row.pattern == Pattern::Linear ? 8 : 4;
}

RunResult runOf(const Suite& suite, const std::vector<Case>& rows) {
    RunResult run;
    run.settings.suite = suite.name;
    run.device.subgroupSize = 32;
    for (const Strategy strategy : suite.strategies)
        run.settings.strategies.emplace_back(strategyName(strategy));
    const auto result = [&](const Case& row) {
        const std::optional<Case> floor = floorOf(row);
        RowResult made{.name = caseName(row),
                       .operation = row.operation.name,
                       .pattern = std::string(patternName(row.pattern)),
                       .load = factsOf(row),
                       .baselineLoads = kMadeUpLoads,
                       .baselineNanoseconds = std::vector<double>(kMadeUpSamples, 1.0 * kMadeUpLoads),
                       .floor = floor ? caseName(*floor) : "",
                       .heavier = heavierOf(row) ? caseName(*heavierOf(row)) : ""};
        for (const std::string& strategy : run.settings.strategies) {
            made.strategies.push_back(madeUpTimes(timeOf(row), 0.001));
            made.strategies.back().strategy = strategy;
        }
        return made;
    };
    for (const Case& row : rows) run.rows.push_back(result(row));
    for (const Case& twin : missingTwins(suite.rows())) run.twins.push_back(result(twin));
    return run;
}

// Nothing: the run lacks something.
std::optional<std::vector<std::string>> sentencesOf(const Experiment& experiment, const RunFigures& figures) {
    const Result<Answer> answer = experiment.judge(figures);
    if (!answer.ok()) return std::nullopt;
    std::vector<std::string> sentences;
    for (const Finding& finding : answer.value().findings)
        sentences.push_back(finding.subject + ": " + finding.sentence);
    return sentences;
}

// Without figures made anew. `run`: that of the figures without the row, too.
RunFigures without(RunFigures figures, const RowResult& gone, const RunResult& run) {
    std::erase_if(figures.rows, [&](const RowFigures& row) { return row.row == &gone; });
    for (RowFigures& row : figures.rows) {
        if (row.floor == &gone) row.floor = nullptr;
    }
    for (std::size_t i = 0; i < run.rows.size(); ++i) figures.rows[i].row = &run.rows[i];
    for (std::size_t i = 0; i < run.twins.size(); ++i) figures.twins[i].row = &run.twins[i];
    figures.run = &run;
    return figures;
}

// Read in the table alone (experiments/uniform.h, stride.h); "binding" judges its strategies of every row.
bool isContext(const Experiment& experiment, const Case& row) {
    if (experiment.name == "binding") return false;
    const bool ofFloat4 = row.operation.source.format == Format::RGBA32F; // the first to be padded is one of 48 bytes
    return row == defaultBaseline() || row.operation == pushedLoad() || row.subgroupSize != 0 ||
           (row.operation.kernel.starts_with("strided_buffer.") && row.technique == Technique::Floor &&
            row.operation.stride < (ofFloat4 ? 48 : 20));
}

// A row that no verdict misses would be measured for nothing.
TEST(Experiment, JudgesEveryRowOfItsSuite) {
    for (const Experiment& experiment : experiments()) {
        const Suite& suite = *findSuite(experiment.name).value();
        const std::vector<Case> rows = suite.rows();
        const RunResult run = runOf(suite, rows);
        const RunFigures figures = analyse(run);
        const auto whole = sentencesOf(experiment, figures);
        ASSERT_TRUE(whole.has_value()) << experiment.name;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            RunResult others = run;
            others.rows.erase(others.rows.begin() + static_cast<std::ptrdiff_t>(i));
            const auto sentences = sentencesOf(experiment, without(figures, run.rows[i], others));
            EXPECT_EQ(sentences == whole, isContext(experiment, rows[i])) << caseName(rows[i]);
        }
    }
}

// What --filter or a failed file left.
TEST(Experiment, APartOfItsSuiteIsSaidToBeOne) {
    const Suite& suite = *findSuite("stride").value();
    const Experiment& stride = *findExperiment("stride").value();
    std::vector<Case> rows = suite.rows();
    const std::size_t all = rows.size();
    EXPECT_THAT(judgeRun(stride, analysed(runOf(suite, rows))).value().conclusion,
                Not(HasSubstr("rests on")));
    rows.pop_back();
    EXPECT_THAT(
        judgeRun(stride, analysed(runOf(suite, rows))).value().conclusion,
        testing::EndsWith("; rests on " + std::to_string(all - 1) + " of " + std::to_string(all) + " rows"));
}

} // namespace experiment_test
} // namespace vkperftest
