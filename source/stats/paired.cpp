#include "stats/paired.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
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

PairedRatio pairedRatio(std::span<const double> reference, std::span<const double> subject) {
    std::vector<double> ratios(reference.size());
    std::ranges::transform(reference, subject, ratios.begin(), std::divides());
    PairedRatio result{.median = median(ratios), .interval = medianInterval(ratios)};
    result.ofFastest = result.median;
    if (!result.interval) return result;
    const double width = *relativeWidth(result);
    const double ofSubject =
        speedOfFastPairs(subject, width, [&](std::size_t i) { return ratios[i] / result.median; });
    const double ofReference =
        speedOfFastPairs(reference, width, [&](std::size_t i) { return result.median / ratios[i]; });
    result.ofFastest = result.median * ofSubject / ofReference;
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
