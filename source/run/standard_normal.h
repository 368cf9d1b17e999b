// Standard normal numbers that are the same on every platform for a seed (std::normal_distribution's are the
// library's choice).
#pragma once

#include <cmath>
#include <numbers>
#include <random>

namespace vkperftest {

// By Box and Muller.
inline double standardNormal(std::mt19937_64& random) {
    const auto uniform = [&] { return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53; };
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
}

} // namespace vkperftest
