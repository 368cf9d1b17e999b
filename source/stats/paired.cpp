#include "stats/paired.h"

#include <algorithm>
#include <cmath>

namespace vkperftest {

namespace {

double ofMinima(std::span<const double> reference, std::span<const double> subject) {
    return *std::min_element(reference.begin(), reference.end()) /
           *std::min_element(subject.begin(), subject.end());
}

} // namespace

PairedRatio pairedRatio(std::span<const double> reference, std::span<const double> subject) {
    std::vector<double> ratios(reference.size());
    std::transform(reference.begin(), reference.end(), subject.begin(), ratios.begin(),
                   [](double r, double s) { return r / s; });
    return {median(ratios), medianInterval(ratios), ofMinima(reference, subject)};
}

PairedRatio levelRatio(std::span<const double> reference, std::span<const double> subject) {
    const std::vector<double> above(reference.begin(), reference.end()),
        below(subject.begin(), subject.end());
    const double first = median(above), second = median(below);
    PairedRatio ratio{first / second, std::nullopt, ofMinima(reference, subject)};
    const auto firstInterval = medianInterval(above), secondInterval = medianInterval(below);
    if (!firstInterval || !secondInterval) return ratio;
    const double up =
        std::hypot(std::log(firstInterval->high / first), std::log(second / secondInterval->low));
    const double down =
        std::hypot(std::log(first / firstInterval->low), std::log(secondInterval->high / second));
    ratio.interval = Interval{ratio.median * std::exp(-down), ratio.median * std::exp(up)};
    return ratio;
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
