#include "stats/false_discovery.h"

#include <algorithm>
#include <numeric>

namespace vkperftest {

std::vector<double> adjustedPValues(std::span<const double> pValues) {
    std::vector<std::size_t> order(pValues.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return pValues[a] < pValues[b]; });

    const double count = static_cast<double>(pValues.size());
    std::vector<double> adjusted(pValues.size());
    double smallest = 1; // so far, from the largest p-value down: a test passes if a worse one does
    for (std::size_t rank = order.size(); rank > 0; --rank) {
        const std::size_t place = order[rank - 1];
        smallest = std::min(smallest, pValues[place] * (count / static_cast<double>(rank)));
        adjusted[place] = smallest;
    }
    return adjusted;
}

} // namespace vkperftest
