#include "analysis/estimator.h"

#include <cmath>
#include <vector>

namespace vkperftest {
namespace {

class Pairs : public Estimator {
public:
    std::size_t countedSamples(std::span<const double> samples) const override { return samples.size(); }

    double level(std::span<const double> samples) const override {
        return median({samples.begin(), samples.end()});
    }

    PairedRatio timeOver(std::span<const double> one, std::span<const double> other) const override {
        return pairedRatio(one, other);
    }

    SeriesLevel meanwhile(std::span<const double>, std::span<const double>) const override { return {}; }

    PairedRatio ratioToBaseline(std::span<const double> paired, const SeriesLevel&,
                                std::span<const double> subject) const override {
        return pairedRatio(paired, subject);
    }

    double leastRelativeWidth(std::span<const double>) const override { return 0; }

    double logRatio(std::span<const double> paired, double, std::span<const double> subject) const override {
        std::vector<double> times;
        for (std::size_t i = 0; i < subject.size(); ++i) times.push_back(subject[i] / paired[i]);
        return -std::log(median(std::move(times)));
    }
};

class Levels : public Estimator {
public:
    std::size_t countedSamples(std::span<const double> samples) const override {
        return undisturbed(samples).size();
    }

    double level(std::span<const double> samples) const override { return undisturbedLevel(samples); }

    PairedRatio timeOver(std::span<const double> one, std::span<const double> other) const override {
        return levelRatio(one, other);
    }

    SeriesLevel meanwhile(std::span<const double> samples, std::span<const double> logs) const override {
        return logs.empty() ? levelOf(samples) : levelOf(samples, logs);
    }

    PairedRatio ratioToBaseline(std::span<const double>, const SeriesLevel& meanwhile,
                                std::span<const double> subject) const override {
        return levelRatio(meanwhile, levelOf(subject));
    }

    double leastRelativeWidth(std::span<const double> subject) const override {
        return vkperftest::leastRelativeWidth(subject);
    }

    double logRatio(std::span<const double>, double baselineLogLevel,
                    std::span<const double> subject) const override {
        return baselineLogLevel - std::log(level(subject));
    }
};

} // namespace

const Estimator& estimatorOf(const RunSettings& settings) {
    static const Pairs pairs;
    static const Levels levels;
    if (settings.cpu) return levels;
    return pairs;
}

} // namespace vkperftest
