#include "analysis/visit_error.h"

#include <algorithm>
#include <cmath>

namespace vkperftest {

double VisitError::reach(std::size_t ofRow) const {
    const double ofMean = static_cast<double>(ofRow) / visits;
    return ofRow == 0 ? 0 : kVisitErrors * error / std::sqrt(std::max(1.0, ofMean));
}

VisitError visitError(const Estimator& estimator, std::span<const RowResult> rows,
                      std::span<const SeriesLevel> meanwhile) {
    double squares = 0, count = 0, visits = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const RowResult& row = rows[i];
        if (row.baselineNanoseconds.size() < kFewestForInterval) continue;
        std::vector<double> own;
        for (const double sample : row.baselineNanoseconds)
            own.push_back(sample / static_cast<double>(row.baselineLoads));
        const double off = estimator.meanwhile(own, {}).logarithm - meanwhile[i].logarithm;
        squares += off * off;
        visits += static_cast<double>(own.size());
        count += 1;
    }
    return count == 0 ? VisitError() : VisitError{std::sqrt(squares / count), visits / count};
}

PairedRatio reachingAtLeast(double logarithm, PairedRatio ratio) {
    if (!ratio.interval) return ratio;
    const double factor = std::exp(logarithm);
    ratio.interval = Interval{std::min(ratio.interval->low, ratio.median / factor),
                              std::max(ratio.interval->high, ratio.median * factor)};
    return ratio;
}

} // namespace vkperftest
