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

} // namespace

std::vector<std::size_t> undisturbed(std::span<const double> samples) {
    constexpr double kTolerance = 1.08;
    std::vector<std::size_t> indices;
    if (samples.empty()) return indices;
    std::vector<double> values(samples.begin(), samples.end());
    const auto fast = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 20);
    std::nth_element(values.begin(), fast, values.end());
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (samples[i] <= *fast * kTolerance) indices.push_back(i);
    }
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
