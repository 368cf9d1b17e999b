#include "stats/undisturbed.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vkperftest {
namespace {

// The samples up to the bound.
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

// The sample at that place in ascending order, far below the middle. Of many samples, most are set aside
// first, by a bound found from every sixteenth: ordering all would take longer than anything else that is
// done with them.
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

// Samples above it are disturbed.
double boundOf(std::span<const double> samples) {
    constexpr double kTolerance = 1.08;
    return kTolerance * orderStatistic(samples, (samples.size() - 1) / 20);
}

// Sums of the logarithms of the undisturbed samples.
Sums undisturbedSums(std::span<const double> samples, std::span<const double> logs) {
    const double bound = boundOf(samples);
    std::vector<double> kept(logs.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) { // no branch: which samples count is unpredictable
        kept[count] = logs[i];
        count += samples[i] <= bound ? 1u : 0u;
    }
    return sums(std::span(kept).first(count));
}

// Leaves each sixth of the samples out in turn.
Scatter jackknifed(std::span<const double> samples, std::span<const double> logs) {
    constexpr std::size_t kGroups = 6;
    static_assert(kGroups <= kFewestForInterval);
    std::vector<double> levels, rest, restLogs;
    for (std::size_t group = 0; group < kGroups; ++group) {
        rest.clear();
        restLogs.clear();
        for (std::size_t i = 0; i < samples.size(); ++i) {
            if (i % kGroups == group) continue;
            rest.push_back(samples[i]);
            restLogs.push_back(logs[i]);
        }
        levels.push_back(undisturbedSums(rest, restLogs).mean);
    }
    const Sums spread = sums(levels);
    return {spread.squares * (spread.count - 1) / spread.count, spread.count - 1};
}

} // namespace

std::vector<std::size_t> undisturbed(std::span<const double> samples) {
    if (samples.empty()) return {};
    const double bound = boundOf(samples);
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (samples[i] <= bound) indices.push_back(i);
    }
    return indices;
}

std::vector<double> logarithms(std::span<const double> samples) {
    std::vector<double> logs(samples.size());
    std::transform(samples.begin(), samples.end(), logs.begin(),
                   [](double sample) { return std::log(sample); });
    return logs;
}

SeriesLevel levelOf(std::span<const double> samples, std::span<const double> logs) {
    constexpr std::size_t kLong = 200;
    const Sums all = undisturbedSums(samples, logs);
    SeriesLevel level{.logarithm = all.mean,
                      .fastest = orderStatistic(samples, (samples.size() - 1) / 100),
                      .samples = samples.size()};
    if (samples.size() < kFewestForInterval) return level;
    level.scatter = samples.size() > kLong && all.count >= 2 ? all.meanScatter() : jackknifed(samples, logs);
    return level;
}

SeriesLevel levelOf(std::span<const double> samples) {
    return levelOf(samples, logarithms(samples));
}

double undisturbedLevel(std::span<const double> samples) {
    return std::exp(undisturbedSums(samples, logarithms(samples)).mean);
}

PairedRatio levelRatio(const SeriesLevel& reference, const SeriesLevel& subject) {
    const double log = reference.logarithm - subject.logarithm;
    PairedRatio ratio{std::exp(log), std::nullopt, reference.fastest / subject.fastest};
    if (std::min(reference.samples, subject.samples) < kFewestForInterval) return ratio;
    const double either = marginOfError(sum(reference.scatter, subject.scatter));
    ratio.interval = Interval{std::exp(log - either), std::exp(log + either)};
    return ratio;
}

PairedRatio levelRatio(std::span<const double> reference, std::span<const double> subject) {
    return levelRatio(levelOf(reference), levelOf(subject));
}

double leastRelativeWidth(std::span<const double> subject) {
    if (subject.size() < kFewestForInterval) return 0;
    constexpr double kKnown = std::numeric_limits<double>::infinity(); // no freedom has a smaller quantile
    return 2 * std::sinh(marginOfError({levelOf(subject).scatter.variance, kKnown}));
}

} // namespace vkperftest
