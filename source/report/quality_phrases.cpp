#include "report/quality_phrases.h"

#include <fmt/format.h>

#include "base/text.h"
#include "report/condition_remarks.h"

namespace vkperftest {
namespace {

std::string remedyOnCpu(const HostRecord& host) {
    const bool allCores = host.driverThreads == 0 || host.driverThreads >= host.cpuThreads;
    if (allCores && host.cpuThreads > 1)
        return fmt::format("Measure again with nothing else running, and LP_NUM_THREADS below the {} cores.",
                           host.cpuThreads);
    return host.driverThreads > 1
               ? "Measure again with nothing else running, or with LP_NUM_THREADS=1."
               : "Measure again with nothing else running; --precise gives a disturbed run more time.";
}

} // namespace

std::string qualityRemedy(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    if (!figures.quality || figures.quality->grade == Grade::Good) return {};
    if (run.settings.cpu) return remedyOnCpu(run.host);
    const std::string trouble = conditionTrouble(run);
    if (!trouble.empty())
        return fmt::format("Under load {}: let the GPU cool or lock its clocks, and measure again.", trouble);
    return run.conditions.empty() ? "Measure again with nothing else on the GPU; its clocks are unknown."
                                  : "Measure again with nothing else on the GPU; its clocks were steady.";
}

std::string qualityLine(const RunFigures& figures) {
    if (!figures.quality) return {};
    const RunQuality& quality = *figures.quality;
    if (quality.grade == Grade::Good) return "Run quality: good.";
    const std::string worthless =
        quality.grade == Grade::Unusable ? " Figures without a believable interval are shown as \"?\"." : "";
    return fmt::format("Run quality: {}: {}.{} {}", gradeName(quality.grade), join(quality.reasons, ", "),
                       worthless, qualityRemedy(figures));
}

} // namespace vkperftest
