// The change that all rows and the baseline share.
#pragma once

#include <optional>
#include <vector>

namespace vkperftest {

// The logarithm of the change that all rows and the baseline share; nothing if they share none. `logs`:
// logarithms of the changes of all rows but the baseline's own; `baseline`: that of the baseline's time;
// `bound`: that of the smallest change that matters.
//
// If the whole machine became slower, the rows' times change like the baseline's. If only the baseline did,
// the rows' ratios change like it, since all are formed with it. So in either metric the rows' median and the
// baseline's change must exceed the bound and lie within it of one another, and three of four rows must lie
// within it of the median.
std::optional<double> commonChange(const std::vector<double>& logs, double baseline, double bound);

} // namespace vkperftest
