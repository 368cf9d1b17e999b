#include "stats/undisturbed.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/scatter.h"

namespace vkperftest {
namespace {

std::vector<double> undisturbedLogarithms(std::span<const double> samples) {
    std::vector<double> logs;
    for (const std::size_t i : undisturbed(samples)) logs.push_back(std::log(samples[i]));
    return logs;
}

struct Level {
    double logarithm = 0;
    Scatter scatter; // of that
};

Level levelOf(std::span<const double> samples) {
    constexpr std::size_t kGroups = 6, kLong = 200;
    static_assert(kGroups <= kFewestForInterval);
    const Sums all = sums(undisturbedLogarithms(samples));
    if (samples.size() > kLong && all.count >= 2) return {all.mean, all.meanScatter()};
    std::vector<double> levels;
    for (std::size_t group = 0; group < kGroups; ++group) {
        std::vector<double> rest;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            if (i % kGroups != group) rest.push_back(samples[i]);
        }
        levels.push_back(sums(undisturbedLogarithms(rest)).mean);
    }
    const Sums spread = sums(levels);
    return {all.mean, {spread.squares * (spread.count - 1) / spread.count, spread.count - 1}};
}

// Those of the samples that are not over the bound.
std::vector<double> upTo(double bound, std::span<const double> samples) {
    std::vector<double> values(samples.size());
    std::size_t count = 0;
    for (const double sample : samples) {
        values[count] = sample;
        count += sample <= bound ? 1u : 0u;
    }
    values.resize(count);
    return values;
}

// The sample of that place in ascending order; far below the middle. Of many samples most are put aside first, by a bound
// that every sixteenth tells: to order them all takes longer than anything else that is done with them.
double orderStatistic(std::span<const double> samples, std::size_t place) {
    constexpr std::size_t kStep = 16, kMany = 64 * kStep;
    std::vector<double> values;
    if (samples.size() >= kMany) {
        std::vector<double> some;
        for (std::size_t i = 0; i < samples.size(); i += kStep) some.push_back(samples[i]);
        values = upTo(orderStatistic(some, 2 * place / kStep), samples);
    }
    if (values.size() <= place) values.assign(samples.begin(), samples.end());
    const auto found = values.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(values.begin(), found, values.end());
    return *found;
}

} // namespace

std::vector<std::size_t> undisturbed(std::span<const double> samples) {
    constexpr double kTolerance = 1.08;
    if (samples.empty()) return {};
    const double bound = kTolerance * orderStatistic(samples, (samples.size() - 1) / 20);
    std::vector<std::size_t> indices(samples.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) { // no branch: which samples count cannot be foretold
        indices[count] = i;
        count += samples[i] <= bound ? 1u : 0u;
    }
    indices.resize(count);
    return indices;
}

double undisturbedLevel(std::span<const double> samples) {
    return std::exp(sums(undisturbedLogarithms(samples)).mean);
}

PairedRatio levelRatio(std::span<const double> reference, std::span<const double> subject) {
    const auto ratioOf = [&](double log) {
        return PairedRatio{std::exp(log), std::nullopt, ratioOfMinima(reference, subject)};
    };
    if (std::min(reference.size(), subject.size()) < kFewestForInterval)
        return ratioOf(std::log(undisturbedLevel(reference) / undisturbedLevel(subject)));
    const Level above = levelOf(reference), below = levelOf(subject);
    const double log = above.logarithm - below.logarithm;
    const double either = marginOfError(sum(above.scatter, below.scatter));
    PairedRatio ratio = ratioOf(log);
    ratio.interval = Interval{std::exp(log - either), std::exp(log + either)};
    return ratio;
}

double leastRelativeWidth(std::span<const double> subject) {
    if (subject.size() < kFewestForInterval) return 0;
    constexpr double kKnown = std::numeric_limits<double>::infinity(); // no freedom has a smaller quantile
    return 2 * std::sinh(marginOfError({levelOf(subject).scatter.variance, kKnown}));
}

} // namespace vkperftest
