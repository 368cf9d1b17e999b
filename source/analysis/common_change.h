// What rows and the baseline did alike.
#pragma once

#include <optional>
#include <vector>

namespace vkperftest {

// By how much all rows changed alike, the baseline too, as a logarithm; nothing unless they did. `logs`: of
// the changes of all rows but the baseline's own; `baseline`: that of the baseline's time; `bound`: the
// logarithm of the smallest change that matters.
//
// Where the machine became slower as a whole, times of rows change as the baseline's does. Where the baseline
// alone did, ratios of rows do, since all are formed with it. So in either metric the rows' median and the
// baseline's change must be beyond the bound, within it of one another, and three rows of four within it of
// the median.
std::optional<double> commonChange(const std::vector<double>& logs, double baseline, double bound);

} // namespace vkperftest
