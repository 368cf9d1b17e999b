#include "experiments/experiment.h"

#include <algorithm>
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
    {"uniform", "does the driver share one load among the lanes of a subgroup?", answerUniform,
     answerUniformCode},
    {"binding", "what does each binding strategy cost, on the GPU and on the CPU?", answerBinding,
     answerBindingCode},
    {"vector", "must vectors be aligned to their natural alignment?", answerVector, answerVectorCode},
    {"stride", "are strides slower that do not divide the cache line?", answerStride},
}};

// "; rests on 13 of 208 rows": what a filter left of the suite, if it left some out.
std::string partText(const Experiment& experiment, std::size_t rows) {
    const Result<const Suite*> suite = findSuite(experiment.name);
    if (!suite.ok()) return {};
    const std::size_t all = suite.value()->rows().size();
    return rows < all ? fmt::format("; rests on {} of {} rows", rows, all) : "";
}

} // namespace

std::span<const Experiment> experiments() {
    return kExperiments;
}

std::optional<Trouble> disturbance(const RunFigures& figures) {
    if (const StrategyFigures* const nullRow = figures.nullRow.under(0); nullRow != nullptr) {
        const PairedRatio& null = nullRow->ratio;
        if (std::abs(null.median - 1) > kMostNullError)
            return Trouble{&kNullRowOff, "", "", {100 * (null.median - 1)}};
        if (relativeWidth(null).value_or(0) > 2 * kMostNullError)
            return Trouble{&kNullRowScatters, "", "", {null.interval->low, null.interval->high}};
    }
    const double setAside = figures.quality ? figures.quality->facts.setAside : 0;
    if (setAside <= kMostSetAside) return {};
    return Trouble{&kDisturbed, "", "", {100 * setAside}};
}

void withholdIfDisturbed(const RunFigures& figures, std::span<Finding> findings) {
    const std::optional<Trouble> trouble = disturbance(figures);
    if (!trouble) return;
    for (Finding& finding : findings) {
        const bool sameMachine = finding.ground == Ground::HostTimes && figures.run->settings.cpu;
        if (finding.ground == Ground::RowTimes || sameMachine) finding = undecided(finding.subject, *trouble);
    }
}

Result<Answer> judgeRun(const Experiment& experiment, const RunFigures& figures) {
    Result<Answer> answer = experiment.judge(figures);
    if (!answer.ok()) return answer;
    withholdIfDisturbed(figures, answer.value().findings);
    std::string& conclusion = answer.value().conclusion;
    if (const std::optional<Trouble> trouble = disturbance(figures))
        conclusion = "No conclusion: " + trouble->sentence();
    conclusion += partText(experiment, figures.run->rows.size());
    return answer;
}

Result<Answer> judgeCode(const Experiment& experiment, std::span<const RowCode> codes) {
    Answer answer = experiment.judgeCode(codes);
    if (answer.findings.empty()) {
        return Error{ErrorKind::Usage,
                     fmt::format("`experiment {}` judges none of these rows", experiment.name),
                     "choose others with --filter, or leave it out"};
    }
    // Every row goes with this strategy.
    const auto rows = std::count_if(codes.begin(), codes.end(),
                                    [](const RowCode& code) { return code.strategy == Strategy::Set; });
    answer.conclusion += partText(experiment, static_cast<std::size_t>(rows));
    return answer;
}

Result<const Experiment*> findExperiment(std::string_view name) {
    return findNamed(kExperiments, name, "there is no experiment");
}

} // namespace vkperftest
