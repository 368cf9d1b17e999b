#include "stats/fast_pairs.h"

#include <algorithm>
#include <vector>

namespace vkperftest {
namespace {

// The value that a tenth of the values exceed and at least two reach, interpolated between neighbours. Needs
// at least two values.
double highestTenth(std::vector<double> values) {
    constexpr double kShare = 0.9;
    const auto count = static_cast<double>(values.size());
    const double place = std::min(kShare * (count - 1), count - 2);
    const auto below = static_cast<std::size_t>(place);
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(below);
    std::nth_element(values.begin(), at, values.end());
    const double weight = place - static_cast<double>(below);
    return (1 - weight) * *at + weight * *std::min_element(at + 1, values.end());
}

// How many times as fast one of the programs is in its fast pairs; 1 if they do not disagree. `inFavour`: how
// many times as fast each pair's ratio makes it as the median does.
template <class InFavour>
double speedOfFastPairs(std::span<const double> times, double width, const InFavour& inFavour) {
    constexpr double kBound = 0.02;
    const double usual = median({times.begin(), times.end()});
    std::vector<double> faster, slower;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const double byTime = usual / times[i], byRatio = inFavour(i);
        faster.push_back(std::min(byTime, byRatio));
        slower.push_back(std::min(1 / byTime, 1 / byRatio));
    }
    const double fast = highestTenth(std::move(faster));
    const double beyond = fast - highestTenth(std::move(slower));
    return beyond > std::max(kBound, 2 * width) ? fast : 1;
}

} // namespace

double ratioOfFastPairs(const Pairs& pairs) {
    if (!pairs.interval) return pairs.median;
    const double width = (pairs.interval->high - pairs.interval->low) / pairs.median;
    const double subject =
        speedOfFastPairs(pairs.subject, width, [&](std::size_t i) { return pairs.ratios[i] / pairs.median; });
    const double reference = speedOfFastPairs(pairs.reference, width,
                                              [&](std::size_t i) { return pairs.median / pairs.ratios[i]; });
    return pairs.median * subject / reference;
}

} // namespace vkperftest
