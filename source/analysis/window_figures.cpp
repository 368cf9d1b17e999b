#include "analysis/window_figures.h"

#include <algorithm>

#include "cases/walk.h"
#include "stats/interval.h"

namespace vkperftest {
namespace {

CurvePoint medianOfDifferences(const WindowResult& window) {
    std::vector<double> differences;
    for (std::size_t i = 0; i < window.nanoseconds.size(); ++i)
        differences.push_back(window.twice[i] - window.nanoseconds[i]);
    return {median(differences), medianInterval(differences)};
}

} // namespace

std::optional<CurvePoint> timeOfWindow(const WindowResult& window) {
    if (window.status != Status::Measured || window.nanoseconds.empty()) return std::nullopt;
    CurvePoint point = medianOfDifferences(window);
    if (!(point.time > 0)) return std::nullopt;
    const auto loads = static_cast<double>(window.loads);
    point.time /= loads;
    if (!point.interval) return point;
    constexpr double kLeastShare = 0.01; // an interval on a logarithmic scale cannot reach down to 0
    point.interval->low = std::max(point.interval->low / loads, kLeastShare * point.time);
    point.interval->high /= loads;
    return point;
}

CurvePoint paceOf(const WindowPoint& window, bool chain) {
    const auto& [time, interval] = window.point;
    if (chain) return window.point;
    CurvePoint pace{1 / time, std::nullopt};
    if (interval) pace.interval = Interval{1 / interval->high, 1 / interval->low};
    return pace;
}

std::vector<WalkCurve> walkCurves(const RunResult& run) {
    std::vector<WalkCurve> curves;
    for (const WindowResult& window : run.windows) {
        const std::optional<CurvePoint> point = timeOfWindow(window);
        if (!point) continue;
        auto curve = std::ranges::find(curves, window.walk, &WalkCurve::walk);
        if (curve == curves.end()) curve = curves.insert(curves.end(), {.walk = window.walk});
        curve->windows.push_back({window.bytes, *point});
    }
    for (WalkCurve& curve : curves) {
        std::ranges::sort(curve.windows, {}, &WindowPoint::bytes);
        std::vector<CurvePoint> points;
        for (const WindowPoint& window : curve.windows) points.push_back(window.point);
        curve.levels = findLevels(points);
    }
    return curves;
}

double scatterOf(const WalkCurve& curve) {
    std::vector<double> widths;
    for (const WindowPoint& window : curve.windows) {
        const CurvePoint& point = window.point;
        widths.push_back(point.interval ? (point.interval->high - point.interval->low) / 2 / point.time : 1);
    }
    return median(std::move(widths));
}

bool isTooNoisy(const WalkCurve& curve) {
    return scatterOf(curve) > kLeastStep - 1;
}

const WalkCurve* namingCurve(std::span<const WalkCurve> curves, std::optional<ResourceKind> kind) {
    const WalkCurve* best = nullptr;
    std::pair<bool, std::ptrdiff_t> most; // whether it is a chain of one lane; its ends
    for (const WalkCurve& curve : curves) {
        const Walk* const walk = findWalk(curve.walk);
        if (walk == nullptr || walk->reach == Reach::OwnWindows || !hasStep(curve.levels) ||
            isTooNoisy(curve))
            continue;
        if (kind && walk->resource != *kind) continue;
        const std::pair rank(walk->reach == Reach::OneLane,
                             std::ranges::count(curve.levels, true, &CurveLevel::ends));
        if (best != nullptr && rank <= most) continue;
        best = &curve;
        most = rank;
    }
    return best;
}

} // namespace vkperftest
