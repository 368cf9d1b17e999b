#include "answers/experiment.h"

#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "cases/families/families.h"
#include "cases/suite.h"
#include "judged.h"
#include "made_up_rows.h"
#include "report/findings.h"

namespace vkperftest::experiment_test {

// Nothing: the run lacks something.
std::optional<std::vector<std::string>> findingsOf(const Experiment& experiment, const RunFigures& figures) {
    const Result<Answer> answer = judgeRun(experiment, figures);
    if (!answer.ok()) return std::nullopt;
    std::vector<std::string> findings;
    for (const Finding& finding : answer.value().findings) findings.push_back(findingJson(finding).dump());
    return findings;
}

// Without figures made anew. `run`: that of the figures without the row, too.
RunFigures without(RunFigures figures, const RowResult& gone, const RunResult& run) {
    std::erase_if(figures.rows, [&](const RowFigures& row) { return row.row == &gone; });
    for (RowFigures& row : figures.rows) {
        if (row.noLoads == &gone) row.noLoads = nullptr;
    }
    for (std::size_t i = 0; i < run.rows.size(); ++i) figures.rows[i].row = &run.rows[i];
    for (std::size_t i = 0; i < run.controls.size(); ++i) figures.controls[i].row = &run.controls[i];
    figures.run = &run;
    return figures;
}

// Read in the table alone (answers/uniform.cpp, stride.cpp); "binding" judges every row.
bool isContext(const Experiment& experiment, const Case& row) {
    if (experiment.name == "binding") return false;
    const bool isRival =
        row.operation == structuredLoad(1) || row.operation == structuredLoad(2); // if it is faster
    if (experiment.name == "uniform" && isRival) return true;
    const bool ofFloat4 =
        row.operation.source.format == Format::RGBA32F; // the first to be padded is one of 48 bytes
    return row == defaultBaseline() || row.operation == pushedLoad() || row.subgroupSize != 0 ||
           (experiment.name == "stride" && row.operation.kernel.starts_with("strided_buffer.") &&
            row.technique == Technique::NoLoads && row.operation.stride < (ofFloat4 ? 48 : 20));
}

// A row that no verdict misses would be measured for nothing.
TEST(Experiment, JudgesEveryRowOfItsSuite) {
    for (const Experiment& experiment : experiments()) {
        const Suite& suite = *findSuite(experiment.name).value();
        const std::vector<Case> rows = suite.rows();
        const RunResult run = suiteRun(suite, rows);
        const RunFigures figures = analyse(run);
        const auto whole = findingsOf(experiment, figures);
        ASSERT_TRUE(whole.has_value()) << experiment.name;
        EXPECT_EQ(findExperiment(experiment.name).value(), &experiment);
        RunResult other = suiteRun(suite, {{rawLoad(3), Pattern::Random}}); // a row of no experiment
        other.settings.suite = "another";
        const Result<Answer> none = judgeRun(experiment, analyse(other));
        ASSERT_FALSE(none.ok()) << experiment.name;
        EXPECT_EQ(none.error().kind, ErrorKind::Usage) << experiment.name;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            RunResult others = run;
            others.rows.erase(others.rows.begin() + static_cast<std::ptrdiff_t>(i));
            const auto findings = findingsOf(experiment, without(figures, run.rows[i], others));
            EXPECT_EQ(findings == whole, isContext(experiment, rows[i])) << caseName(rows[i]);
        }
    }
}

// What --filter or a failed file left.
TEST(Experiment, APartOfItsSuiteIsSaidToBeOne) {
    const Suite& suite = *findSuite("stride").value();
    const Experiment& stride = *findExperiment("stride").value();
    std::vector<Case> rows = suite.rows();
    const std::size_t all = rows.size();
    EXPECT_EQ(judgeRun(stride, analyse(suiteRun(suite, rows))).value().missing, 0u);
    rows.back() = {rawLoad(3), Pattern::Random}; // a row of other suites is none of this one
    const Answer answer = judgeRun(stride, analyse(suiteRun(suite, rows))).value();
    EXPECT_EQ(answer.missing, 1u);
    EXPECT_EQ(answer.rows, all);
}

} // namespace vkperftest::experiment_test
