#include "analysis/estimator.h"

#include "stats/interval.h"
#include "stats/paired.h"

namespace vkperftest {
namespace {

class Middle : public Estimator {
public:
    std::size_t countedSamples(std::span<const double> samples) const override { return samples.size(); }

    double level(std::span<const double> samples) const override {
        return median({samples.begin(), samples.end()});
    }
};

class Undisturbed : public Estimator {
public:
    std::size_t countedSamples(std::span<const double> samples) const override {
        return undisturbed(samples).size();
    }

    double level(std::span<const double> samples) const override { return undisturbedLevel(samples); }
};

} // namespace

const Estimator& estimatorOf(const RunSettings& settings) {
    static const Middle middle;
    static const Undisturbed undisturbed;
    if (settings.cpu) return undisturbed;
    return middle;
}

} // namespace vkperftest
