// What a program that chooses loads should prefer: for 4, 8 and 16 bytes under each pattern, the kind of load
// and the width of a load, with the rows and the confidence. It rests on the table (choice.h) and on the
// costs of rows (cost.h) alone.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "advice/choice.h"
#include "base/enum_table.h"

namespace vkperftest {

enum class Confidence {
    Unknown, // nothing is preferred: rows to compare are missing, or caveats leave none
    Likely,  // the fastest as measured: the reason says what may hide a faster choice
    Sure,    // every choice was measured, and no other one can be faster by more than the bound
};

inline constexpr auto kConfidenceNames =
    enumTable<Confidence, std::string_view>({"unknown", "likely", "sure"});

// One choice among several.
template <class Choice> struct Preference {
    std::vector<Choice> best;    // the preferred one, then those that are as fast, as measured; may be empty
    std::vector<Choice> missing; // the choices without a figure
    Confidence confidence = Confidence::Unknown;
    std::string reason;    // why it is not sure, a clause
    std::vector<Row> rows; // that it rests on, all measured
};

struct LoadPreference {
    std::uint32_t bytes = 0;
    Pattern pattern = Pattern::Uniform;
    // The best are LoadChoice::fastest(). Sure: no other kind's loads can be kDiffers times as fast.
    Preference<std::string_view> kind;
    // Bytes of one load of the preferred kind, of 4, 8 and 16, where narrow loads read separate arrays of
    // narrow elements. Best are the widths within kOtherKernelDiffers of the fastest, the widest first. Sure:
    // no other width can be kOtherKernelDiffers times as fast as the first. 4 bytes have one width.
    Preference<std::uint32_t> width;
};

// Nine: by kChoiceBytes, then by kEveryPattern. Pure. Refers to the figures. Preferences from published
// figures, and from disturbed or validated runs, are likely at most.
std::vector<LoadPreference> loadPreferences(const RunFigures& figures);

// Why no preference from this run can be sure, a clause; empty if one can.
std::string whyNeverSure(const RunFigures& figures);

} // namespace vkperftest
