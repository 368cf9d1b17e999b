// What results files show about the claims behind the rules of `lint`. Rules are named by their ids, because
// this folder does not know lint; a test keeps the two in agreement.
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
    std::string_view suite; // whose rows test it
    // Verdicts: Holds, DoesNotHold, HoldsInPart, or CannotSay (also if rows are missing). With a place, the
    // verdict is about that place, or the nearest one that the suite has rows for; the sentence names the
    // rows.
    Finding (*judge)(const RunFigures& figures, const ClaimPlace* place);
    // The row that loads like the place, to show its code; nothing if the suite has none.
    std::optional<BoundRow> (*row)(const ClaimPlace& place);
};

// One for each rule that is about speed.
std::span<const Claim> claims();

// Null for a rule without one.
const Claim* findClaim(std::string_view rule);

// `judge`, with intervals widened if the run was disturbed (experiments/experiment.h).
Finding judgeClaim(const Claim& claim, const RunFigures& figures, const ClaimPlace* place = nullptr);

// Which rules to follow and which to ignore: "Follow A; ignore B, C (not confirmed here)". The subjects of the
// findings are rules; a rule may be judged several times.
std::string concludeClaims(const std::vector<Finding>& judged);

// CannotSay, because no file has a run of the claim's suite; names the command that measures one.
Finding unmeasuredClaim(const Claim& claim);

} // namespace vkperftest
