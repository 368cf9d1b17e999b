// The answer to "which load?": for 4, 8 and 16 bytes per lane under each pattern, the fastest load and what
// the others cost.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "advice/rule.h"

namespace vkperftest {

// A load beside the fastest of its line.
struct Alternative {
    std::string_view kind;  // "raw"
    Cost cost;              // relative to the fastest load
    bool isFastest = false; // named as a fastest load: within kDiffers, as measured
    bool isRough = false;   // an interval beyond ±10 % or none, or the fastest samples disagree
};

struct LoadChoice {
    std::uint32_t bytes = 0;
    Pattern pattern = Pattern::Uniform;
    std::vector<Alternative> all; // the measured loads in the order of candidatesOf(), at least two

    std::vector<std::string> fastest() const; // the kinds, the fastest first
};

inline constexpr std::array kChoiceBytes = {4u, 8u, 16u}; // that a lane loads

// At most one for each size and pattern.
std::vector<LoadChoice> choicesOf(const Reading& reading);

// "2.9" if exact; "≥2.9" at least; "≤2.9" at most; "2.9?" as measured, since instructions may limit the
// slower load; "2.9!" known only roughly; "~" not comparable; "-" for null.
std::string costText(const Alternative* alternative);

// What the signs in these texts mean, a clause each: "≥ at least: …".
std::vector<std::string> signsIn(const std::vector<LoadChoice>& choices);

struct KindsUnder {
    Pattern pattern = Pattern::Uniform;
    std::string kinds;
};

// Patterns with equal kinds together: "structured (uniform); structured or typed (linear, random)". Patterns
// are not named if all have the same kinds.
std::string underPatterns(const std::vector<KindsUnder>& all);

// The fastest of that size, as underPatterns() writes them; empty without choices.
std::string fastestText(const std::vector<LoadChoice>& choices, std::uint32_t bytes);

// The fastest of each size in a sentence that rests on all of its rows: "Fastest for 8 bytes: structured
// (uniform); structured or typed (linear, random)."
std::vector<Told> tellFastest(const std::vector<LoadChoice>& choices);

// The fastest kinds, with `last` before the last; "any" if these are all that were compared.
std::string kindsText(const LoadChoice& choice, std::string_view last);

} // namespace vkperftest
