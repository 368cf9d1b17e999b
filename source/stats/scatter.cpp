#include "stats/scatter.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <boost/math/tools/roots.hpp>

#include "stats/interval.h"

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

namespace {

using boost::math::digamma;
using boost::math::trigamma;

// By how much the logarithm of a sample variance exceeds that of the true variance, on average.
double logBias(double freedom) {
    return digamma(freedom / 2) - std::log(freedom / 2);
}

double trigammaInverse(double x) {
    // Both ends lie on their asymptotes within the precision asked for.
    if (x > 1e7) return 1 / std::sqrt(x);
    if (x < 1e-6) return 1 / x;
    constexpr int kBits = 40;
    const auto [low, high] = boost::math::tools::bisect([&](double y) { return trigamma(y) - x; }, 1e-4, 1e7,
                                                        boost::math::tools::eps_tolerance<double>(kBits));
    return (low + high) / 2;
}

} // namespace

Scatter fitPrior(std::span<const Scatter> rows) {
    constexpr double kNoLoads = 1e-5; // of the median
    std::vector<Scatter> usable;
    std::vector<double> variances;
    for (const Scatter& row : rows) {
        if (!(row.freedom > 0)) continue;
        usable.push_back(row);
        variances.push_back(row.variance);
    }
    if (usable.empty()) return {};
    if (usable.size() == 1) return {usable[0].variance, 0};
    const double noLoads = kNoLoads * median(variances);
    if (!(noLoads > 0)) return {};

    const double count = static_cast<double>(usable.size());
    std::vector<double> logs;
    double mean = 0;
    double fromSampling = 0; // the part of the logs' variance that equal true variances would show as well
    double most = 0;
    for (const auto& [variance, freedom] : usable) {
        most += freedom;
        logs.push_back(std::log(std::max(variance, noLoads)) - logBias(freedom));
        mean += logs.back() / count;
        fromSampling += trigamma(freedom / 2) / count;
    }
    double spread = 0;
    for (const double log : logs) spread += (log - mean) * (log - mean) / (count - 1);

    if (spread <= fromSampling) return {std::exp(mean), most};
    const double freedom = 2 * trigammaInverse(spread - fromSampling);
    return {std::exp(mean + logBias(freedom)), std::min(freedom, most)};
}

Scatter moderate(const Scatter& row, const Scatter& prior) {
    if (std::isinf(prior.freedom) || row.freedom <= 0) return prior;
    const double freedom = prior.freedom + row.freedom;
    return {(prior.freedom * prior.variance + row.freedom * row.variance) / freedom, freedom};
}

Scatter steadied(const Scatter& row, const Scatter& prior) {
    constexpr double kFar = 4;
    Scatter scatter = moderate(row, prior);
    if (row.variance > kFar * scatter.variance) scatter.variance = row.variance;
    return scatter;
}

} // namespace vkperftest
