#include "stats/fast_mode.h"

#include <algorithm>

namespace vkperftest {

std::vector<std::size_t> undisturbed(std::span<const double> samples) {
    constexpr double kTolerance = 1.08;
    std::vector<std::size_t> indices;
    if (samples.empty()) return indices;
    std::vector<double> values(samples.begin(), samples.end());
    const auto tenth = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 10);
    std::nth_element(values.begin(), tenth, values.end());
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (samples[i] <= *tenth * kTolerance) indices.push_back(i);
    }
    return indices;
}

} // namespace vkperftest
