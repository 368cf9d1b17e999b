// What a load from a window of memory took, from the samples of a walk, which windows contradict physics, and
// the levels that the curve over the window's size has.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/verdict.h"
#include "model/run_result.h"
#include "stats/steps.h"

namespace vkperftest {

struct WindowPoint {
    std::uint64_t bytes = 0; // of the window
    CurvePoint point;        // nanoseconds of a load
};

struct UnusableWindow {
    std::uint64_t bytes = 0;
    Inconclusive why = Inconclusive::OutOfOrder; // or TwiceTooFast, AboveUnit
};

struct WalkCurve {
    std::string walk;
    std::vector<WindowPoint> windows;     // those that can be used, ascending
    std::vector<UnusableWindow> unusable; // measured, but their time cannot be right
    std::vector<CurveLevel> levels;       // of `windows` (stats/steps.h)

    // The first size beyond the level; nothing if none is known to be.
    std::optional<std::uint64_t> beyond(const CurveLevel& level) const;
    // The largest window, if it is several times as large as the first beyond all levels that end, and half of it
    // takes about as long: its loads come from memory. Null if none is.
    const WindowPoint* memory() const;
};

// Of every walk of cases/walk.h that was measured. A window is unusable if twice its loads took less than 1.5 times
// as long, if they are faster than their unit, or if it contradicts more other windows than those do: a larger one is
// never faster.
std::vector<WalkCurve> walkCurves(const RunResult& run);

} // namespace vkperftest
