// The experiment "uniform": if all lanes of a subgroup load from one address, does the driver share one load
// among them? Judged from a run of the suite of that name.
//
// What each row of an operation shows (shaders/technique.hlsli), in order of the suite:
//   direct     the usual loop: what is judged
//   shuffle    sharing by hand: each lane loads one element and hands it to the others; all additions remain
//   broadcast  the same from lanes whose numbers are constants
//   reduce     the ceiling: as many loads and additions as shared work needs, but values are not handed
//              round. Its loop is the direct loop with 1 / lanes of the iterations. So if each lane loads,
//              the direct row takes about `lanes` times as long, less the cost of the last sum over the lanes
//   perlane    direct, with sums that no compiler can do once for all lanes
//   floor      direct without its loads: what its additions alone take
//   linear     the matrix's row of that pattern: loads of neighbouring elements, which cannot be shared
// The constant buffer's direct row serves as a yardstick for scalar loads. Push constants and the sweep of
// subgroup sizes only appear in the table; no verdict rests on them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/figures.h"
#include "base/result.h"
#include "cases/case.h"
#include "experiments/finding.h"

namespace vkperftest {

// Sharing by hand gains if it is this many times as fast. It changes more than the loads: also the address
// arithmetic and the shape of the loop. Kernels of the same operations (direct and perlane) already differed
// by 17 % on lavapipe, and few would rewrite a shader for less. Other comparisons of different loops use the
// same bound.
constexpr double kUniformGain = 1.25;

// Rows whose times differ by less than this factor are equally fast: it leaves some room for different
// address arithmetic.
constexpr double kAsFastAsAnother = 1.1;

// If each lane loads, a row takes `lanes` times as long as reduce, less the cost of reduce's last sum. On an
// H100 with 32 lanes, which share nothing there, it was 25.2 times with typed loads and 17.9 times with
// StructuredBuffer<float4>.
constexpr double kOverCeiling = 3;

// Its subject is the operation: "ByteAddressBuffer.Load4".
struct UniformFinding : Finding {
    // Shuffle or Broadcast: the faster one, but one that surely gains comes first. Nothing if neither was
    // measured, or if an earlier step decided.
    std::optional<Technique> technique;
    std::optional<PairedRatio> gain; // the direct row's time over that technique's
    // Whether sharing by hand is kUniformGain times as fast; false only if neither way is. Nothing: unknown.
    std::optional<bool> gains;
};

// One finding for each operation with a row of any technique, in the run's order, under the first strategy
// that has figures. The rows above serve each operation, and so does the constant buffer's direct row. (The
// constant buffer has no linear row: if lanes read different constants, it serves them one after the other.)
// If a needed row is missing or was not measured, or a needed comparison is unclear, the finding is a
// CannotSay that names it.
//
//   1. RemovedAdditions if perlane or the floor takes kUniformGain times as long as the direct row. Both must
//      be judged before anything else. But if the floor's loop differs and loads do not limit the direct row,
//      the floor is skipped and 2 decides.
//   2. CannotSay unless loads limit the direct row (analysis/bound.h): there is nothing to share, or sharing
//      saves nothing beside the additions. But unless additions limit the row, Faster if shuffle or broadcast
//      is kUniformGain times as fast, and perlane is not slower than the direct row by that factor.
//   3. DoesNotShare if shuffle or broadcast is kUniformGain times as fast as the direct row. Here and in 2,
//      RemovedAdditions if the floor takes kUniformGain times as long as that form.
//   4. CannotSay unless both are surely less than kUniformGain times as fast. NoGain if both are slower than
//      the direct row by that factor: then passing values on costs more than the loads it saves.
//   5. DoesNotShare if the direct row and the linear one, both limited by loads, are equally fast
//      (kAsFastAsAnother): then passing values on costs as much as it saves. (Typed loads on an H100.)
//   6. NoGain if the direct row takes lanes / kOverCeiling times as long as reduce, as it does if each lane
//      loads: then passing values on costs as much as a load. (The ceiling can refute sharing but not prove
//      it: with reduce's last sum, `lanes` times its time is too long.) CannotSay if the number of lanes is
//      unknown.
//   7. ScalarLoads if the direct row and the constant buffer's, both limited by loads, are equally fast
//      (kAsFastAsAnother); never for the constant buffer itself.
//   8. AlreadyShares otherwise.
std::vector<UniformFinding> judgeUniform(const RunFigures& figures);

// Which loads to share by hand, or why none.
std::string concludeUniform(const std::vector<UniformFinding>& findings);

// Compares the row of PerfTest's constant buffer, which reads 4 KB of its 16 KB, with that of 256 bytes,
// which every constant cache holds: Slower if the first takes kUniformGain times as long, otherwise NotSlower
// or CannotSay. Nothing if the run has no row of the first.
std::optional<Finding> judgeConstants(const RunFigures& figures, std::size_t strategy);

// Conclusion and findings as for every experiment (experiments/experiment.h). A usage error if no load has a
// finding.
Result<Answer> answerUniform(const RunFigures& figures);

} // namespace vkperftest
