// What results files show about the claims behind the rules of `lint`: that something is slower. Rules are
// named by their ids, because this folder does not know lint; a test keeps the two in agreement.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "answers/finding.h"
#include "answers/judging.h"

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
    // Worse: the claim is confirmed; Same or Better: it is not; RowsDiffer: in part. The verdict is about that place,
    // as far as it is known, or the nearest one that the suite has rows for.
    Finding (*judge)(const RunFigures& figures, const ClaimPlace& place);
};

// One for each rule that is about speed.
std::span<const Claim> claims();

// Null for a rule without one.
const Claim* findClaim(std::string_view rule);

// `judge`, with intervals widened if the run was disturbed (answers/experiment.h).
Finding judgeClaim(const Claim& claim, const RunFigures& figures, const ClaimPlace& place);

// Of experiments that test a claim.
Finding judgeVectorClaim(const RunFigures& figures, const ClaimPlace& place);
Finding judgeStrideClaim(const RunFigures& figures, const ClaimPlace& place);
Finding judgeWideLoadClaim(const RunFigures& figures, const ClaimPlace& place);

// Whether the planned rows are slower, as far as the run has them (judgedAsClaim).
Finding judgedClaim(const RunFigures& figures, const std::vector<Planned>& planned);

} // namespace vkperftest
