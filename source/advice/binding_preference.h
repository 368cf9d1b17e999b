// Which binding strategy a program should prefer, by comparisons of each strategy with descriptor sets.
#pragma once

#include <string>
#include <vector>

#include "advice/preference.h"
#include "analysis/strategy_rows.h"

namespace vkperftest {

// The rows of a run under set and push, with the bound that advice has for them (kDiffers). Empty without
// these strategies.
StrategyRows pushRows(const RunFigures& figures);

struct BindingPreference : Preference<std::string> { // the names of strategies; no rows of its own
    std::vector<StrategyRows> compared;              // with `set`
};

// Strategies that are faster on most rows and slower on none are preferred, the greatest gain first. Without
// one, `set` is, and as fast are the strategies that are the same on most rows and slower on none. Sure: every
// row under every strategy agrees, and loads limit it. Missing are the other strategies that exist.
// `neverSure`: as whyNeverSure() has it.
BindingPreference bindingPreference(std::vector<StrategyRows> compared, const std::string& neverSure);

} // namespace vkperftest
