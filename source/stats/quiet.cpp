#include "stats/quiet.h"

#include <algorithm>
#include <numeric>

namespace vkperftest {

double quietBound(std::span<const double> baselineSeries) {
    constexpr double kTolerance = 1.08;
    if (baselineSeries.empty()) return 0;
    std::vector<double> values(baselineSeries.begin(), baselineSeries.end());
    const auto tenth = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 10);
    std::nth_element(values.begin(), tenth, values.end());
    return *tenth * kTolerance;
}

std::vector<std::size_t> quietPairs(std::span<const double> baseline, double bound, std::size_t fewest) {
    std::vector<std::size_t> order(baseline.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return baseline[a] < baseline[b]; });
    const auto quiet = static_cast<std::size_t>(
        std::count_if(baseline.begin(), baseline.end(), [&](double value) { return value <= bound; }));
    order.resize(std::min(order.size(), std::max(quiet, fewest)));
    std::sort(order.begin(), order.end());
    return order;
}

} // namespace vkperftest
