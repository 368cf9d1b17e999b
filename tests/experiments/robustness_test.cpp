#include "experiments/robustness.h"

#include <gmock/gmock.h>

#include "cases/suite.h"
#include "experiments/experiment.h"
#include "made_up_rows.h"

namespace vkperftest {
namespace robustness_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

// Every row of the suite takes 4 ns a load, times what `factor` says.
RunResult runOf(const std::function<double(const Case&)>& factor, double spread = 0.001) {
    RunResult run;
    for (const Case& row : robustnessRows()) {
        const std::string plain = row.operation.name + " " + std::string(patternName(row.pattern));
        addMadeUpRow(run, row.operation.name, std::string(patternName(row.pattern)),
                     caseName(row).substr(plain.size()), 4 * factor(row), spread);
    }
    return run;
}

Answer answerOf(const RunResult& run) {
    const Result<Answer> answer = answerRobustness(analyse(run));
    EXPECT_TRUE(answer.ok()) << answer.error().sentence();
    return answer.value();
}

Finding findingOf(const RunResult& run, const std::string& subject) {
    for (const Finding& finding : answerOf(run).findings) {
        if (finding.subject == subject) return finding;
    }
    ADD_FAILURE() << subject;
    return {};
}

double free(const Case&) {
    return 1;
}

// Linear raw loads of a word under robustness 2.
bool isCostly(const Case& row) {
    return row.robustness == Robustness::Two && row.pattern == Pattern::Linear &&
           row.operation.name == "ByteAddressBuffer.Load";
}

TEST(Robustness, FreeChecksCostLessThanTheThreshold) {
    const RunResult run = runOf(free);
    const Answer answer = answerOf(run);
    EXPECT_THAT(answer.findings, SizeIs(5 + 6));
    for (const Finding& finding : answer.findings) {
        EXPECT_EQ(finding.verdict, Found::NotSlower) << finding.subject;
        EXPECT_THAT(finding.figures, SizeIs(2)) << finding.subject;
        EXPECT_THAT(finding.sentence, HasSubstr("at most 0.")) << finding.subject;
    }
    EXPECT_THAT(answer.conclusion,
                HasSubstr("robustBufferAccess costs less than 5 %: none of 10 rows takes more than 0."));
    EXPECT_THAT(answer.conclusion,
                HasSubstr("; robustness 2 costs less than 5 %: none of 12 rows takes more than 0."));
}

TEST(Robustness, TheCostliestPatternIsNamed) {
    const RunResult run = runOf([](const Case& row) { return isCostly(row) ? 1.3 : 1.0; });
    const Finding costly = findingOf(run, "ByteAddressBuffer.Load (robustness 2)");
    EXPECT_EQ(costly.verdict, Found::Slower);
    EXPECT_THAT(costly.sentence, testing::StartsWith("1.300x the time (1."));
    EXPECT_THAT(
        costly.sentence,
        testing::EndsWith(") of the same row without bounds checks: linear; less than 5 % longer: uniform"));
    EXPECT_EQ(costly.figures[1].reference, "ByteAddressBuffer.Load linear");
    EXPECT_EQ(findingOf(run, "ByteAddressBuffer.Load (robustBufferAccess)").verdict, Found::NotSlower);
    EXPECT_THAT(answerOf(run).conclusion,
                HasSubstr("robustness 2 slows 1 of 12 rows down, most of all 'ByteAddressBuffer.Load linear, "
                          "robustness 2': 1.300x the time ("));
    EXPECT_THAT(answerOf(run).conclusion, HasSubstr("; of the others, none of 11 rows takes more than 0."));
}

TEST(Robustness, FasterRowsAreNoCost) {
    const RunResult run =
        runOf([](const Case& row) { return row.robustness == Robustness::Off ? 1.0 : 0.5; });
    EXPECT_EQ(findingOf(run, "ByteAddressBuffer.Load (robustness 2)").verdict, Found::Faster);
    EXPECT_THAT(answerOf(run).conclusion, HasSubstr("none of 12 rows takes more than 0.0 % longer"));
}

TEST(Robustness, NoiseAcrossTheBoundIsNoVerdict) {
    const RunResult run = runOf([](const Case& row) { return isCostly(row) ? 1.05 : 1.0; }, 0.02);
    const Finding unclear = findingOf(run, "ByteAddressBuffer.Load (robustness 2)");
    EXPECT_EQ(unclear.verdict, Found::CannotSay);
    EXPECT_THAT(unclear.sentence, HasSubstr("'ByteAddressBuffer.Load linear, robustness 2'"));
    EXPECT_THAT(answerOf(run).conclusion, HasSubstr("no verdict on"));
}

TEST(Robustness, ACostBelowTheThresholdIsNamed) {
    const RunResult run = runOf([](const Case& row) { return isCostly(row) ? 1.04 : 1.0; });
    const Finding finding = findingOf(run, "ByteAddressBuffer.Load (robustness 2)");
    EXPECT_EQ(finding.verdict, Found::NotSlower);
    EXPECT_THAT(finding.sentence, testing::StartsWith("at most 4."));
    EXPECT_THAT(answerOf(run).conclusion,
                HasSubstr("robustness 2 costs less than 5 %: none of 12 rows takes more than 4."));
    EXPECT_THAT(answerOf(run).conclusion, Not(HasSubstr("no cost")));
}

TEST(Robustness, ANarrowIntervalAcrossTheThresholdIsAboutTheThreshold) {
    const RunResult run = runOf([](const Case& row) { return isCostly(row) ? 1.05 : 1.0; });
    const Finding finding = findingOf(run, "ByteAddressBuffer.Load (robustness 2)");
    EXPECT_EQ(finding.verdict, Found::CannotSay);
    EXPECT_THAT(finding.sentence,
                testing::StartsWith("no verdict: the time is within 1 % of the threshold of 1.05x: "
                                    "'ByteAddressBuffer.Load linear, robustness 2' takes 1.0"));
    EXPECT_THAT(answerOf(run).conclusion,
                HasSubstr("robustness 2 costs less than 5 % in 11 of 12 rows: none of 11 rows takes"));
    EXPECT_THAT(answerOf(run).conclusion, testing::EndsWith("; about 5 % in 1 row"));
}

TEST(Robustness, RowsAtTheThresholdAloneMakeAConclusion) {
    const RunResult run =
        runOf([](const Case& row) { return row.robustness == Robustness::Off ? 1.0 : 1.05; });
    EXPECT_EQ(answerOf(run).conclusion,
              "robustBufferAccess costs about 5 % in 10 rows; robustness 2 costs about 5 % in 12 rows");
}

TEST(Robustness, TheCostliestRowIsPickedByItsInterval) {
    const auto load = [](const char* row, double time, Interval interval) {
        CheckedLoad made;
        made.row = row;
        made.time = time;
        made.ratio = PairedRatio{.median = time, .interval = interval};
        made.slower = true;
        made.faster = false;
        made.robustness = Robustness::Two;
        return made;
    };
    EXPECT_EQ(concludeRobustness({load("narrow", 1.2, {1.19, 1.21}), load("wide", 1.15, {1.06, 1.3})}),
              "robustness 2 slows 2 of 2 rows down, most of all 'wide': 1.15x the time (1.06 to 1.30)");
    EXPECT_EQ(
        concludeRobustness({load("narrow", 1.2, {1.1998, 1.2004})}),
        "robustness 2 slows 1 of 1 rows down, most of all 'narrow': 1.2000x the time (1.1998 to 1.2004)");
    EXPECT_EQ(concludeRobustness({load("exact", 1.2, {1.2, 1.2})}),
              "robustness 2 slows 1 of 1 rows down, most of all 'exact': 1.20x the time");
}

TEST(Robustness, LoadsByAddressAreNeverChecked) {
    RunResult run = runOf(free);
    run.settings.strategies = {"address-4"};
    for (RowResult& row : run.rows) row.strategies[0].strategy = "address-4";
    EXPECT_EQ(answerOf(run).conclusion,
              "No conclusion: none of 22 comparisons could be judged, because loads by address are never "
              "checked: measure under another strategy, such as `--strategy set`");
    for (const Finding& finding : answerOf(run).findings) {
        EXPECT_EQ(finding.sentence, "no verdict: loads by address are never checked");
        EXPECT_THAT(finding.figures, testing::IsEmpty());
    }
}

TEST(Robustness, IsJudgedUnderAStrategyWithChecks) {
    RunResult run = runOf(free);
    run.settings.strategies = {"address-16", "set"};
    for (RowResult& row : run.rows) {
        row.strategies.push_back(row.strategies[0]);
        row.strategies[0].strategy = "address-16";
    }
    EXPECT_THAT(answerOf(run).conclusion, HasSubstr("robustness 2 costs less than 5 %: "));
    EXPECT_THAT(answerOf(run).findings[0].sentence, testing::EndsWith(" (under set)"));
}

TEST(Robustness, IsJudgedUnderEachStrategyWithChecks) {
    RunResult run = runOf(free);
    run.settings.strategies = {"set", "buffer"};
    for (RowResult& row : run.rows) {
        row.strategies.push_back(row.strategies[0]);
        row.strategies[1].strategy = "buffer";
        const bool checked = row.load->robustness == Robustness::Two && row.load->kind == LoadKind::Typed;
        for (double& nanoseconds : row.strategies[1].nanoseconds) nanoseconds *= checked ? 1.5 : 1;
    }
    const Answer answer = answerOf(run);
    EXPECT_THAT(answer.conclusion,
                testing::StartsWith("Under set, robustBufferAccess costs less than 5 %: "));
    EXPECT_THAT(
        answer.conclusion,
        testing::AllOf(HasSubstr("; under buffer, robustBufferAccess costs less than 5 %: "),
                       HasSubstr("robustness 2 slows 2 of 12 rows down, most of all 'Buffer<RGBA32f>")));
    std::size_t slower = 0;
    for (const Finding& finding : answer.findings) {
        if (finding.verdict != Found::Slower) continue;
        ++slower;
        EXPECT_EQ(finding.subject, "Buffer<RGBA32f>.Load (robustness 2)");
        EXPECT_THAT(finding.sentence, testing::EndsWith(" (under buffer)"));
        EXPECT_EQ(finding.figures.front().strategy, "buffer");
    }
    EXPECT_EQ(slower, 1u);
}

RunResult unsupportedRun(const std::string& reason) {
    RunResult run = runOf(free);
    for (RowResult& row : run.rows) {
        if (row.load->robustness == Robustness::Off) continue;
        row.strategies[0] = {
            .strategy = "set", .status = Status::Unsupported, .reason = {ReasonKind::DeviceLacks, reason}};
    }
    return run;
}

TEST(Robustness, AnotherReasonHasNoRemedyForSingleRows) {
    const RunResult run = unsupportedRun("the driver lacks VK_EXT_robustness2");
    EXPECT_THAT(answerOf(run).conclusion,
                testing::EndsWith("because the rows with bounds checks are unsupported (the driver lacks "
                                  "VK_EXT_robustness2)"));
}

TEST(Robustness, ListsNameEachLoadWithItsChecks) {
    const RunResult run = unsupportedRun("no VK_EXT_pipeline_robustness");
    const std::vector<ToldTogether> told = tellTogether(answerOf(run).findings);
    ASSERT_THAT(told, SizeIs(1));
    EXPECT_THAT(
        told[0].subjects,
        testing::StartsWith("ByteAddressBuffer.Load (robustBufferAccess), Load4 (robustBufferAccess), "
                            "StructuredBuffer<float4>.Load (robustBufferAccess), "));
    EXPECT_THAT(told[0].subjects,
                HasSubstr(", ByteAddressBuffer.Load (robustness 2), Load4 (robustness 2), "));
}

TEST(Robustness, WhatWasNotMeasuredHasItsReason) {
    const RunResult run = unsupportedRun("no VK_EXT_pipeline_robustness");
    EXPECT_THAT(answerOf(run).conclusion,
                HasSubstr("the device cannot give single rows these bounds checks: compare the files of `run "
                          "--robustness off`"));
    EXPECT_THAT(findingOf(run, "cbuffer{float4} load (robustness 2)").sentence,
                HasSubstr("these bounds checks: no VK_EXT_pipeline_robustness"));
}

TEST(Robustness, ARunWithoutItsRowsIsRefused) {
    RunResult run = runOf(free);
    std::erase_if(run.rows, [](const RowResult& row) { return row.load->robustness != Robustness::Off; });
    const Result<Answer> answer = answerRobustness(analyse(run));
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(answer.error().kind, ErrorKind::Usage);
}

// robustBufferAccess promises nothing about images.
TEST(Robustness, TexturesHaveNoRowWithBufferChecks) {
    for (const Case& row : robustnessRows()) {
        if (row.operation.source.kind != ResourceKind::Texture) continue;
        EXPECT_NE(row.robustness, Robustness::Buffer) << caseName(row);
    }
}

} // namespace robustness_test
} // namespace vkperftest
