// Random order that is the same on every platform for a seed (std::shuffle's is the library's choice).
#pragma once

#include <random>
#include <utility>
#include <vector>

namespace vkperftest {

template <class T> void shuffle(std::vector<T>& items, std::mt19937_64& random) {
    for (std::size_t left = items.size(); left > 1; --left) {
        std::swap(items[left - 1], items[random() % left]); // the modulo's bias is below 1e-15 here
    }
}

} // namespace vkperftest
