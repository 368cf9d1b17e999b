#include "experiments/experiment.h"

#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "base/named.h"
#include "cases/suite.h"
#include "experiments/binding.h"
#include "experiments/judging.h"
#include "experiments/stride.h"
#include "experiments/uniform.h"
#include "experiments/vector.h"

namespace vkperftest {
namespace {

constexpr std::array<Experiment, 4> kExperiments = {{
    {"uniform", "does the driver share one load among the lanes of a subgroup?", answerUniform},
    {"binding", "what does each binding strategy cost, on the GPU and on the CPU?", answerBinding},
    {"vector", "must vectors be aligned to their natural alignment?", answerVector},
    {"stride", "are strides slower that do not divide the cache line?", answerStride},
}};

// "; rests on 13 of 208 rows": what a filter left of the suite, if it left some out.
std::string partText(const Experiment& experiment, const RunResult& run) {
    const Result<const Suite*> suite = findSuite(experiment.name);
    if (!suite.ok()) return {};
    const std::size_t all = suite.value()->rows().size();
    return run.rows.size() < all ? fmt::format("; rests on {} of {} rows", run.rows.size(), all) : "";
}

} // namespace

std::span<const Experiment> experiments() {
    return kExperiments;
}

std::string disturbance(const RunFigures& figures) {
    constexpr const char* kRemedy = "measure again on a quieter machine";
    if (const StrategyFigures* const nullRow = figures.nullRow.under(0); nullRow != nullptr) {
        const PairedRatio& null = nullRow->ratio;
        if (std::abs(null.median - 1) > kMostNullError)
            return fmt::format("the null row is off by {:+.0f} %: {}", 100 * (null.median - 1), kRemedy);
        if (relativeWidth(null).value_or(0) > 2 * kMostNullError) {
            return fmt::format("the null row lies anywhere from {:.2f}x to {:.2f}x: {}", null.interval->low,
                               null.interval->high, kRemedy);
        }
    }
    const double setAside = figures.quality ? figures.quality->facts.setAside : 0;
    if (setAside <= kMostSetAside) return {};
    return fmt::format("{:.0f} % of the samples were disturbed: {}", 100 * setAside, kRemedy);
}

void withholdIfDisturbed(const RunFigures& figures, std::span<Finding> findings) {
    const std::string trouble = disturbance(figures);
    if (trouble.empty()) return;
    for (Finding& finding : findings) {
        const bool sameMachine = finding.ground == Ground::HostTimes && figures.run->settings.cpu;
        if (finding.ground == Ground::RowTimes || sameMachine) finding = undecided(finding.subject, trouble);
    }
}

Result<Answer> judgeRun(const Experiment& experiment, const RunFigures& figures) {
    Result<Answer> answer = experiment.judge(figures);
    if (!answer.ok()) return answer;
    withholdIfDisturbed(figures, answer.value().findings);
    std::string& conclusion = answer.value().conclusion;
    if (const std::string trouble = disturbance(figures); !trouble.empty())
        conclusion = "No conclusion: " + trouble;
    conclusion += partText(experiment, *figures.run);
    return answer;
}

Result<const Experiment*> findExperiment(std::string_view name) {
    return findNamed(kExperiments, name, "there is no experiment");
}

} // namespace vkperftest
