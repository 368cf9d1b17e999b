#include "run/dispatch_cost.h"

#include <array>

#include "stats/undisturbed.h"

namespace vkperftest {

double CostSamples::nanoseconds() const {
    constexpr double kLeast = 0.001; // of a large dispatch: less is lost in rounding, and makes no difference
    if (small.empty()) return 0;
    const double ofSmall = undisturbedLevel(small), ofLarge = undisturbedLevel(large);
    const auto few = static_cast<double>(smallGroups), many = static_cast<double>(largeGroups);
    const double cost = (many * ofSmall - few * ofLarge) / (many - few);
    return cost < kLeast * ofLarge ? 0 : cost;
}

Result<double> addCostSamples(CostSamples& samples, Executor& executor, const Dispatch& baseline,
                              const std::function<bool()>& over) {
    constexpr std::size_t kSubmissions = 64;
    const std::uint64_t unit = executor.traits().groupUnit;
    const Dispatch small{baseline.program, baseline.groups / 2 / unit * unit};
    double busy = 0;
    if (small.groups == 0) return busy;
    samples.smallGroups = small.groups;
    samples.largeGroups = baseline.groups;
    // A submission's first dispatch costs more than those that follow.
    const std::array<Dispatch, 3> dispatches = {small, baseline, small};
    for (std::size_t i = 0; i < kSubmissions && !over(); ++i) {
        const Result<std::vector<double>> sampled = executor.sample(dispatches);
        if (!sampled.ok()) return sampled.error();
        for (const double each : sampled.value()) busy += each;
        samples.large.push_back(sampled.value()[1]);
        samples.small.push_back(sampled.value()[2]);
    }
    return busy;
}

} // namespace vkperftest
