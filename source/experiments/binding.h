// The experiment "binding": what do the strategies cost against a descriptor set, on the GPU and on the CPU,
// and does a promise of 4 bytes of alignment cost anything against one of 16? Judged from a run of the suite
// of that name.
//
// Ratios on the GPU are of times, with the 95 % interval that the run's samples give them. A bound is passed
// or missed by the whole interval; where it lies inside, nothing can be said. The times of the copies hold
// those of their stores, which all strategies share but for how they reach the destination.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "base/result.h"
#include "experiments/finding.h"

namespace vkperftest {

enum class BindingVerdict {
    Same,   // within kBindingDifference of each other
    Slower, // some strategy is slower than `set`; of the alignment: 4 bytes are slower than 16
    Faster, // some strategy is faster than `set`, and none slower; 4 bytes are faster than 16
    CannotSay,
};

std::string_view bindingVerdictName(BindingVerdict verdict); // "the same"

// Times that differ by less than this factor are the same. Under set, push, dynamic, buffer and inline a row
// runs one SPIR-V, so that a twentieth is far outside of what a placement makes; under addresses it runs
// another, whose address arithmetic is in the figure.
constexpr double kBindingDifference = 1.05;

struct BindingFinding {
    std::string subject; // "ByteAddressBuffer.Load4 linear", or with ", alignment"
    BindingVerdict verdict = BindingVerdict::CannotSay;
    std::string sentence;
    Ground ground = Ground::RowTimes;
};

// For every row but the floors, each strategy that was measured, against `set`. Nothing is said of a pair
// of strategies if the row is not load-bound under either (kLoadBound), if it scatters too much to
// tell or if its fastest samples disagree. Copies say what their stores alone take where that is known
// within a tenth. Then a finding for each strategy that was measured nowhere, with its reason.
std::vector<BindingFinding> judgeStrategies(const RunFigures& figures);

// One for every row that was measured under both `address-4` and `address-16`, by the same rules; one that says
// why if there is none.
std::vector<BindingFinding> judgeAlignment(const RunFigures& figures);

// Both as every experiment says them, and the CPU's side (experiments/recording.h). A usage error names the
// rows or strategies that the run lacks.
Result<std::vector<Finding>> bindingFindings(const RunFigures& figures);

} // namespace vkperftest
