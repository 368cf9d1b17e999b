// Random numbers that are the same on every platform: not the library's distributions, whose numbers differ.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace vkperftest {

class Random {
public:
    explicit Random(std::uint64_t seed) : generator_(seed) {}

    // In (0, 1).
    double uniform() { return (static_cast<double>(generator_() >> 11) + 0.5) * 0x1p-53; }

    double normal() {
        const double radius = std::sqrt(-2 * std::log(uniform()));
        return radius * std::cos(2 * std::numbers::pi * uniform());
    }

    double chiSquare(int freedom) {
        double sum = 0;
        for (int i = 0; i < freedom; ++i) {
            const double value = normal();
            sum += value * value;
        }
        return sum;
    }

private:
    std::mt19937_64 generator_;
};

} // namespace vkperftest
