// Random orders and numbers that depend on the seed alone, on every platform (std::shuffle and
// std::normal_distribution differ from library to library).
#pragma once

#include <cmath>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

namespace vkperftest {

template <class T> void shuffle(std::vector<T>& items, std::mt19937_64& random) {
    for (std::size_t left = items.size(); left > 1; --left) {
        std::swap(items[left - 1], items[random() % left]); // the modulo's bias is below 1e-15 here
    }
}

// Between 0 and 1, both excluded.
inline double uniformNumber(std::mt19937_64& random) {
    return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53;
}

// Standard normal, by Box and Muller.
inline double standardNormal(std::mt19937_64& random) {
    const double radius = std::sqrt(-2 * std::log(uniformNumber(random)));
    return radius * std::cos(2 * std::numbers::pi * uniformNumber(random));
}

} // namespace vkperftest
