#include "stats/quiet.h"

#include <algorithm>
#include <numeric>

#include "stats/interval.h"

namespace vkperftest {

double quietBound(std::span<const double> baselineSeries) {
    constexpr double kTolerance = 1.08;
    if (baselineSeries.empty()) return 0;
    std::vector<double> values(baselineSeries.begin(), baselineSeries.end());
    const auto tenth = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 10);
    std::nth_element(values.begin(), tenth, values.end());
    return *tenth * kTolerance;
}

double surroundingMedian(std::span<const double> baselineSeries, std::size_t place) {
    constexpr std::size_t kReach = 2;
    const std::size_t begin = place < kReach ? 0 : place - kReach;
    const std::size_t end = std::min(baselineSeries.size(), place + kReach + 1);
    std::vector<double> around;
    for (std::size_t i = begin; i < end; ++i) {
        if (i != place) around.push_back(baselineSeries[i]);
    }
    return around.empty() ? baselineSeries[place] : median(around);
}

std::vector<std::size_t> quietPairs(std::span<const double> surroundings, double bound, std::size_t fewest) {
    std::vector<std::size_t> order(surroundings.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return surroundings[a] < surroundings[b]; });
    const auto quiet = static_cast<std::size_t>(std::count_if(surroundings.begin(), surroundings.end(),
                                                              [&](double value) { return value <= bound; }));
    order.resize(std::min(order.size(), std::max(quiet, fewest)));
    std::sort(order.begin(), order.end());
    return order;
}

} // namespace vkperftest
