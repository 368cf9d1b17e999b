#include "analysis/epoch_levels.h"

#include <cmath>
#include <vector>

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

RunLevels::RunLevels(const RunResult& run) : estimator_(estimatorOf(run.settings)) {
    for (const auto& [epoch, samples] : seriesByEpoch(run))
        baseline_[epoch] = std::log(estimator_.level(samples));
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
                            ? std::log(estimator_.level(samples.subject)) + std::log(kPerfTestLoads * 1e-6)
                            : std::log(pairedRatio(samples.paired, samples.subject).median);
    }
    return levels;
}

} // namespace vkperftest
