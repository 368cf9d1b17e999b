#include "results/epoch_levels.h"

#include <cmath>

#include "results/summary.h"
#include "stats/fast_mode.h"

namespace vkperftest {
namespace {

// Undisturbed samples are sought in each epoch by itself: an epoch that was disturbed from end to end must show in the
// scatter, not be left out of it.
EpochLevels levelsOf(const std::map<std::size_t, std::vector<double>>& samples, bool cpu) {
    EpochLevels levels;
    for (const auto& [epoch, all] : samples) {
        std::vector<double> values;
        if (cpu) {
            for (const std::size_t i : undisturbed(all)) values.push_back(all[i]);
        } else {
            values = all;
        }
        levels[epoch] = std::log(median(std::move(values)));
    }
    return levels;
}

// The epoch of each sample of the baseline's series; rows that were dropped leave places that nobody claims.
std::map<std::size_t, std::size_t> epochsOfSeries(const RunResult& run) {
    std::map<std::size_t, std::size_t> epochs;
    const auto add = [&](const RowResult& row) {
        for (std::size_t i = 0; i < row.sequence.size(); ++i) epochs[row.sequence[i]] = row.epochs[i];
    };
    for (const RowResult& row : run.rows) add(row);
    add(run.nullRow);
    return epochs;
}

} // namespace

RunLevels::RunLevels(const RunResult& run) : run_(run) {
    std::map<std::size_t, std::vector<double>> samples;
    for (const auto& [place, epoch] : epochsOfSeries(run))
        samples[epoch].push_back(run.baselineSeries[place]);
    baseline_ = levelsOf(samples, run.settings.cpu);
}

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
