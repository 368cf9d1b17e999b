#include "analysis/summary.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "analysis/load_bound.h"
#include "stats/fast_mode.h"

namespace vkperftest {
namespace {

// The strategy that the baseline is always measured under.
constexpr std::string_view kBaselineStrategy = "set";

// Nanoseconds a load.
std::vector<double> perLoad(const std::vector<double>& nanoseconds, std::uint64_t loads) {
    std::vector<double> result;
    for (const double sample : nanoseconds) result.push_back(sample / static_cast<double>(loads));
    return result;
}

// The baseline's samples from the row's first to its last, its own among them.
std::span<const double> baselineMeanwhile(const RunResult& run, const RowResult& row) {
    const std::size_t first = row.sequence.front();
    return std::span(run.baselineSeries).subspan(first, row.sequence.back() - first + 1);
}

bool measured(const StrategyResult& result) {
    return result.status == Status::Measured;
}

// The first one's time over the second's.
double printedTimes(const PrintedFigures& first, const PrintedFigures& second) {
    // Small ratios are printed with fewer digits than their milliseconds.
    if (first.milliseconds && second.milliseconds) return *first.milliseconds / *second.milliseconds;
    return second.ratio / first.ratio;
}

} // namespace

const RowResult* findRow(const RunResult& run, std::string_view name) {
    const auto found = std::find_if(run.rows.begin(), run.rows.end(),
                                    [&](const RowResult& row) { return row.name == name; });
    return found != run.rows.end() ? &*found : nullptr;
}

std::vector<std::size_t> countedSamples(const RunResult& run, const std::vector<double>& nanoseconds) {
    if (run.settings.cpu) return undisturbed(nanoseconds);
    std::vector<std::size_t> all(nanoseconds.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

double disturbedShare(const RunResult& run) {
    std::size_t all = 0;
    std::size_t counted = 0;
    for (const RowResult& row : run.rows) {
        for (const StrategyResult& strategy : row.strategies) {
            all += strategy.nanoseconds.size();
            counted += countedSamples(run, strategy.nanoseconds).size();
        }
    }
    return all == 0 ? 0 : 1 - static_cast<double>(counted) / static_cast<double>(all);
}

std::optional<PairedRatio> ratioToBaseline(const RunResult& run, const RowResult& row, std::size_t strategy) {
    const StrategyResult& result = row.strategies[strategy];
    if (!measured(result)) return std::nullopt;
    if (result.printed) return PairedRatio{.median = result.printed->ratio};
    const std::vector<double> subject = perLoad(result.nanoseconds, result.loads);
    if (run.settings.cpu) return levelRatio(baselineMeanwhile(run, row), subject);
    return pairedRatio(perLoad(row.baselineNanoseconds, row.baselineLoads), subject);
}

std::optional<StrategySummary> summarize(const RunResult& run, const RowResult& row, std::size_t strategy) {
    const std::optional<PairedRatio> ratio = ratioToBaseline(run, row, strategy);
    if (!ratio) return std::nullopt;
    const StrategyResult& result = row.strategies[strategy];
    if (result.printed) {
        return StrategySummary{.ratio = *ratio,
                               .milliseconds = result.printed->milliseconds,
                               .incomparable = !result.printed->caveat.empty()};
    }
    const std::vector<double> samples = perLoad(result.nanoseconds, result.loads);
    const double nanosecondsPerLoad = run.settings.cpu ? undisturbedLevel(samples) : median(samples);
    const std::optional<double> width = relativeWidth(*ratio);
    const std::optional<PairedRatio> overFloor = timeOverFloor(run, row, strategy);
    return StrategySummary{.ratio = *ratio,
                           .milliseconds = nanosecondsPerLoad * kPerfTestLoads * 1e-6,
                           .loadsPerNanosecond = 1 / nanosecondsPerLoad,
                           .imprecise = !width || *width > run.settings.precisionGoal,
                           .minimaDisagree = minimaDisagree(*ratio),
                           .overFloor = overFloor,
                           .loadBound = overFloor ? isAtLeast(*overFloor, kLoadBound) : std::nullopt};
}

std::optional<PairedRatio> strategyOver(const RunResult& run, const RowResult& row, std::size_t first,
                                        std::size_t other) {
    const StrategyResult& one = row.strategies[first];
    const StrategyResult& two = row.strategies[other];
    if (!measured(one) || !measured(two)) return std::nullopt;
    if (one.printed.has_value() != two.printed.has_value()) return std::nullopt;
    if (one.printed) return PairedRatio{.median = printedTimes(*one.printed, *two.printed)};
    const std::vector<double> reference = perLoad(one.nanoseconds, one.loads);
    const std::vector<double> subject = perLoad(two.nanoseconds, two.loads);
    return run.settings.cpu ? levelRatio(reference, subject) : pairedRatio(reference, subject);
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
