// What a load from a window of memory took, from the samples of a walk, and the levels that the curve over
// the window's size has.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cases/source_data.h"
#include "model/run_result.h"
#include "stats/steps.h"

namespace vkperftest {

struct WindowPoint {
    std::uint64_t bytes = 0; // of the window
    CurvePoint point;        // nanoseconds of a load
};

struct WalkCurve {
    std::string walk;
    std::vector<WindowPoint> windows; // those that were measured, ascending
    std::vector<CurveLevel> levels;   // of them (stats/steps.h)
};

// The time of a load: the median difference of the two dispatches of a sample over the loads that one has
// more, in which neither the dispatch's own cost nor the first loads from memory are left. Nothing if the
// difference is not positive.
std::optional<CurvePoint> timeOfWindow(const WindowResult& window);

// What figures show: the nanoseconds of a load in a chain; of loads that do not wait for each other, the
// loads in a nanosecond.
CurvePoint paceOf(const WindowPoint& window, bool chain);

// Of every walk of which anything was measured, in the run's order.
std::vector<WalkCurve> walkCurves(const RunResult& run);

// The half width of a middle interval of the curve, as a share of the time.
double scatterOf(const WalkCurve& curve);

// Its points say little then, and levels found among them nothing.
bool isTooNoisy(const WalkCurve& curve);

// The curve whose levels name the caches: a chain of one lane if it has a step, never one of windows that
// workgroups have of their own, which fill a cache sooner. With `kind`, among loads from such resources.
const WalkCurve* namingCurve(std::span<const WalkCurve> curves, std::optional<ResourceKind> kind = {});

} // namespace vkperftest
