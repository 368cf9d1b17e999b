#include "experiments/experiment.h"

#include <array>
#include <cmath>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "base/named.h"
#include "experiments/binding.h"
#include "experiments/judging.h"
#include "experiments/stride.h"
#include "experiments/uniform.h"
#include "experiments/vector.h"

namespace vkperftest {
namespace {

constexpr std::array<Experiment, 4> kExperiments = {{
    {"uniform", "does the driver share one load among the lanes of a subgroup?", uniformFindings},
    {"binding", "what does each binding strategy cost, on the GPU and on the CPU?", bindingFindings},
    {"vector", "must vectors be aligned to their natural alignment?", vectorFindings},
    {"stride", "are strides slower that do not divide the cache line?", strideFindings},
}};

// Why no verdict may stand on the run's times; empty if the null row does not speak against it.
std::string disturbance(const RunFigures& figures) {
    if (figures.nullRow.under(0) == nullptr) return {};
    const PairedRatio& null = figures.nullRow.under(0)->ratio;
    constexpr const char* kRemedy = "measure again on a quieter machine";
    if (std::abs(null.median - 1) > kMostNullError)
        return fmt::format("the null row is off by {:+.0f} %: {}", 100 * (null.median - 1), kRemedy);
    const std::optional<double> width = relativeWidth(null);
    if (!width || *width <= 2 * kMostNullError) return {};
    return fmt::format("the null row lies anywhere from {:.2f}x to {:.2f}x: {}", null.interval->low,
                       null.interval->high, kRemedy);
}

} // namespace

std::span<const Experiment> experiments() {
    return kExperiments;
}

void withholdIfDisturbed(const RunFigures& figures, std::span<Finding> findings) {
    const std::string trouble = disturbance(figures);
    if (trouble.empty()) return;
    for (Finding& finding : findings) {
        const bool sameMachine = finding.ground == Ground::HostTimes && figures.run->settings.cpu;
        if (finding.ground == Ground::RowTimes || sameMachine) finding = undecided(finding.subject, trouble);
    }
}

Result<std::vector<Finding>> judgeRun(const Experiment& experiment, const RunFigures& figures) {
    Result<std::vector<Finding>> findings = experiment.judge(figures);
    if (findings.ok()) withholdIfDisturbed(figures, findings.value());
    return findings;
}

Result<const Experiment*> findExperiment(std::string_view name) {
    return findNamed(kExperiments, name, "there is no experiment");
}

} // namespace vkperftest
