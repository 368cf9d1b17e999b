#include "analysis/restarts.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include "stats/interval.h"
#include "stats/paired.h"

namespace vkperftest {
double levelOf(const RunSettings& settings, std::span<const double> samples) {
    return settings.cpu ? undisturbedLevel(samples) : median({samples.begin(), samples.end()});
}

std::size_t countedSamples(const RunSettings& settings, std::span<const double> samples) {
    return settings.cpu ? undisturbed(samples).size() : samples.size();
}

Levels restartLevels(const RunSettings& settings, const RowResult& row, std::size_t strategy, Metric metric) {
    const StrategyResult& result = row.strategies[strategy];
    if (result.status != Status::Measured || result.nanoseconds.empty()) return {};
    struct Samples {
        std::vector<double> paired, subject; // nanoseconds a load
    };
    std::map<std::size_t, Samples> restarts;
    for (std::size_t i = 0; i < result.nanoseconds.size(); ++i) {
        Samples& samples = restarts[row.restarts[i]];
        samples.paired.push_back(row.baselineNanoseconds[i] / static_cast<double>(row.baselineLoads));
        samples.subject.push_back(result.nanoseconds[i] / static_cast<double>(result.loads));
    }
    // For times, undisturbed samples are selected in each restart by itself: a restart that was disturbed from
    // end to end must show in the scatter.
    Levels levels;
    for (const auto& [restart, samples] : restarts) {
        levels[restart] =
            metric == Metric::Time
                ? std::log(levelOf(settings, samples.subject)) + std::log(shownLoads(settings) * 1e-6)
                : std::log(pairedRatio(samples.paired, samples.subject).median);
    }
    return levels;
}

namespace {

// For values of a normal distribution their standard deviation.
double medianDeviation(const Levels& levels) {
    constexpr double kOfNormal = 1.4826;
    std::vector<double> values = valuesOf(levels);
    const double middle = median(values);
    for (double& value : values) value = std::abs(value - middle);
    return kOfNormal * median(std::move(values));
}

// Of the row's strategies that have enough restarts.
std::vector<double> scattersOf(const RunSettings& settings, const RowResult& row) {
    constexpr std::size_t kFewestRestarts = 3;
    std::vector<double> scatters;
    for (std::size_t s = 0; s < row.strategies.size() && !row.sequence.empty(); ++s) {
        const Levels ofRow = restartLevels(settings, row, s, Metric::Ratio);
        if (ofRow.size() >= kFewestRestarts) scatters.push_back(medianDeviation(ofRow));
    }
    return scatters;
}

} // namespace

double restartScatter(const RunResult& run) {
    constexpr double kRounding = 1e-9; // equal samples must not make an interval
    std::vector<double> scatters;
    for (const RowResult& row : run.rows)
        if (run.settings.cpu) std::ranges::copy(scattersOf(run.settings, row), std::back_inserter(scatters));
    const double scatter = scatters.empty() ? 0 : median(std::move(scatters));
    return scatter >= kRounding ? scatter : 0;
}

double restartReach(const RunSettings& settings, const RowResult& row, double scatter) {
    const std::set<std::size_t> restarts(row.restarts.begin(), row.restarts.end());
    if (scatter == 0 || restarts.empty()) return 0;
    double reach = kRestartScatters * scatter;
    for (const double own : scattersOf(settings, row)) reach = std::max(reach, kOwnRestartScatters * own);
    return std::hypot(reach / std::sqrt(static_cast<double>(restarts.size())), 2 * kProcessScatter);
}

} // namespace vkperftest
