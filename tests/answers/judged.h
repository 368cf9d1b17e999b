// Looks into answers of experiments.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "answers/experiment.h"
#include "golden.h"
#include "model/run_result.h"
#include "report/findings.h"

namespace vkperftest {

inline Result<Answer> answerOf(std::string_view experiment, const RunFigures& figures) {
    return judgeRun(*findExperiment(experiment).value(), figures);
}

inline Finding findingOf(const Answer& answer, std::string_view topic, std::string_view subject) {
    for (const Finding& finding : answer.findings)
        if (finding.topic == topic && finding.subject == subject) return finding;
    ADD_FAILURE() << topic << ": " << subject;
    return {};
}

inline std::optional<Inconclusive> kindOf(const Finding& finding) {
    return finding.why ? std::optional(finding.why->kind) : std::nullopt;
}

// Its verdict, figures and reason, word for word in tests/golden/answers.txt.
inline void expectText(const Finding& finding) {
    expectGolden(fmt::format("{}: {}", verdictWord(finding.verdict), findingText(finding)));
}

inline void expectUnknown(const Finding& finding, Inconclusive why) {
    EXPECT_EQ(finding.verdict, Verdict::Unknown) << finding.subject;
    EXPECT_EQ(kindOf(finding), why) << finding.subject;
}

inline StrategyResult wrongValues() {
    return {.strategy = "set",
            .status = Status::WrongValues,
            .reason = {ReasonKind::WrongValues, "wrong values"}};
}

inline StrategyResult unsupported(const char* strategy = "set") {
    return {.strategy = strategy,
            .status = Status::Unsupported,
            .reason = {ReasonKind::DeviceLacks, "no such bit"}};
}

// Under push, which comes first, nothing could be measured.
inline void addUnsupportedPush(RunResult& run) {
    run.settings.strategies = {"push", "set"};
    for (RowResult& row : run.rows) row.strategies.insert(row.strategies.begin(), unsupported("push"));
}

inline void removeRow(RunResult& run, const std::string& name) {
    std::erase_if(run.rows, [&](const RowResult& row) { return row.name == name; });
}

} // namespace vkperftest
