#include "run/effort.h"

#include <algorithm>

#include "analysis/figures.h"
#include "stats/interval.h"

namespace vkperftest {

// Seconds: 138 rows under two strategies and their twins end within a minute, quickly within half of that.
const Effort kDefaultEffort{"default", 0.01, 12, 12, 0.155};
const Effort kQuickEffort{"quick", 0.03, 12, 8, 0.078};
const Effort kPreciseEffort{"precise", 0.003, 30, 30, 2.0};

Effort effortOn(bool cpu, Effort effort) {
    if (!cpu) effort.fewestSamples = effort.fewestOnGpu;
    return effort;
}

Effort twinEffort(const Effort& effort) {
    constexpr double kWidth = 0.05, kShare = 0.25;
    Effort twin = effort;
    twin.width = std::max(kWidth, effort.width);
    twin.fewestSamples = std::max(kFewestForInterval, effort.fewestSamples / 2);
    twin.secondsPerProgram *= kShare;
    return twin;
}

const Effort* findEffort(std::string_view name) {
    for (const Effort* effort : {&kDefaultEffort, &kQuickEffort, &kPreciseEffort}) {
        if (effort->name == name) return effort;
    }
    return nullptr;
}

bool preciseEnough(const Effort& effort, std::size_t samples, std::span<const PairedRatio> ratios) {
    if (samples < effort.fewestSamples) return false;
    return std::ranges::all_of(ratios, [&](const PairedRatio& ratio) {
        const std::optional<double> width = relativeWidth(ratio);
        return width && *width <= effort.width;
    });
}

bool preciseEnough(const Effort& effort, const Estimator& estimator, const RunResult& run,
                   const RowResult& row) {
    std::vector<PairedRatio> ratios;
    std::size_t fewest = row.baselineNanoseconds.size();
    for (std::size_t s = 0; s < row.strategies.size(); ++s) {
        const StrategyResult& strategy = row.strategies[s];
        if (strategy.status != Status::Measured) continue;
        fewest = std::min(fewest, estimator.countedSamples(strategy.nanoseconds));
        // Before ratios are formed, which takes longer: on a CPU they look at the whole run's baseline.
        if (fewest < effort.fewestSamples) return false;
        if (estimator.leastRelativeWidth(strategy.nanoseconds) > effort.width) return false;
        ratios.push_back(ratioToBaseline(estimator, run, row, s));
    }
    return preciseEnough(effort, fewest, ratios);
}

bool isTooWide(const Estimator& estimator, const RowResult& row) {
    constexpr double kTooWide = 0.1;
    return std::ranges::any_of(row.strategies, [&](const StrategyResult& strategy) {
        return strategy.status == Status::Measured &&
               estimator.leastRelativeWidth(strategy.nanoseconds) > kTooWide;
    });
}

} // namespace vkperftest
