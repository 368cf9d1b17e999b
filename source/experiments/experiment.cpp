#include "experiments/experiment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>

#include <fmt/format.h>

#include "base/named.h"
#include "cases/suite.h"
#include "experiments/binding.h"
#include "experiments/cache.h"
#include "experiments/judging.h"
#include "experiments/robustness.h"
#include "experiments/stride.h"
#include "experiments/uniform.h"
#include "experiments/vector.h"

namespace vkperftest {
namespace {

constexpr std::array<Experiment, 6> kExperiments = {{
    {"uniform", "does the driver share one load among the lanes of a subgroup?", answerUniform,
     answerUniformCode},
    {"binding", "what does each binding strategy cost, on the GPU and on the CPU?", answerBinding,
     answerBindingCode},
    {"vector", "must vectors be aligned to their natural alignment?", answerVector, answerVectorCode},
    {"stride", "are strides that do not divide the cache line slower?", answerStride},
    {"robustness", "what do bounds checks cost, by kind of load?", answerRobustness},
    {"cache", "where do caches end, and how long does a load from each cache take?", answerCache},
}};

// Rows that a filter excluded. `text`: "; the run lacks {} of the suite's {} rows".
std::string partText(const Experiment& experiment, const std::set<std::string>& names,
                     fmt::format_string<const std::ptrdiff_t&, const std::size_t&> text) {
    const Result<const Suite*> suite = findSuite(experiment.name);
    if (!suite.ok()) return {};
    const std::vector<Case> rows = suite.value()->rows();
    const auto missing =
        std::ranges::count_if(rows, [&](const Case& row) { return !names.contains(caseName(row)); });
    const std::size_t all = rows.size();
    return missing == 0 ? "" : fmt::format(text, missing, all);
}

} // namespace

std::span<const Experiment> experiments() {
    return kExperiments;
}

double disturbance(const RunFigures& figures) {
    double error = figures.quality && figures.quality->facts.setAside > kMostSetAside ? kMostNullError : 0;
    const StrategyFigures* const nullRow = figures.nullRow.under(0);
    if (nullRow == nullptr) return error;
    const PairedRatio& null = nullRow->ratio;
    const auto consider = [&](double off) {
        if (off > kMostNullError) error = std::max(error, off);
    };
    consider(std::abs(std::log(null.median)));
    consider(relativeWidth(null).value_or(0) / 2);
    return error;
}

RunFigures widened(const RunFigures& figures) {
    const double error = disturbance(figures);
    if (error == 0) return figures;
    RunFigures wide = analyse(*figures.run, 1 + error);
    // A bound that is unknown without the disturbance stays unknown with it.
    for (std::size_t i = 0; i < wide.rows.size(); ++i) {
        for (std::size_t s = 0; s < wide.rows[i].strategies.size(); ++s) {
            const std::optional<StrategyFigures>& known = figures.rows[i].strategies[s];
            std::optional<StrategyFigures>& each = wide.rows[i].strategies[s];
            if (each && known->bound == Bound::Unknown)
                each->bound = known->bound, each->boundDoubt = known->boundDoubt;
        }
    }
    return wide;
}

Result<Answer> judgeRun(const Experiment& experiment, const RunFigures& figures) {
    const double error = disturbance(figures);
    Result<Answer> answer = experiment.judge(widened(figures));
    if (!answer.ok()) return answer;
    std::string& conclusion = answer.value().conclusion;
    if (error > 0 && figures.run->windows.empty()) // windows have intervals of their own
        conclusion += fmt::format(
            "; the machine was disturbed, so every row's interval was widened by {:.0f} %", 100 * error);
    std::set<std::string> names;
    for (const RowResult& row : figures.run->rows) names.insert(row.name);
    conclusion += partText(experiment, names, "; the run lacks {} of the suite's {} rows");
    return answer;
}

Result<Answer> judgeCode(const Experiment& experiment, std::span<const RowCode> codes) {
    Answer answer = experiment.judgeCode(codes);
    if (answer.findings.empty()) {
        return Error{ErrorKind::Usage,
                     fmt::format("`experiment {}` judges none of these rows", experiment.name),
                     "choose other rows with --filter, or omit it"};
    }
    std::set<std::string> names;
    for (const RowCode& code : codes) names.insert(caseName(code.row));
    answer.conclusion += partText(experiment, names, "; {} of the suite's {} rows were not compiled");
    return answer;
}

Result<const Experiment*> findExperiment(std::string_view name) {
    return findNamed(kExperiments, name, "there is no experiment");
}

} // namespace vkperftest
