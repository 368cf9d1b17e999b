#include "experiments/experiment.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "cases/families/families.h"
#include "cases/suite.h"
#include "experiments/judging.h"
#include "made_up_rows.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;

constexpr Experiment kCertain{"certain", "is it so?", [](const RunFigures&) -> Result<std::vector<Finding>> {
                                  return std::vector<Finding>{{"a row", "so", "it is so"}};
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
            judgeRun(kCertain, analyse(runWithNullRow(nanoseconds))).value();
        ASSERT_EQ(findings.size(), 1u);
        EXPECT_EQ(findings[0].verdict, "so");
    }
    EXPECT_EQ(judgeRun(kCertain, analyse(RunResult())).value()[0].verdict, "so")
        << "a run without a null row";
}

TEST(Experiment, SaysNothingWhereTheNullRowIsOff) {
    for (const double nanoseconds : {0.5, 0.94, 1.07, 2.0}) {
        const std::vector<Finding> findings =
            judgeRun(kCertain, analyse(runWithNullRow(nanoseconds))).value();
        ASSERT_EQ(findings.size(), 1u);
        EXPECT_EQ(findings[0].subject, "a row");
        EXPECT_EQ(findings[0].verdict, kCannotSay);
        EXPECT_THAT(findings[0].sentence, HasSubstr("cannot say, because the null row is off by "));
    }
    EXPECT_THAT(judgeRun(kCertain, analyse(runWithNullRow(0.5))).value()[0].sentence, HasSubstr("+100 %"));
}

TEST(Experiment, SaysNothingWhereTheNullRowScatters) {
    RunResult run;
    addMadeUpRow(run, "baseline", "random", "", 1, 0.04);
    run.nullRow = run.rows[0];
    EXPECT_EQ(judgeRun(kCertain, analyse(run)).value()[0].verdict, "so");
    run.nullRow.strategies = {madeUpTimes(1, 0.2)};
    EXPECT_THAT(judgeRun(kCertain, analyse(run)).value()[0].sentence,
                HasSubstr("cannot say, because the null row lies anywhere from 0.83x to 1.25x"));
}

TEST(Experiment, WhatStandsOnNoTimeOfTheDeviceKeepsItsReason) {
    constexpr Experiment kMixed{"mixed", "is it so?", [](const RunFigures&) -> Result<std::vector<Finding>> {
                                    return std::vector<Finding>{{"status", "so", "", Ground::Status},
                                                                {"host", "so", "", Ground::HostTimes},
                                                                {"rows", "so", "", Ground::RowTimes}};
                                }};
    RunResult run = runWithNullRow(2);
    const auto verdicts = [&] {
        std::vector<std::string> all;
        for (const Finding& finding : judgeRun(kMixed, analyse(run)).value()) all.push_back(finding.verdict);
        return all;
    };
    const std::string no(kCannotSay);
    EXPECT_THAT(verdicts(), testing::ElementsAre("so", "so", no));
    run.settings.cpu = true; // the host runs the null row, too
    run.rows.clear();
    for (std::size_t i = 0; i < kMadeUpSamples; ++i) run.nullRow.sequence.push_back(i);
    run.baselineSeries = std::vector<double>(kMadeUpSamples, 1);
    EXPECT_THAT(verdicts(), testing::ElementsAre("so", no, no));
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

RunResult runOf(const Suite& suite, const std::vector<Case>& rows) {
    RunResult run;
    std::vector<StrategyResult> results;
    for (const Strategy strategy : suite.strategies) {
        run.settings.strategies.emplace_back(strategyName(strategy));
        results.push_back({.strategy = run.settings.strategies.back(), .reason = "no time"});
    }
    for (const Case& row : rows) {
        run.rows.push_back({.name = caseName(row),
                            .operation = row.operation.name,
                            .pattern = std::string(patternName(row.pattern)),
                            .strategies = results});
    }
    return run;
}

// Nothing: the run lacks something.
std::optional<std::vector<std::string>> sentencesOf(const Experiment& experiment, const RunResult& run) {
    const Result<std::vector<Finding>> findings = experiment.judge(analyse(run));
    if (!findings.ok()) return std::nullopt;
    std::vector<std::string> sentences;
    for (const Finding& finding : findings.value())
        sentences.push_back(finding.subject + ": " + finding.sentence);
    return sentences;
}

// Read in the table alone (experiments/uniform.h, stride.h); "binding" judges its strategies of every row.
bool isContext(const Experiment& experiment, const Case& row) {
    if (experiment.name == "binding") return false;
    return row == defaultBaseline() || row.operation == pushedLoad() || row.subgroupSize != 0 ||
           (row.operation.kernel.starts_with("strided_buffer.") && row.operation.stride < 20);
}

// A row that no verdict misses would be measured for nothing.
TEST(Experiment, JudgesEveryRowOfItsSuite) {
    for (const Experiment& experiment : experiments()) {
        const Suite& suite = *findSuite(experiment.name).value();
        const std::vector<Case> rows = suite.rows();
        const auto whole = sentencesOf(experiment, runOf(suite, rows));
        ASSERT_TRUE(whole.has_value()) << experiment.name;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::vector<Case> others = rows;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
            EXPECT_EQ(sentencesOf(experiment, runOf(suite, others)) == whole, isContext(experiment, rows[i]))
                << caseName(rows[i]);
        }
    }
}

} // namespace
} // namespace vkperftest
