// The experiment "uniform": where all lanes of a subgroup load from one address, does the driver share one
// load among them? Judged from a run of the suite of that name.
//
// What each row of an operation shows (shaders/technique.hlsli), in order of the suite:
//   direct     the loop as everybody writes it: what is judged
//   shuffle    one load for each lane of the subgroup, handed round, and all additions: sharing by hand
//   broadcast  the same from lanes whose numbers are constants
//   reduce     as many loads and additions as shared work needs, without handing round: the ceiling. Its loop
//              is the direct one's, of 1 / lanes of the iterations, so that a direct row whose lanes each
//              load takes about `lanes` times its time, less what the last sum over the lanes costs
//   perlane    direct, with sums that no compiler can do once for all lanes
//   floor      direct without its loads: what its additions alone take
//   linear     the matrix's row of another pattern: loads of neighbouring elements, which nobody can share
// The constant buffer's direct row serves as a yardstick of scalar loads. Push constants and the sweep of
// subgroup sizes are there to be read in the table; no verdict stands on them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/figures.h"
#include "base/result.h"
#include "cases/case.h"
#include "experiments/finding.h"

namespace vkperftest {

// Sharing by hand gains if it is so many times as fast. It changes more than the loads: the address
// arithmetic and the shape of the loop; kernels of the same operations (direct and perlane) already differed
// by 17 % on lavapipe, and few would rewrite a shader for less. The other comparisons of different loops have
// the same bound.
constexpr double kUniformGain = 1.25;

// Rows whose times differ by less than this factor, either way, are as fast as one another: some room for
// other address arithmetic.
constexpr double kAsFastAsAnother = 1.1;

// Lanes that each load take `lanes` times the time of reduce, less what its last sum costs: of 32 lanes of an
// H100 25.2 times with typed loads and 17.9 times with StructuredBuffer<float4>, which share nothing there.
constexpr double kOverCeiling = 3;

// Its subject is the operation: "ByteAddressBuffer.Load4".
struct UniformFinding : Finding {
    // Shuffle or Broadcast: the faster, but rather one that surely gains; nothing if neither was measured, or
    // before it mattered.
    std::optional<Technique> technique;
    std::optional<PairedRatio> gain; // the direct row's time over that technique's
    // Whether sharing by hand is kUniformGain times as fast: no only if neither way is. Nothing: not known.
    std::optional<bool> gains;
};

// One finding for each operation of which the run has any technique's row, in the run's order; of the first
// strategy that has figures. The rows above serve each (but no linear one of the constant buffer, which
// serves lanes that read different constants one after the other), and so does the constant buffer's direct
// row. Rows that are missing or were not measured, and comparisons that are not clear, make a CannotSay where
// they are needed, which names them.
//
//   1. RemovedAdditions if perlane or the floor takes kUniformGain times the direct row's time. Both must be
//      judged before anything else can be said, the floor not if its loop is another, of which 2 judges.
//   2. CannotSay unless loads limit the direct row (analysis/bound.h): there is nothing to share, or it is
//      shared at no cost beside the additions. But unless additions limit it, Faster if shuffle or broadcast
//      is kUniformGain times as fast, and perlane is not slower than the direct row by that factor.
//   3. DoesNotShare if shuffle or broadcast is kUniformGain times as fast as the direct row; here and in 2
//      RemovedAdditions if the floor takes kUniformGain times as long as that form.
//   4. CannotSay if it is not clear of both that they are slower than that. NoGain if both are slower than
//      the direct row by that factor: then handing round costs more than the loads that it saves.
//   5. DoesNotShare if the direct row and the linear one, both bound by loads, are as fast as one another
//      (kAsFastAsAnother): the tie says that handing round costs as much as it saves. (So typed loads of an
//      H100.)
//   6. NoGain if the direct row takes lanes / kOverCeiling times the time of reduce: as where each lane
//      loads. Then the tie says that handing round costs as much as a load. (The ceiling can refute sharing,
//      not show it: reduce's last sum makes `lanes` times its time too long.) CannotSay if the number of
//      lanes is not known.
//   7. ScalarLoads if the direct row and the constant buffer's, both bound by loads, are as fast as one
//      another (kAsFastAsAnother); the constant buffer itself is never called so.
//   8. AlreadyShares.
std::vector<UniformFinding> judgeUniform(const RunFigures& figures);

// Which loads to share by hand, or why none.
std::string concludeUniform(const std::vector<UniformFinding>& findings);

// What the rows of constant buffers show: whether PerfTest's, of whose 16 KB a row reads 4 KB, takes
// kUniformGain times as long as one of 256 bytes, which every constant cache holds: Slower, NotSlower or
// CannotSay. Nothing if the run has no row of the first.
std::optional<Finding> judgeConstants(const RunFigures& figures, std::size_t strategy);

// All as every experiment says them (experiments/experiment.h); a usage error without a finding of a load.
Result<Answer> answerUniform(const RunFigures& figures);

} // namespace vkperftest
