#include "stats/paired.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <vector>

namespace vkperftest {

PairedRatio pairedRatio(std::span<const double> reference, std::span<const double> subject) {
    std::vector<double> ratios(reference.size());
    std::ranges::transform(reference, subject, ratios.begin(), std::divides());
    return {median(ratios), medianInterval(ratios)};
}

PairedRatio quotient(const PairedRatio& first, const PairedRatio& second) {
    PairedRatio result{.median = first.median / second.median};
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
    return ratio.interval->low >= bound;
}

std::optional<double> relativeWidth(const PairedRatio& ratio) {
    if (!ratio.interval) return std::nullopt;
    return (ratio.interval->high - ratio.interval->low) / ratio.median;
}

std::vector<double> undisturbed(std::span<const double> samples) {
    constexpr double kTolerance = 1.08;
    if (samples.empty()) return {};
    std::vector<double> values(samples.begin(), samples.end()), kept;
    const auto fast = values.begin() + static_cast<std::ptrdiff_t>((samples.size() - 1) / 20);
    std::nth_element(values.begin(), fast, values.end());
    std::ranges::copy_if(samples, std::back_inserter(kept),
                         [bound = kTolerance * *fast](double sample) { return sample <= bound; });
    return kept;
}

double undisturbedLevel(std::span<const double> samples) {
    double sum = 0;
    const std::vector<double> kept = undisturbed(samples);
    for (const double sample : kept) sum += std::log(sample);
    return std::exp(sum / static_cast<double>(kept.size()));
}

} // namespace vkperftest
