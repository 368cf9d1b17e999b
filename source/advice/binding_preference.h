// Which binding strategy a program should prefer, by comparisons of each strategy with descriptor sets.
#pragma once

#include <string>
#include <vector>

#include "advice/preference.h"
#include "analysis/strategy_rows.h"

namespace vkperftest {

struct BindingPreference : Preference<std::string> { // the names of strategies; no rows of its own
    std::vector<StrategyRows> compared;              // with `set`, in the order of kStrategies
};

// Strategies that are faster on most rows and slower on none are preferred, the greatest gain first. Without
// one, `set` is, and as fast are the strategies that are the same on most rows and slower on none. Missing
// are the strategies of kStrategies without rows. Sure: no strategy is missing, all rows of each agree, and loads limit
// them.
BindingPreference bindingPreference(std::vector<StrategyRows> compared, const std::string& neverSure);

// The same of every strategy of the run, by rowsUnder().
BindingPreference bindingPreference(const RunFigures& figures);

} // namespace vkperftest
