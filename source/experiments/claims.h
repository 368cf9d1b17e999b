// What results files say of the claims that the rules of `lint` rest on. Rules are named by their ids: this
// folder knows nothing of lint; a test holds the two together.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "cases/bound_row.h"
#include "experiments/finding.h"

namespace vkperftest {

// The place of a finding, as far as it is known; 0: not known.
struct ClaimPlace {
    std::uint32_t stride = 0;       // bytes
    std::uint32_t elements = 0;     // of the vector
    std::uint32_t elementBytes = 0; // of each
    std::uint64_t offset = 0;       // bytes
};

struct Claim {
    std::string_view rule;
    std::string_view text;  // "a 128-bit load at an address that is a multiple of 4 only is slower"
    std::string_view suite; // whose rows tell
    // Verdicts: Holds, DoesNotHold, HoldsInPart or CannotSay, also where rows are missing. With a place:
    // about this place, or as near to it as the suite has rows; the sentence says which they are.
    Finding (*judge)(const RunFigures& figures, const ClaimPlace* place);
    // The row that loads as the place does, for whoever wants to see its code; nothing if the suite has none.
    std::optional<BoundRow> (*row)(const ClaimPlace& place);
};

// One for each rule that is about speed.
std::span<const Claim> claims();

// Null for a rule without one.
const Claim* findClaim(std::string_view rule);

// `judge`, of intervals that are wider where the run was disturbed (experiments/experiment.h).
Finding judgeClaim(const Claim& claim, const RunFigures& figures, const ClaimPlace* place = nullptr);

// Which rules to heed where the claims were judged, and which not: "Heed A; ignore B, C: not confirmed". The
// subjects of the findings are rules, each of which may be judged several times.
std::string concludeClaims(const std::vector<Finding>& judged);

// CannotSay for want of a run of its suite; names the command that measures it.
Finding unmeasuredClaim(const Claim& claim);

} // namespace vkperftest
