#include "stats/paired.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/fast_pairs.h"

namespace vkperftest {

PairedRatio pairedRatio(std::span<const double> reference, std::span<const double> subject) {
    std::vector<double> ratios(reference.size());
    std::transform(reference.begin(), reference.end(), subject.begin(), ratios.begin(),
                   [](double r, double s) { return r / s; });
    PairedRatio result{.median = median(ratios), .interval = medianInterval(ratios)};
    result.ofFastest = ratioOfFastPairs({reference, subject, ratios, result.median, result.interval});
    return result;
}

PairedRatio quotient(const PairedRatio& first, const PairedRatio& second) {
    PairedRatio result{.median = first.median / second.median};
    if (first.ofFastest && second.ofFastest) result.ofFastest = *first.ofFastest / *second.ofFastest;
    if (!first.interval || !second.interval) return result;
    const auto reach = [](double a, double b) { return std::exp(std::hypot(std::log(a), std::log(b))); };
    result.interval = Interval{
        result.median / reach(first.median / first.interval->low, second.interval->high / second.median),
        result.median * reach(first.interval->high / first.median, second.median / second.interval->low)};
    return result;
}

PairedRatio scaled(const PairedRatio& figure, double factor) {
    PairedRatio result{.median = figure.median * factor};
    if (figure.interval)
        result.interval = Interval{figure.interval->low * factor, figure.interval->high * factor};
    return result;
}

std::optional<bool> isAtLeast(const PairedRatio& ratio, double bound) {
    if (!ratio.interval || (ratio.interval->low < bound && ratio.interval->high >= bound))
        return std::nullopt;
    const bool whole = ratio.interval->low >= bound;
    if (ratio.ofFastest && whole != (*ratio.ofFastest >= bound)) return std::nullopt;
    return whole;
}

std::optional<double> relativeWidth(const PairedRatio& ratio) {
    if (!ratio.interval) return std::nullopt;
    return (ratio.interval->high - ratio.interval->low) / ratio.median;
}

bool fastestDisagree(const PairedRatio& ratio) {
    constexpr double kBound = 0.02;
    return ratio.ofFastest && std::abs(*ratio.ofFastest / ratio.median - 1) > kBound;
}

double drift(std::span<const double> chronological) {
    const std::size_t third = chronological.size() / 3;
    if (third == 0) return 0;
    const auto first = chronological.first(third);
    const auto last = chronological.last(third);
    return median({last.begin(), last.end()}) / median({first.begin(), first.end()}) - 1;
}

} // namespace vkperftest
