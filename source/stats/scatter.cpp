#include "stats/scatter.h"

#include <cmath>
#include <limits>

#include "stats/student.h"

namespace vkperftest {

Sums sums(std::span<const double> values) {
    Sums result{.count = static_cast<double>(values.size())};
    for (const double value : values) result.mean += value / result.count;
    for (const double value : values) result.squares += (value - result.mean) * (value - result.mean);
    return result;
}

Scatter sum(const Scatter& a, const Scatter& b) {
    const double variance = a.variance + b.variance;
    if (variance <= 0) return {0, a.freedom};
    const auto part = [](const Scatter& scatter) {
        return scatter.variance * scatter.variance / scatter.freedom;
    };
    const double parts = part(a) + part(b);
    return {variance, parts > 0 ? variance * variance / parts : std::numeric_limits<double>::infinity()};
}

double marginOfError(const Scatter& scatter) {
    return studentQuantile(0.975, scatter.freedom) * std::sqrt(scatter.variance);
}

} // namespace vkperftest
