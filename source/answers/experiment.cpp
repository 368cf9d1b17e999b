#include "answers/experiment.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/thresholds.h"
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

double disturbance(const RunFigures& figures) {
    constexpr double kMost = kOtherPromise - 1;
    double error = figures.quality && figures.quality->facts.setAside > kMostSetAside ? kMost : 0;
    const StrategyFigures* const control = figures.aaControl.under(0);
    if (control == nullptr) return error;
    const PairedRatio& ratio = control->ratio;
    for (const double off : {std::abs(std::log(ratio.median)), relativeWidth(ratio).value_or(0) / 2})
        if (off > kMost) error = std::max(error, off);
    return error;
}

RunFigures widened(const RunFigures& figures) {
    const double error = disturbance(figures);
    if (error == 0) return figures;
    RunFigures wide = analyse(*figures.run, 1 + error);
    // A limiter that is unknown without the disturbance stays unknown with it.
    for (std::size_t i = 0; i < wide.rows.size(); ++i) {
        for (std::size_t s = 0; s < wide.rows[i].strategies.size(); ++s) {
            const std::optional<StrategyFigures>& known = figures.rows[i].strategies[s];
            std::optional<StrategyFigures>& each = wide.rows[i].strategies[s];
            if (each && known->limiter == Limiter::Unknown)
                each->limiter = known->limiter, each->limiterDoubt = known->limiterDoubt;
        }
    }
    return wide;
}

Result<Answer> judgeRun(const Experiment& experiment, const RunFigures& figures) {
    Result<Answer> answer = experiment.judge(widened(figures));
    if (!answer.ok()) return answer;
    if (figures.run->windows.empty()) // they have intervals of their own
        answer.value().widened = disturbance(figures);
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
