#include "analysis/epoch_levels.h"

#include <cmath>

#include "analysis/summary.h"
#include "stats/fast_mode.h"

namespace vkperftest {
namespace {

// Undisturbed samples are sought in each epoch by itself: an epoch that was disturbed from end to end must
// show in the scatter, not be left out of it.
EpochLevels levelsOf(const std::map<std::size_t, std::vector<double>>& samples, bool cpu) {
    EpochLevels levels;
    for (const auto& [epoch, all] : samples) {
        levels[epoch] = std::log(cpu ? undisturbedLevel(all) : median(all));
    }
    return levels;
}

// The baseline's series by epoch. Rows that were left out when runs were put together leave places that
// nobody claims.
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

RunLevels::RunLevels(const RunResult& run)
    : run_(run), baseline_(levelsOf(seriesByEpoch(run), run.settings.cpu)) {}

EpochLevels RunLevels::of(const RowResult& row, std::size_t strategy, Metric metric) const {
    const StrategyResult& result = row.strategies[strategy];
    if (result.status != Status::Measured || result.nanoseconds.empty()) return {};
    const bool paired = metric == Metric::Ratio && !run_.settings.cpu;
    std::map<std::size_t, std::vector<double>> samples;
    for (std::size_t i = 0; i < result.nanoseconds.size(); ++i) {
        const double perLoad = result.nanoseconds[i] / static_cast<double>(result.loads);
        const double baseline = row.baselineNanoseconds[i] / static_cast<double>(row.baselineLoads);
        samples[row.epochs[i]].push_back(paired ? perLoad / baseline : perLoad);
    }
    EpochLevels levels = levelsOf(samples, run_.settings.cpu);
    for (auto& [epoch, level] : levels) {
        if (metric == Metric::Time) {
            level += std::log(kPerfTestLoads * 1e-6);
        } else {
            level = (paired ? 0 : baseline_.at(epoch)) - level;
        }
    }
    return levels;
}

} // namespace vkperftest
