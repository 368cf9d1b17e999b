// Which binding strategy a program should prefer, by comparisons of each strategy with descriptor sets.
#pragma once

#include <string>
#include <vector>

#include "advice/preference.h"
#include "analysis/strategy_rows.h"
#include "cases/strategy.h"

namespace vkperftest {

// The rows of a run that were measured under set and the strategy, by the bound that advice has for them
// (kDiffers).
StrategyRows rowsUnder(const RunFigures& figures, Strategy strategy);

struct BindingPreference : Preference<std::string> { // the names of strategies; no rows of its own
    std::vector<StrategyRows> compared;              // with `set`, in the order of kStrategies
};

// Strategies that are faster on most rows and slower on none are preferred, the greatest gain first. Without
// one, `set` is, and as fast are the strategies that are the same on most rows and slower on none. Missing
// are the strategies of kStrategies without rows; rows of other strategies, which only a file can name, are
// ignored. Sure: no strategy is missing, all rows of each agree, and loads limit them. `neverSure`: what
// whyNeverSure() returns for the run.
BindingPreference bindingPreference(std::vector<StrategyRows> compared, const std::string& neverSure);

} // namespace vkperftest
