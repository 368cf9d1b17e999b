#include <functional>

#include "answers/experiment.h"
#include "cases/suite.h"
#include "judged.h"
#include "made_up_rows.h"
#include "matchers.h"

namespace vkperftest::robustness_test {

constexpr const char *kTwo = "robustness 2", *kBuffer = "robustBufferAccess",
                     *kRaw = "ByteAddressBuffer.Load linear";

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
    return answerOf("robustness", analyse(run)).value();
}

Finding rawOf(const RunResult& run) {
    return findingOf(answerOf(run), kTwo, kRaw);
}

double free(const Case&) {
    return 1;
}

// Linear raw loads of a word under robustness 2.
RunResult costing(double factor, double spread = 0.001) {
    const auto isCostly = [](const Case& row) {
        return row.robustness == Robustness::Two && row.pattern == Pattern::Linear &&
               row.operation.name == "ByteAddressBuffer.Load";
    };
    return runOf([&](const Case& row) { return isCostly(row) ? factor : 1.0; }, spread);
}

TEST(Robustness, Verdicts) {
    const Answer answer = answerOf(runOf(free));
    EXPECT_THAT(answer.findings, SizeIs(2 * (5 + 6))); // robustBufferAccess says nothing about images
    for (const Finding& finding : answer.findings)
        EXPECT_EQ(finding.verdict, Verdict::Same) << finding.subject;
    const RunResult faster =
        runOf([](const Case& row) { return row.robustness == Robustness::Forbidden ? 1.0 : 0.5; });
    for (const RunResult& run : {costing(1.3), costing(1.04), faster, costing(1.05, 0.02), costing(1.05)})
        expectText(rawOf(run));
    EXPECT_EQ(rawOf(costing(1.3)).rows[0].reference, std::string(kRaw) + ", no checks");
    EXPECT_EQ(findingOf(answerOf(costing(1.3)), kBuffer, kRaw).verdict, Verdict::Same);
}

TEST(Robustness, TheCostliestRowIsPickedByItsInterval) {
    const auto row = [](const char* at, double time, Interval interval) {
        return FoundRow{
            .name = at, .value = PairedRatio{time, interval}, .at = at, .verdict = Verdict::Worse};
    };
    EXPECT_EQ(judgedByMost({.rows = {row("narrow", 1.2, {1.19, 1.21}), row("wide", 1.15, {1.06, 1.3})}}).way,
              "wide");
}

TEST(Robustness, LoadsByAddressAreNeverChecked) {
    RunResult run = runOf(free);
    run.settings.strategies = {"address-4"};
    for (RowResult& row : run.rows) row.strategies[0].strategy = "address-4";
    EXPECT_EQ(answerOf("robustness", analyse(run)).error().kind, ErrorKind::Usage);
    run.settings.strategies = {"address-16", "set"};
    for (RowResult& row : run.rows) {
        row.strategies.push_back(row.strategies[0]);
        row.strategies[0].strategy = "address-16";
    }
    EXPECT_EQ(rawOf(run).verdict, Verdict::Same);
    EXPECT_EQ(rawOf(run).scope, "under set");
}

TEST(Robustness, WhatWasNotMeasuredHasItsReason) {
    RunResult run = runOf(free);
    for (RowResult& row : run.rows)
        if (row.load->robustness != Robustness::Off) row.strategies[0] = unsupported();
    for (const Finding& finding : answerOf(run).findings) expectUnknown(finding, Inconclusive::Unmeasured);
}

} // namespace vkperftest::robustness_test
