#include "answers/experiment.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "answers/finding.h"
#include "base/named.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

constexpr std::array<Experiment, 6> kExperiments = {{
    {"uniform", "does the driver share one load among the lanes of a subgroup?", judgeUniform},
    {"binding", "what does each binding strategy cost, on the GPU and on the CPU?", judgeBinding, false},
    {"vector", "must vectors be aligned to their natural alignment?", judgeVector},
    {"stride", "are strides that do not divide the cache line slower?", judgeStride},
    {"robustness", "what do bounds checks cost, by kind of load?", judgeRobustness},
    {"cache", "where do caches end, and how long does a load from each take?", judgeCache, false},
}};

// Names the judged strategy in all rows and, if the run has several, in the findings' scopes.
void nameStrategy(const RunResult& run, std::size_t strategy, std::vector<Finding>& findings) {
    const std::vector<std::string>& all = run.settings.strategies;
    for (Finding& finding : findings) {
        for (std::vector<FoundRow>* const rows : {&finding.rows, &finding.evidence})
            for (FoundRow& row : *rows) row.strategy = row.referenceStrategy = all[strategy];
        if (all.size() > 1) finding.scope = "under " + all[strategy];
    }
}

} // namespace

std::span<const Experiment> experiments() {
    return kExperiments;
}

Result<Answer> judgeRun(const Experiment& experiment, const RunFigures& figures) {
    const RunResult& run = *figures.run;
    std::size_t strategy = judgedStrategy(run);
    Answer answer{experiment.judge(figures, strategy)};
    if (answer.findings.empty())
        return Error{
            ErrorKind::Usage, fmt::format("the run has no row of the experiment '{}'", experiment.name),
            fmt::format("`vkperftest experiment {0}` measures all; so does `vkperftest run --suite {0}`, "
                        "without --filter and --strategy",
                        experiment.name)};
    if (experiment.ofOneStrategy) nameStrategy(run, strategy, answer.findings);
    const std::vector<Case> rows = findSuite(experiment.name).value()->rows();
    answer.rows = rows.size();
    answer.interrupted = run.interrupted;
    answer.missing = static_cast<std::size_t>(
        std::ranges::count_if(rows, [&](const Case& row) { return findRow(run, caseName(row)) == nullptr; }));
    return answer;
}

Result<const Experiment*> findExperiment(std::string_view name) {
    return findNamed(kExperiments, name, "there is no experiment");
}

} // namespace vkperftest
