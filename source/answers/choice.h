// The answer to "which load?": for 4, 8 and 16 bytes per lane under each pattern, the fastest load and what the others
// cost.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "answers/cost.h"

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
    std::vector<Alternative> all; // the measured loads in the order of kLoadKinds, at least two

    std::vector<std::string> fastest() const; // the kinds, the fastest first
};

inline constexpr std::array kChoiceBytes = {4u, 8u, 16u}; // that a lane loads

// The loads to choose from, in the order of kLoadKinds.
struct Candidate {
    std::string_view kind;
    Row row;
};
std::vector<Candidate> candidates(const std::vector<Row>& rows, std::uint32_t bytes, Pattern pattern);

// At most one for each size and pattern.
std::vector<LoadChoice> choicesOf(const std::vector<Row>& rows);

// Whether there is such a load, measured or not: constants have only 16 bytes.
constexpr bool hasSize(LoadKind kind, std::uint32_t bytes) {
    return kind != LoadKind::Constants || bytes == 16;
}

// "2.9" if exact; "≥2.9" at least; "≤2.9" at most; "2.9?" as measured, since instructions may limit the slower load;
// "2.9!" known only roughly; "~" not comparable; "-" for null.
std::string costText(const Alternative* alternative);

// What the signs in these texts mean, in a line: "≥ at least, ? limited by instructions"; empty if there are none.
std::string signsIn(const std::vector<LoadChoice>& choices);

struct KindsUnder {
    Pattern pattern = Pattern::Uniform;
    std::string kinds;
};

// Patterns with equal kinds together: "structured (uniform); structured or typed (linear, random)". Patterns are not
// named if all have the same kinds.
std::string underPatterns(const std::vector<KindsUnder>& all);

// The fastest of that size, as underPatterns() writes them; empty without choices.
std::string fastestText(const std::vector<LoadChoice>& choices, std::uint32_t bytes);

// The fastest kinds; "any" if these are all that were compared.
std::string kindsText(const LoadChoice& choice);

} // namespace vkperftest
