// Which binding strategy a program should prefer, by comparisons of each strategy with descriptor sets.
#pragma once

#include <string>
#include <vector>

#include "advice/preference.h"
#include "base/enum_table.h"

namespace vkperftest {

// A strategy against `set`.
enum class AgainstSet { Unknown, Faster, Same, Slower, Depends };

inline constexpr auto kAgainstSetNames =
    enumTable<AgainstSet, std::string_view>({"unknown", "faster", "same", "slower", "depends"});

// A row under the strategy.
struct JudgedRow {
    std::string name;
    AgainstSet verdict = AgainstSet::Unknown; // never Depends
    double times = 1;                         // times as long as under `set`
    bool hidden = false;                      // something other than loads may limit it
};

struct StrategyRows {
    std::string strategy;
    std::vector<JudgedRow> rows; // measured under both, in the run's order

    std::size_t count(AgainstSet verdict) const;

    // The verdict of more than half of the judged rows; Depends if there is none. Unknown if no row was
    // judged, or if the rows differ from `set` but more rows could not be judged.
    AgainstSet mostly() const;

    double mostFaster() const; // times as fast as under `set` on the row that gains most; 1: none gains
    double mostSlower() const; // times as long on the row that loses most; 1: none loses
};

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
