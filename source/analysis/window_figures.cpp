#include "analysis/window_figures.h"

#include <algorithm>

#include "analysis/core_clock.h"
#include "analysis/thresholds.h"
#include "analysis/unit_rates.h"
#include "cases/walk.h"
#include "stats/interval.h"

namespace vkperftest {
namespace {

// The median difference of the two dispatches of a sample over the loads that one has more, in which neither
// the dispatch's own cost nor the first loads from memory are left. Nothing if the two had other hits and misses.
std::optional<CurvePoint> timeOfLoad(const WindowResult& window) {
    constexpr double kLeastOfTwice = 1.5;
    constexpr double kLeastShare = 0.01; // an interval on a logarithmic scale cannot reach down to 0
    if (median(window.twice) < kLeastOfTwice * median(window.nanoseconds)) return std::nullopt;
    std::vector<double> times;
    for (std::size_t i = 0; i < window.nanoseconds.size(); ++i)
        times.push_back((window.twice[i] - window.nanoseconds[i]) / static_cast<double>(window.loads));
    CurvePoint point{median(times), medianInterval(times)};
    if (!(point.time > 0)) return std::nullopt;
    if (point.interval) point.interval->low = std::max(point.interval->low, kLeastShare * point.time);
    return point;
}

Interval rangeOf(const CurvePoint& point) {
    return point.interval.value_or(Interval{point.time, point.time});
}

void dropContradictions(WalkCurve& curve) {
    std::vector<WindowPoint>& windows = curve.windows;
    for (;;) {
        std::vector<std::size_t> contradicted(windows.size());
        for (std::size_t larger = 1; larger < windows.size(); ++larger) {
            for (std::size_t smaller = 0; smaller < larger; ++smaller) {
                if (kOtherPromise * rangeOf(windows[larger].point).high >=
                    rangeOf(windows[smaller].point).low)
                    continue;
                ++contradicted[larger];
                ++contradicted[smaller];
            }
        }
        const std::size_t most = windows.empty() ? 0 : std::ranges::max(contradicted);
        if (most == 0) return;
        for (std::size_t i = windows.size(); i-- > 0;) {
            if (contradicted[i] < most) continue;
            curve.unusable.push_back({windows[i].bytes, Inconclusive::OutOfOrder});
            windows.erase(windows.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
}

} // namespace

std::optional<std::uint64_t> WalkCurve::beyond(const CurveLevel& level) const {
    if (!level.ends && !level.mayEnd) return std::nullopt;
    return windows[level.last + 1].bytes;
}

const WindowPoint* WalkCurve::memory() const {
    constexpr std::uint64_t kSeveral = 4;
    std::uint64_t last = 0;
    for (const CurveLevel& level : levels) last = std::max(last, beyond(level).value_or(0));
    if (last == 0 || windows.back().bytes < kSeveral * last) return nullptr;
    const bool flat = windows.back().point.time < kLeastStep * windows[windows.size() - 2].point.time;
    return flat ? &windows.back() : nullptr;
}

std::vector<WalkCurve> walkCurves(const RunResult& run) {
    const UnitRate* const l1 = rateOf(run.device, Unit::L1);
    const std::optional<double> clocks = unitClocksPerNanosecond(run);
    const double least =
        l1 != nullptr && clocks ? kElementBytes / (l1->perClock * *clocks) : 0; // nanoseconds
    std::vector<WalkCurve> curves;
    for (const WindowResult& window : run.windows) {
        const Walk* const walk = findWalk(window.walk);
        if (walk == nullptr || window.nanoseconds.empty()) continue;
        auto curve = std::ranges::find(curves, window.walk, &WalkCurve::walk);
        if (curve == curves.end()) curve = curves.insert(curves.end(), {.walk = window.walk});
        const std::optional<CurvePoint> point = timeOfLoad(window);
        if (!point)
            curve->unusable.push_back({window.bytes, Inconclusive::TwiceTooFast});
        else if (!walk->chain && kOtherPromise * rangeOf(*point).high < least)
            curve->unusable.push_back({window.bytes, Inconclusive::AboveUnit});
        else
            curve->windows.push_back({window.bytes, *point});
    }
    for (WalkCurve& curve : curves) {
        std::ranges::sort(curve.windows, {}, &WindowPoint::bytes);
        dropContradictions(curve);
        std::ranges::sort(curve.unusable, {}, &UnusableWindow::bytes);
        std::vector<CurvePoint> points;
        for (const WindowPoint& window : curve.windows) points.push_back(window.point);
        curve.levels = findLevels(points);
    }
    return curves;
}

} // namespace vkperftest
