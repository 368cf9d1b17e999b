#include "stats/paired.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace vkperftest {
double ratioOfMinima(std::span<const double> reference, std::span<const double> subject) {
    return *std::min_element(reference.begin(), reference.end()) /
           *std::min_element(subject.begin(), subject.end());
}

PairedRatio pairedRatio(std::span<const double> reference, std::span<const double> subject) {
    std::vector<double> ratios(reference.size());
    std::transform(reference.begin(), reference.end(), subject.begin(), ratios.begin(),
                   [](double r, double s) { return r / s; });
    return {median(ratios), medianInterval(ratios), ratioOfMinima(reference, subject)};
}

PairedRatio quotient(const PairedRatio& first, const PairedRatio& second) {
    PairedRatio result{.median = first.median / second.median};
    if (first.ofMinima && second.ofMinima) result.ofMinima = *first.ofMinima / *second.ofMinima;
    if (!first.interval || !second.interval) return result;
    const auto reach = [](double a, double b) { return std::exp(std::hypot(std::log(a), std::log(b))); };
    result.interval = Interval{
        result.median / reach(first.median / first.interval->low, second.interval->high / second.median),
        result.median * reach(first.interval->high / first.median, second.median / second.interval->low)};
    return result;
}

std::optional<bool> isAtLeast(const PairedRatio& ratio, double bound) {
    if (!ratio.interval || (ratio.interval->low < bound && ratio.interval->high >= bound))
        return std::nullopt;
    const bool whole = ratio.interval->low >= bound;
    if (ratio.ofMinima && whole != (*ratio.ofMinima >= bound)) return std::nullopt;
    return whole;
}

std::optional<double> relativeWidth(const PairedRatio& ratio) {
    if (!ratio.interval) return std::nullopt;
    return (ratio.interval->high - ratio.interval->low) / ratio.median;
}

bool minimaDisagree(const PairedRatio& ratio) {
    constexpr double kBound = 0.02;
    return ratio.ofMinima && std::abs(*ratio.ofMinima / ratio.median - 1) > kBound;
}

double drift(std::span<const double> chronological) {
    const std::size_t third = chronological.size() / 3;
    if (third == 0) return 0;
    const auto first = chronological.first(third);
    const auto last = chronological.last(third);
    return median({last.begin(), last.end()}) / median({first.begin(), first.end()}) - 1;
}

} // namespace vkperftest
