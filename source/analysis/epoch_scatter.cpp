#include "analysis/epoch_scatter.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

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
