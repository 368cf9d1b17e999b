// The experiment "binding": what do the strategies cost against a descriptor set, on the GPU and on the CPU,
// and does a promise of 4 bytes of alignment cost anything against one of 16? Judged from a run of the suite
// of that name.
//
// Ratios on the GPU are of times, with the 95 % interval that the run's samples give them. A bound is passed
// or missed by the whole interval; where it lies inside, nothing can be said. The times of the copies hold
// those of their stores, which all strategies share but for how they reach the destination.
#pragma once

#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "base/result.h"
#include "experiments/finding.h"

namespace vkperftest {

// Verdicts, beside kSlower, kFaster and kCannotSay (experiments/judging.h). A row is slower if any strategy is
// slower than `set`, and faster if any is faster and none slower; so is its alignment, where 4 bytes are slower
// or faster than 16.
constexpr std::string_view kSame = "the same"; // within kBindingDifference of each other

// Times that differ by less than this factor are the same. Under set, push, dynamic, buffer and inline a row
// runs one SPIR-V, so that a twentieth is far outside of what a placement makes; under addresses it runs
// another, whose address arithmetic is in the figure.
constexpr double kBindingDifference = 1.05;

// For every row but the floors, each strategy that was measured, against `set`. Nothing is said of a pair
// of strategies if the row is not bound by loads under both (where they differ by kLoadBound or more: under the slower
// one), if it scatters too much to tell or if its fastest samples disagree. Copies say what their stores alone take where that is known
// within a tenth. Then a finding for each strategy that was measured nowhere, with its reason.
std::vector<Finding> judgeStrategies(const RunFigures& figures);

// One for every row that was measured under both `address-4` and `address-16`, by the same rules; one that says
// why if there is none.
std::vector<Finding> judgeAlignment(const RunFigures& figures);

// Both as every experiment says them, and the CPU's side (experiments/recording.h). A usage error names the
// rows or strategies that the run lacks.
Result<std::vector<Finding>> bindingFindings(const RunFigures& figures);

} // namespace vkperftest
