#include "experiments/experiment.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/named.h"
#include "experiments/binding.h"
#include "experiments/judging.h"
#include "experiments/stride.h"
#include "experiments/uniform.h"
#include "experiments/vector.h"
#include "results/summary.h"

namespace vkperftest {
namespace {

constexpr std::array<Experiment, 4> kExperiments = {{
    {"uniform", "does the driver share one load among the lanes of a subgroup?", uniformFindings},
    {"binding", "what does each binding strategy cost, on the GPU and on the CPU?", bindingFindings},
    {"vector", "must vectors be aligned to their natural alignment?", vectorFindings},
    {"stride", "are strides slower that do not divide the cache line?", strideFindings},
}};

} // namespace

std::span<const Experiment> experiments() {
    return kExperiments;
}

Result<std::vector<Finding>> judgeRun(const Experiment& experiment, const RunResult& run) {
    Result<std::vector<Finding>> findings = experiment.judge(run);
    if (!findings.ok() || run.nullRow.strategies.empty()) return findings;
    const std::optional<PairedRatio> null = ratioToBaseline(run, run.nullRow, 0);
    if (!null || std::abs(null->median - 1) <= kMostNullError) return findings;
    for (Finding& finding : findings.value()) {
        finding =
            undecided(finding.subject,
                      fmt::format("the null row is off by {:+.0f} %: measure again on a quieter machine",
                                  100 * (null->median - 1)));
    }
    return findings;
}

Result<const Experiment*> findExperiment(std::string_view name) {
    return findNamed(kExperiments, name, "there is no experiment");
}

} // namespace vkperftest
