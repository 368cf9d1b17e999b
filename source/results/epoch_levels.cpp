#include "results/epoch_levels.h"

#include <cmath>

#include "results/summary.h"

namespace vkperftest {
namespace {

std::map<std::size_t, double> logarithmsOfMedians(std::map<std::size_t, std::vector<double>> samples) {
    std::map<std::size_t, double> levels;
    for (auto& [epoch, values] : samples) levels[epoch] = std::log(median(std::move(values)));
    return levels;
}

void addBaseline(const RowResult& row, std::map<std::size_t, std::vector<double>>& samples) {
    for (const std::size_t i : countedSamples(row)) {
        samples[row.epochs[i]].push_back(row.baselineNanoseconds[i] / static_cast<double>(row.baselineLoads));
    }
}

} // namespace

std::map<std::size_t, double> epochLevels(const RowResult& row, std::size_t strategy, Metric metric) {
    const StrategyResult& result = row.strategies[strategy];
    if (result.status != Status::Measured || result.nanoseconds.empty()) return {};
    std::map<std::size_t, std::vector<double>> samples;
    for (const std::size_t i : countedSamples(row)) {
        const double perLoad = result.nanoseconds[i] / static_cast<double>(result.loads);
        const double baseline = row.baselineNanoseconds[i] / static_cast<double>(row.baselineLoads);
        samples[row.epochs[i]].push_back(metric == Metric::Time ? perLoad * kPerfTestLoads * 1e-6
                                                                : baseline / perLoad);
    }
    return logarithmsOfMedians(std::move(samples));
}

std::map<std::size_t, double> baselineLevels(const RunResult& run) {
    std::map<std::size_t, std::vector<double>> samples;
    for (const RowResult& row : run.rows) addBaseline(row, samples);
    addBaseline(run.nullRow, samples);
    return logarithmsOfMedians(std::move(samples));
}

} // namespace vkperftest
