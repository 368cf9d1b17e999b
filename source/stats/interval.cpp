#include "stats/interval.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace vkperftest {
namespace {

constexpr double kConfidence = 0.95;

namespace policies = boost::math::policies;

// Infinity is the answer at the ends, not an error to throw.
using Policy = policies::policy<policies::domain_error<policies::ignore_error>,
                                policies::overflow_error<policies::ignore_error>>;
using Student = boost::math::students_t_distribution<double, Policy>;

} // namespace

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

double pseudomedian(std::span<const double> values) {
    constexpr std::size_t kMost = 128;
    const std::size_t count = std::min(values.size(), kMost);
    const auto at = [&](std::size_t i) { return values[i * values.size() / count]; };
    std::vector<double> means;
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = i; j < count; ++j) means.push_back((at(i) + at(j)) / 2);
    return median(std::move(means));
}

std::optional<Interval> medianInterval(std::vector<double> values) {
    const std::size_t n = values.size();
    if (n < kFewestForInterval) return std::nullopt;
    std::sort(values.begin(), values.end());

    // The deepest pair of order statistics, counted from 1 at either end, that still covers enough.
    const boost::math::binomial coins(static_cast<double>(n), 0.5);
    const auto coverageAt = [&](std::size_t depth) {
        return 1 - 2 * cdf(coins, static_cast<double>(depth - 1));
    };
    constexpr double kSurely = 3; // standard errors of the middle, which cover enough
    const double count = static_cast<double>(n), surely = (count - kSurely * std::sqrt(count)) / 2;
    auto depth = static_cast<std::size_t>(std::max(surely, 1.0));
    while (coverageAt(depth + 1) >= kConfidence) ++depth;
    const double coverage = coverageAt(depth), deeperCoverage = coverageAt(depth + 1);
    // Halfway between coverages is not halfway between order statistics; this weight makes up for it.
    const double share = (coverage - kConfidence) / (coverage - deeperCoverage);
    const double d = static_cast<double>(depth);
    const double weight = (count - d) * share / (d + (count - 2 * d) * share);
    const auto between = [&](std::size_t outer, std::size_t inner) {
        return (1 - weight) * values[outer] + weight * values[inner];
    };
    return Interval{between(depth - 1, depth), between(n - depth, n - depth - 1)};
}

double studentQuantile(double probability, double freedom) {
    return quantile(Student(freedom), probability);
}

double studentUpperTail(double t, double freedom) {
    return cdf(complement(Student(freedom), t));
}

std::vector<double> adjustedPValues(std::span<const double> pValues) {
    std::vector<std::size_t> order(pValues.size()); // ascending
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return pValues[i]; });
    const double count = static_cast<double>(pValues.size());
    std::vector<double> adjusted(pValues.size());
    double smallest = 1; // so far, from the largest p-value down: a test passes if a worse one does
    for (std::size_t rank = order.size(); rank > 0; --rank) {
        const std::size_t place = order[rank - 1];
        smallest = std::min(smallest, pValues[place] * (count / static_cast<double>(rank)));
        adjusted[place] = smallest;
    }
    return adjusted;
}

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

std::optional<bool> isAtLeast(const std::optional<PairedRatio>& ratio, double bound) {
    const std::optional<Interval> interval = ratio ? ratio->interval : std::nullopt;
    if (!interval || (interval->low < bound && interval->high >= bound)) return std::nullopt;
    return interval->low >= bound;
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
