#include "results/summary.h"

#include <algorithm>
#include <numeric>

#include "stats/quiet.h"

namespace vkperftest {
namespace {

// The strategy that the baseline is always measured under.
constexpr std::string_view kBaselineStrategy = "set";

// Nanoseconds a load of the samples that count.
std::vector<double> perLoad(const std::vector<double>& nanoseconds, std::uint64_t loads,
                            const std::vector<std::size_t>& counted) {
    std::vector<double> result;
    for (const std::size_t i : counted) result.push_back(nanoseconds[i] / static_cast<double>(loads));
    return result;
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

void judgeSurroundings(RowResult& row, const std::vector<double>& baselineSeries, double bound) {
    row.quietBound = bound;
    row.surroundings.clear();
    for (const std::size_t place : row.sequence) {
        row.surroundings.push_back(surroundingMedian(baselineSeries, place));
    }
}

std::vector<std::size_t> countedSamples(const RowResult& row) {
    if (!row.surroundings.empty()) return quietPairs(row.surroundings, row.quietBound, kFewestForInterval);
    std::vector<std::size_t> all(row.baselineNanoseconds.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

double disturbedShare(const RunResult& run) {
    std::size_t all = 0;
    std::size_t counted = 0;
    for (const RowResult& row : run.rows) {
        // Samples that came after the last judgement were set aside by nobody.
        all += row.surroundings.empty() ? row.baselineNanoseconds.size() : row.surroundings.size();
        counted += countedSamples(row).size();
    }
    return all == 0 ? 0 : 1 - static_cast<double>(counted) / static_cast<double>(all);
}

std::optional<PairedRatio> ratioToBaseline(const RowResult& row, std::size_t strategy) {
    const StrategyResult& result = row.strategies[strategy];
    if (!measured(result)) return std::nullopt;
    if (result.printed) return PairedRatio{.median = result.printed->ratio};
    const std::vector<std::size_t> counted = countedSamples(row);
    return pairedRatio(perLoad(row.baselineNanoseconds, row.baselineLoads, counted),
                       perLoad(result.nanoseconds, result.loads, counted));
}

std::optional<StrategySummary> summarize(const RunResult& run, const RowResult& row, std::size_t strategy) {
    const std::optional<PairedRatio> ratio = ratioToBaseline(row, strategy);
    if (!ratio) return std::nullopt;
    const StrategyResult& result = row.strategies[strategy];
    if (result.printed) {
        return StrategySummary{.ratio = *ratio,
                               .milliseconds = result.printed->milliseconds,
                               .incomparable = !result.printed->caveat.empty()};
    }
    const double nanosecondsPerLoad = median(perLoad(result.nanoseconds, result.loads, countedSamples(row)));
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
    if (first.printed.has_value() != second.printed.has_value()) return std::nullopt;
    if (first.printed) return PairedRatio{.median = printedTimes(*first.printed, *second.printed)};
    const std::vector<std::size_t> counted = countedSamples(row);
    return pairedRatio(perLoad(first.nanoseconds, first.loads, counted),
                       perLoad(second.nanoseconds, second.loads, counted));
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
