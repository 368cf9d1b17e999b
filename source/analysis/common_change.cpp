#include "analysis/common_change.h"

#include <algorithm>
#include <cmath>

#include "stats/interval.h"

namespace vkperftest {

std::optional<double> commonChange(const std::vector<double>& logs, double baseline, double bound) {
    if (logs.empty() || std::abs(baseline) <= bound) return std::nullopt;
    const double middle = median(logs);
    const auto alike =
        std::count_if(logs.begin(), logs.end(), [&](double log) { return std::abs(log - middle) <= bound; });
    const bool most = 4 * static_cast<std::size_t>(alike) >= 3 * logs.size();
    const bool baselineToo = std::abs(middle - baseline) <= bound;
    if (!most || !baselineToo || std::abs(middle) <= bound) return std::nullopt;
    return middle;
}

} // namespace vkperftest
