// What a program that chooses loads should prefer: for 4, 8 and 16 bytes under each pattern, the kind of load and the
// width of a load; and the binding strategy. Each with its confidence, and what leaves a doubt.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "answers/choice.h"

namespace vkperftest {

enum class Confidence {
    Unknown, // nothing is preferred: rows to compare are missing, or caveats leave none
    Likely,  // the fastest as measured: a doubt remains
    Sure,    // every choice was measured, and no other one can be faster by more than the threshold
};
inline constexpr auto kConfidenceNames =
    enumTable<Confidence, std::string_view>({"unknown", "likely", "sure"});

enum class Doubt {
    NotMeasured,
    Hidden,    // instructions may hide how fast it is
    Caveat,    // a caveat leaves open how fast it is
    Scattered, // its interval is too wide, or some of its rows are unclear
    Faster,    // it is faster on some rows
    NotAlways, // the preferred strategy, and not faster on all rows
};
inline constexpr auto kDoubtNames =
    enumTable<Doubt, std::string_view>({"not measured", "instructions may limit it", "caveat", "unclear",
                                        "faster on some rows", "not faster on all rows"});

// One choice among several.
template <class Choice> struct Preference {
    std::vector<Choice> best; // the preferred one, then those that are as fast, as measured; may be empty
    std::vector<std::pair<Choice, Doubt>> doubts;
    std::string_view ofRun = {}; // the doubt about the whole run, or why nothing is preferred; may be empty
    Confidence confidence = Confidence::Unknown;
};

struct LoadPreference {
    std::uint32_t bytes = 0;
    Pattern pattern = Pattern::Uniform;
    // The best are LoadChoice::fastest(). Sure: no other kind's loads can be kDiffers times as fast.
    Preference<std::string> kind;
    // Bytes of one load of the preferred kind, of 4, 8 and 16, where narrow loads read separate arrays of narrow
    // elements. Best are the widths within kOtherKernelDiffers of the fastest, the widest first. Sure: no other width
    // can be kOtherKernelDiffers times as fast as the first. 4 bytes have one width.
    Preference<std::uint32_t> width;
};

// Nine: by kChoiceBytes, then by kEveryPattern. Pure. Preferences from published figures, and from disturbed or
// validated runs, are likely at most.
std::vector<LoadPreference> loadPreferences(const RunFigures& figures);

// Why no preference from this run can be sure, a clause; empty if one can.
std::string_view whyNeverSure(const RunFigures& figures);

struct BindingPreference : Preference<std::string> { // the names of strategies
    std::vector<StrategyRows> compared;              // with `set`, in the order of kStrategies
};

// Strategies that are faster on most rows and slower on none are preferred, the greatest gain first. Without one, `set`
// is, and as fast are the strategies that are the same on most rows and slower on none. Not measured are the strategies
// of kStrategies without rows. Sure: none is missing, all rows of each agree, and loads limit them.
BindingPreference bindingPreference(std::vector<StrategyRows> compared, std::string_view neverSure);

// The same of every strategy of the run, by rowsUnder().
BindingPreference bindingPreference(const RunFigures& figures);

} // namespace vkperftest
