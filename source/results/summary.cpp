#include "results/summary.h"

#include <algorithm>

namespace vkperftest {
namespace {

// The strategy that the baseline is always measured under.
constexpr std::string_view kBaselineStrategy = "set";

std::vector<double> perLoad(const std::vector<double>& nanoseconds, std::uint64_t loads) {
    std::vector<double> result(nanoseconds.size());
    std::transform(nanoseconds.begin(), nanoseconds.end(), result.begin(),
                   [&](double ns) { return ns / static_cast<double>(loads); });
    return result;
}

bool measured(const StrategyResult& result) {
    return result.status == Status::Measured;
}

} // namespace

std::optional<PairedRatio> ratioToBaseline(const RowResult& row, std::size_t strategy) {
    const StrategyResult& result = row.strategies[strategy];
    if (!measured(result)) return std::nullopt;
    return pairedRatio(perLoad(row.baselineNanoseconds, row.baselineLoads),
                       perLoad(result.nanoseconds, result.loads));
}

std::optional<StrategySummary> summarize(const RunResult& run, const RowResult& row, std::size_t strategy) {
    const std::optional<PairedRatio> ratio = ratioToBaseline(row, strategy);
    if (!ratio) return std::nullopt;
    const StrategyResult& result = row.strategies[strategy];
    const double nanosecondsPerLoad = median(result.nanoseconds) / static_cast<double>(result.loads);
    const std::optional<double> width = relativeWidth(*ratio);
    return StrategySummary{.ratio = *ratio,
                           .milliseconds = nanosecondsPerLoad * kPerfTestLoads * 1e-6,
                           .loadsPerNanosecond = 1 / nanosecondsPerLoad,
                           .imprecise = !width || *width > run.settings.precisionGoal,
                           .minimaDisagree = minimaDisagree(*ratio)};
}

std::optional<PairedRatio> againstFirstStrategy(const RowResult& row, std::size_t other) {
    const StrategyResult& first = row.strategies.front();
    const StrategyResult& second = row.strategies[other];
    if (!measured(first) || !measured(second)) return std::nullopt;
    return pairedRatio(perLoad(first.nanoseconds, first.loads), perLoad(second.nanoseconds, second.loads));
}

bool isBaseline(const RunResult& run, const RowResult& row, std::size_t strategy) {
    return row.name == run.settings.baseline && row.strategies[strategy].strategy == kBaselineStrategy;
}

StatusCounts countStatus(const RunResult& run) {
    StatusCounts counts;
    for (const RowResult& row : run.rows) {
        for (const StrategyResult& strategy : row.strategies) {
            switch (strategy.status) {
            case Status::Measured:
                ++counts.measured;
                break;
            case Status::Unsupported:
                ++counts.unsupported;
                break;
            case Status::Failed:
                ++counts.failed;
                break;
            case Status::NotMeasured:
                ++counts.notMeasured;
                break;
            }
        }
    }
    return counts;
}

} // namespace vkperftest
