// The experiment "robustness": what do bounds checks cost, by kind of load? Judged from a run of the suite of
// that name, whose rows run the same kernels without checks, with robustBufferAccess, and with robustness 2
// (VK_EXT_robustness2). Each row is compared with the same row without checks, whatever limits it: only the
// driver's code and descriptors differ.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "base/compile_settings.h"
#include "base/result.h"
#include "experiments/judging.h"

namespace vkperftest {

// A load is slower if it takes this many times as long: a run whose null row is off by less counts as quiet
// (kMostNullError in experiments/experiment.h).
constexpr double kChecksCost = 1.05;

// A row whose whole interval lies this close to the threshold, on both sides of it, costs about as much.
constexpr double kAboutThreshold = 0.01;

// A row compared with the same row without bounds checks.
struct CheckedLoad : Compared {
    std::string load; // "ByteAddressBuffer.Load4"
    std::string_view pattern;
    Robustness robustness = Robustness::Off;

    // The most times as long that it may take, by its interval's upper end; the estimate if there is none.
    double mostTimes() const;
    double mostPercent() const; // the same in percent longer, at least 0

    // Whether it is neither slower nor not, because its narrow interval spans the threshold.
    bool isAtThreshold() const;
};

// A clause for each kind of bounds checks: which loads they slow down and by how much, or that they cost less
// than the threshold, and the most that they may cost.
std::string concludeRobustness(const std::vector<CheckedLoad>& loads);

// Findings: one for each strategy with bounds checks, kind of checks and load, "ByteAddressBuffer.Load4
// (robustness 2)", about the pattern where they may cost most: Slower, Faster, NotSlower or CannotSay. If
// there are several strategies, the conclusion has a part for each. A usage error without any row.
Result<Answer> answerRobustness(const RunFigures& figures);

} // namespace vkperftest
