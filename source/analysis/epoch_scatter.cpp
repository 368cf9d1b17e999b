#include "analysis/epoch_scatter.h"

#include <cmath>
#include <set>
#include <vector>

#include "analysis/epoch_levels.h"
#include "stats/interval.h"

namespace vkperftest {
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

} // namespace

double epochScatter(const RunResult& run) {
    constexpr std::size_t kFewestEpochs = 3;
    constexpr double kRounding = 1e-9; // equal samples must not make an interval
    std::vector<double> scatters;
    if (!run.settings.cpu) return 0;
    const RunLevels levels(run);
    for (const RowResult& row : run.rows) {
        if (row.sequence.empty()) continue;
        for (std::size_t s = 0; s < row.strategies.size(); ++s) {
            const EpochLevels ofRow = levels.of(row, s, Metric::Ratio);
            if (ofRow.size() >= kFewestEpochs) scatters.push_back(medianDeviation(ofRow));
        }
    }
    const double scatter = scatters.empty() ? 0 : median(std::move(scatters));
    return scatter < kRounding ? 0 : scatter;
}

double epochReach(double scatter, const RowResult& row) {
    const std::set<std::size_t> epochs(row.epochs.begin(), row.epochs.end());
    return epochs.empty() ? 0 : kEpochScatters * scatter / std::sqrt(static_cast<double>(epochs.size()));
}

} // namespace vkperftest
