#include "stats/rank_correlation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace vkperftest {
namespace {

// Ranks less their mean: multiples of one half, so that their sums of products are exact.
std::vector<double> centredRanks(std::span<const double> values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });

    std::vector<double> ranks(values.size());
    const double middle = (static_cast<double>(values.size()) - 1) / 2;
    for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
        while (end < order.size() && values[order[end]] == values[order[first]]) ++end;
        const double shared = static_cast<double>(first + end - 1) / 2;
        for (std::size_t i = first; i < end; ++i) ranks[order[i]] = shared - middle;
    }
    return ranks;
}

double product(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

} // namespace

std::optional<double> rankCorrelation(std::span<const double> x, std::span<const double> y) {
    constexpr std::size_t kFewest = 3;
    if (x.size() < kFewest) return std::nullopt;
    const std::vector<double> a = centredRanks(x);
    const std::vector<double> b = centredRanks(y);
    const double squares = product(a, a) * product(b, b);
    if (squares == 0) return std::nullopt;
    return product(a, b) / std::sqrt(squares);
}

} // namespace vkperftest
