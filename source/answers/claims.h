// What results files show about the claims behind the rules of `lint`: that something is slower. Rules are
// named by their ids, because this folder does not know lint; a test keeps the two in agreement.
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "answers/finding.h"
#include "answers/judging.h"
#include "base/result.h"

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
    // Worse: the claim is confirmed; Same or Better: it is not; RowsDiffer: in part. With a place, the
    // verdict is about that place, or the nearest one that the suite has rows for.
    Finding (*judge)(const RunFigures& figures, const ClaimPlace* place);
};

// One for each rule that is about speed.
std::span<const Claim> claims();

// Null for a rule without one.
const Claim* findClaim(std::string_view rule);

// `judge`, with intervals widened if the run was disturbed (answers/experiment.h).
Finding judgeClaim(const Claim& claim, const RunFigures& figures, const ClaimPlace* place = nullptr);

// Of experiments that test a claim.
Finding judgeVectorClaim(const RunFigures& figures, const ClaimPlace* place);
Finding judgeStrideClaim(const RunFigures& figures, const ClaimPlace* place);
Finding judgeWideLoadClaim(const RunFigures& figures, const ClaimPlace* place);

// Whether the planned rows are slower, as far as the run has them (judgedAsClaim).
Finding judgedClaim(const RunFigures& figures, const std::vector<Planned>& planned);

// Runs that test claims.
class ClaimRuns {
public:
    // A usage error if no claim is about the run's suite. `name`: the file's.
    Result<void> add(RunResult run, const std::string& name);

    // The runs of the claim's suite, in the files' order; valid as long as this object.
    std::vector<const RunFigures*> of(const Claim& claim) const;

private:
    std::list<RunResult> runs_; // the figures refer to them
    std::list<RunFigures> figures_;
};

} // namespace vkperftest
