#include "analysis/noise.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "stats/paired.h"

namespace vkperftest {
namespace {

bool isDisturbed(const RunFigures& run) {
    return run.quality && run.quality->grade != Grade::Good;
}

// In nanoseconds.
double fastestLoad(const StrategyResult& result) {
    return std::ranges::min(result.nanoseconds) / static_cast<double>(result.loads);
}

double ratioOfUndisturbed(const Measured& side) {
    return undisturbedLevel(side.row.baselineNanoseconds) / static_cast<double>(side.row.baselineLoads) /
           (undisturbedLevel(side.result.nanoseconds) / static_cast<double>(side.result.loads));
}

} // namespace

double nullRowNoise(const RunFigures& run) {
    return isDisturbed(run) ? std::log1p(run.quality->nullRowError) : 0;
}

double epochsSharing(const RunFigures& run) {
    constexpr double kHarmless = 0.5, kSharing = 2;
    return run.quality && run.quality->facts.setAside > kHarmless ? kSharing : 1;
}

std::vector<double> witnessesOf(const Measured& base, const Measured& now, Metric metric) {
    const StrategyFigures &was = base.figures, &is = now.figures;
    const bool sampled = !base.result.nanoseconds.empty() && !now.result.nanoseconds.empty();
    std::vector<double> witnesses;
    if (metric == Metric::Time) {
        if (was.milliseconds && is.milliseconds)
            witnesses.push_back(std::log(*is.milliseconds / *was.milliseconds));
        if (sampled) witnesses.push_back(std::log(fastestLoad(now.result) / fastestLoad(base.result)));
    } else {
        witnesses.push_back(std::log(is.ratio.median / was.ratio.median));
        if (was.ratio.ofFastest && is.ratio.ofFastest)
            witnesses.push_back(std::log(*is.ratio.ofFastest / *was.ratio.ofFastest));
        if (sampled) witnesses.push_back(std::log(ratioOfUndisturbed(now) / ratioOfUndisturbed(base)));
    }
    return witnesses;
}

std::string noisySides(const RunFigures& base, const RunFigures& now) {
    std::vector<std::string> sides;
    for (const auto& [name, figures] : {std::pair("BASE", &base), std::pair("NEW", &now)}) {
        if (!isDisturbed(*figures)) continue;
        const RunQuality& quality = *figures->quality;
        sides.push_back(
            fmt::format("{} is {} ({})", name, gradeName(quality.grade), join(quality.reasons, ", ")));
    }
    return join(sides, ", ");
}

} // namespace vkperftest
