#include "stats/fast_mode.h"

#include <algorithm>

namespace vkperftest {

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

std::vector<double> undisturbedValues(std::span<const double> samples) {
    std::vector<double> values;
    for (const std::size_t i : undisturbed(samples)) values.push_back(samples[i]);
    return values;
}

} // namespace vkperftest
