#include "answers/experiment.h"

#include <algorithm>
#include <array>

#include "base/named.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

constexpr std::array<Experiment, 6> kExperiments = {{
    {"uniform", "does the driver share one load among the lanes of a subgroup?", answerUniform},
    {"binding", "what does each binding strategy cost, on the GPU and on the CPU?", answerBinding},
    {"vector", "must vectors be aligned to their natural alignment?", answerVector},
    {"stride", "are strides that do not divide the cache line slower?", answerStride},
    {"robustness", "what do bounds checks cost, by kind of load?", answerRobustness},
    {"cache", "where do caches end, and how long does a load from each cache take?", answerCache},
}};

} // namespace

std::span<const Experiment> experiments() {
    return kExperiments;
}

Result<Answer> judgeRun(const Experiment& experiment, const RunFigures& figures) {
    Result<Answer> answer = experiment.judge(figures);
    if (!answer.ok()) return answer;
    const Result<const Suite*> suite = findSuite(experiment.name);
    const std::vector<Case> rows = suite.ok() ? suite.value()->rows() : std::vector<Case>();
    answer.value().rows = rows.size();
    answer.value().missing = static_cast<std::size_t>(std::ranges::count_if(
        rows, [&](const Case& row) { return findRow(*figures.run, caseName(row)) == nullptr; }));
    return answer;
}

Result<const Experiment*> findExperiment(std::string_view name) {
    return findNamed(kExperiments, name, "there is no experiment");
}

} // namespace vkperftest
