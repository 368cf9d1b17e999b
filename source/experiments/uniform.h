// The experiment "uniform": where all lanes of a subgroup load from one address, does the driver share one
// load among them? Judged from a run of the suite of that name.
//
// Every ratio below is one of times, with the 95 % interval that the run's samples give it. A bound is passed
// or missed by the whole interval; where it lies inside, the verdict is that nothing can be said.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "experiments/experiment.h"
#include "results/model.h"
#include "stats/paired.h"

namespace vkperftest {

enum class UniformVerdict {
    AlreadyShares,    // sharing by hand gains nothing
    DoesNot,          // sharing by hand is faster
    RemovedAdditions, // the direct row is too fast for its additions: they were done once for all lanes
    ScalarLoads,      // sharing by hand gains nothing, and the row is as fast as the constant buffer's
    CannotSay,
};

std::string_view uniformVerdictName(UniformVerdict verdict); // "already shares"

// Sharing by hand gains if it is so many times as fast. It changes more than the loads: the address
// arithmetic and the shape of the loop; kernels of the same operations (direct and perlane) already differed
// by 17 % on lavapipe, and few would rewrite a shader for less. By the same factor perlane or the floor must
// be slower than the direct row before additions are said to be removed; and where sharing by hand is slower
// by it, that says nothing about loads.
constexpr double kUniformGain = 1.25;

// A row that takes less than so many times what the constant buffer's does is as fast as that: some room for
// other address arithmetic.
constexpr double kAsFastAsConstants = 1.1;

struct UniformFinding {
    std::string operation; // "ByteAddressBuffer.Load4"
    UniformVerdict verdict = UniformVerdict::CannotSay;
    std::string technique;           // the faster of "shuffle" and "broadcast"; empty: neither was measured
    std::optional<PairedRatio> gain; // the direct row's time over that technique's
    std::string sentence;            // "it does not: shuffling by hand gains 5.50x"
};

// One finding for each operation of which the run has any technique's row, in the run's order; of the first
// strategy. What must be there for each: the direct row, shuffle, broadcast, perlane and floor; and once the
// constant buffer's direct row. A usage error names what is missing. Rows that are there but were not
// measured make a CannotSay.
//
//   1. RemovedAdditions if perlane, the same loop but for where its sums begin, or the floor takes
//      kUniformGain times the direct row's time.
//   2. CannotSay if the direct row is not load-bound (results/load_bound.h): there is nothing to share.
//   3. DoesNot if shuffle or broadcast is kUniformGain times as fast as the direct row.
//   4. CannotSay if both are slower by that factor.
//   5. ScalarLoads if the direct row is as fast as the constant buffer's (kAsFastAsConstants), which itself is
//      never called so; else AlreadyShares.
Result<std::vector<UniformFinding>> judgeUniform(const RunResult& run);

// The same as every experiment says it (experiments/experiment.h).
Result<std::vector<Finding>> uniformFindings(const RunResult& run);

} // namespace vkperftest
