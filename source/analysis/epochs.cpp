#include "analysis/epochs.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "stats/interval.h"
#include "stats/paired.h"

namespace vkperftest {
namespace {

// The baseline's series by epoch. Rows that were skipped when runs were merged leave places that no row
// claims.
std::map<std::size_t, std::vector<double>> seriesByEpoch(const RunResult& run) {
    std::map<std::size_t, std::vector<double>> samples;
    const auto add = [&](const RowResult& row) {
        for (std::size_t i = 0; i < row.sequence.size(); ++i) {
            samples[row.epochs[i]].push_back(run.baselineSeries[row.sequence[i]]);
        }
    };
    for (const RowResult& row : run.rows) add(row);
    add(run.nullRow);
    return samples;
}

} // namespace

double levelOf(const RunSettings& settings, std::span<const double> samples) {
    return settings.cpu ? undisturbedLevel(samples) : median({samples.begin(), samples.end()});
}

std::size_t countedSamples(const RunSettings& settings, std::span<const double> samples) {
    return settings.cpu ? undisturbed(samples).size() : samples.size();
}

RunLevels::RunLevels(const RunResult& run) : settings_(run.settings) {
    for (const auto& [epoch, samples] : seriesByEpoch(run))
        baseline_[epoch] = std::log(levelOf(settings_, samples));
}

EpochLevels RunLevels::of(const RowResult& row, std::size_t strategy, Metric metric) const {
    const StrategyResult& result = row.strategies[strategy];
    if (result.status != Status::Measured || result.nanoseconds.empty()) return {};
    struct Samples {
        std::vector<double> paired, subject; // nanoseconds a load
    };
    std::map<std::size_t, Samples> epochs;
    for (std::size_t i = 0; i < result.nanoseconds.size(); ++i) {
        Samples& samples = epochs[row.epochs[i]];
        samples.paired.push_back(row.baselineNanoseconds[i] / static_cast<double>(row.baselineLoads));
        samples.subject.push_back(result.nanoseconds[i] / static_cast<double>(result.loads));
    }
    // For times, undisturbed samples are selected in each epoch by itself: an epoch that was disturbed from
    // end to end must show in the scatter.
    EpochLevels levels;
    for (const auto& [epoch, samples] : epochs) {
        levels[epoch] = metric == Metric::Time
                            ? std::log(levelOf(settings_, samples.subject)) + std::log(kPerfTestLoads * 1e-6)
                            : std::log(pairedRatio(samples.paired, samples.subject).median);
    }
    return levels;
}

namespace {

// For values of a normal distribution their standard deviation.
double medianDeviation(const EpochLevels& levels) {
    constexpr double kOfNormal = 1.4826;
    std::vector<double> values;
    for (const auto& [epoch, level] : levels) values.push_back(level);
    const double middle = median(values);
    for (double& value : values) value = std::abs(value - middle);
    return kOfNormal * median(std::move(values));
}

// Of the row's strategies that have enough epochs.
std::vector<double> scattersOf(const RunLevels& levels, const RowResult& row) {
    constexpr std::size_t kFewestEpochs = 3;
    std::vector<double> scatters;
    for (std::size_t s = 0; s < row.strategies.size() && !row.sequence.empty(); ++s) {
        const EpochLevels ofRow = levels.of(row, s, Metric::Ratio);
        if (ofRow.size() >= kFewestEpochs) scatters.push_back(medianDeviation(ofRow));
    }
    return scatters;
}

} // namespace

EpochScatter::EpochScatter(const RunResult& run) {
    constexpr double kRounding = 1e-9; // equal samples must not make an interval
    if (!run.settings.cpu) return;
    levels_.emplace(run);
    std::vector<double> scatters;
    for (const RowResult& row : run.rows) {
        for (const double scatter : scattersOf(*levels_, row)) scatters.push_back(scatter);
    }
    const double scatter = scatters.empty() ? 0 : median(std::move(scatters));
    if (scatter >= kRounding) scatter_ = scatter;
}

double EpochScatter::reach(const RowResult& row) const {
    const std::set<std::size_t> epochs(row.epochs.begin(), row.epochs.end());
    if (scatter_ == 0 || epochs.empty()) return 0;
    double reach = kEpochScatters * scatter_;
    for (const double own : scattersOf(*levels_, row)) reach = std::max(reach, kOwnEpochScatters * own);
    return std::hypot(reach / std::sqrt(static_cast<double>(epochs.size())), 2 * kProcessScatter);
}

} // namespace vkperftest
