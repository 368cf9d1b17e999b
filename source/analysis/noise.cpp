#include "analysis/noise.h"

#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

bool isDisturbed(const RunFigures& run) {
    return run.quality && run.quality->grade != Grade::Good;
}

} // namespace

double nullRowNoise(const RunFigures& run) {
    return isDisturbed(run) ? std::log1p(run.quality->nullRowError) : 0;
}

double epochsSharing(const RunFigures& run) {
    constexpr double kHarmless = 0.5, kSharing = 2;
    return run.quality && run.quality->facts.setAside > kHarmless ? kSharing : 1;
}

std::vector<double> witnessesOf(const StrategyFigures& base, const StrategyFigures& now, Metric metric) {
    if (metric == Metric::Time) {
        if (!base.milliseconds || !now.milliseconds) return {};
        return {std::log(*now.milliseconds / *base.milliseconds)};
    }
    std::vector<double> witnesses = {std::log(now.ratio.median / base.ratio.median)};
    if (base.ratio.ofFastest && now.ratio.ofFastest)
        witnesses.push_back(std::log(*now.ratio.ofFastest / *base.ratio.ofFastest));
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
