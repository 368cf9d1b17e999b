#include "stats/undisturbed.h"

#include <algorithm>
#include <cmath>

namespace vkperftest {
namespace {

// Samples above it are disturbed.
double boundOf(std::span<const double> samples) {
    constexpr double kTolerance = 1.08;
    std::vector<double> values(samples.begin(), samples.end());
    const auto fast = values.begin() + static_cast<std::ptrdiff_t>((samples.size() - 1) / 20);
    std::nth_element(values.begin(), fast, values.end());
    return kTolerance * *fast;
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

double undisturbedLevel(std::span<const double> samples) {
    const double bound = boundOf(samples);
    double sum = 0, count = 0;
    for (const double sample : samples) {
        if (sample > bound) continue;
        sum += std::log(sample);
        ++count;
    }
    return std::exp(sum / count);
}

} // namespace vkperftest
