#include "stats/steps.h"

#include <algorithm>
#include <cmath>

#include "stats/scatter.h"

namespace vkperftest {
namespace {

// The curve on a logarithmic scale.
struct LogPoint {
    double value = 0;
    double own = 0;   // standard error by its interval
    double error = 0; // the whole standard error
};

// How neighbouring points scatter around the curve's usual slope, from the smaller of their differences: the
// larger ones may be steps. A curve that rises everywhere must not pass as one that scatters.
double scatterOfNeighbours(const std::vector<LogPoint>& points) {
    constexpr double kShare = 0.4, kOfNormal = 0.7416; // that quantile of the difference of two normal values
    constexpr double kMost = 0.06;
    std::vector<double> differences;
    for (std::size_t i = 1; i < points.size(); ++i)
        differences.push_back(points[i].value - points[i - 1].value);
    if (differences.empty()) return 0;
    const double slope = median(differences);
    for (double& difference : differences) difference = std::abs(difference - slope);
    std::ranges::sort(differences);
    const auto place = static_cast<std::size_t>(kShare * static_cast<double>(differences.size() - 1));
    return std::min(kMost, differences[place] / kOfNormal);
}

std::vector<LogPoint> logPoints(std::span<const CurvePoint> curve) {
    constexpr double kLeastError = 0.02, kOfInterval = 2 * 1.96;
    std::vector<LogPoint> points;
    for (const CurvePoint& point : curve) {
        const double width = point.interval ? std::log(point.interval->high / point.interval->low) : 0;
        points.push_back({std::log(point.time), std::isfinite(width) ? width / kOfInterval : 0});
    }
    const double scatter = scatterOfNeighbours(points);
    for (LogPoint& point : points) point.error = std::hypot(kLeastError, scatter, point.own);
    return points;
}

// A level over some points of the curve, with those that lie on it.
struct Plateau {
    std::size_t first = 0, last = 0;
    double value = 0;
    double error = 0; // of the value, standard
    std::vector<double> on = {};
};

// Nothing unless both ends lie on the level, and most of the points between.
std::optional<Plateau> plateauOf(const std::vector<LogPoint>& points, std::size_t first, std::size_t last) {
    constexpr double kOn = 2.5; // standard errors
    std::vector<double> values;
    for (std::size_t i = first; i <= last; ++i) values.push_back(points[i].value);
    const double middle = median(values);
    const auto isOn = [&](std::size_t i) {
        return std::abs(points[i].value - middle) <= kOn * points[i].error;
    };
    Plateau plateau{.first = first, .last = last};
    double squares = 0;
    for (std::size_t i = first; i <= last; ++i) {
        if (!isOn(i)) continue;
        plateau.on.push_back(points[i].value);
        squares += points[i].error * points[i].error;
    }
    if (!isOn(first) || !isOn(last) || plateau.on.size() < kFewestOfLevel ||
        4 * plateau.on.size() < 3 * values.size())
        return std::nullopt;
    plateau.value = median(plateau.on);
    plateau.error = std::sqrt(squares) / static_cast<double>(plateau.on.size());
    return plateau;
}

// The longest plateau of these points, with those on either side of it.
void addPlateaus(const std::vector<LogPoint>& points, std::size_t begin, std::size_t end,
                 std::vector<Plateau>& plateaus) {
    std::optional<Plateau> longest;
    for (std::size_t first = begin; first + kFewestOfLevel <= end; ++first)
        for (std::size_t last = first + kFewestOfLevel - 1; last < end; ++last)
            if (auto plateau = plateauOf(points, first, last);
                plateau && (!longest || plateau->on.size() > longest->on.size()))
                longest = std::move(plateau);
    if (!longest) return;
    addPlateaus(points, begin, longest->first, plateaus);
    plateaus.push_back(*longest);
    addPlateaus(points, longest->last + 1, end, plateaus);
}

// Whether the step from one to the other is too small to be one, or no step: a slope, of which the levels are
// parts, rises as much within them as between them.
bool isSameLevel(const std::vector<LogPoint>& points, const Plateau& one, const Plateau& other) {
    constexpr double kSure = 3, kOfStep = 0.5;
    const double least = std::max(std::log(kLeastStep), kSure * std::hypot(one.error, other.error));
    const double step = std::abs(other.value - one.value);
    return step < least || std::abs(points[other.first].value - points[one.last].value) < kOfStep * step;
}

std::vector<Plateau> merged(const std::vector<LogPoint>& points, const std::vector<Plateau>& plateaus) {
    std::vector<Plateau> levels;
    for (Plateau next : plateaus) {
        if (!levels.empty() && isSameLevel(points, levels.back(), next)) {
            const Plateau& before = levels.back();
            next.first = before.first;
            next.on.insert(next.on.end(), before.on.begin(), before.on.end());
            next.value = median(next.on);
            next.error = std::max(next.error, before.error);
            levels.pop_back();
        }
        levels.push_back(std::move(next));
    }
    return levels;
}

// How many points lie behind the plateau, if all of them lie a step above it; else none.
std::size_t pointsAboveBehind(const std::vector<LogPoint>& points, const Plateau& plateau) {
    const auto behind = std::span(points).subspan(plateau.last + 1);
    const bool above = std::ranges::all_of(behind, [&](const LogPoint& point) {
        const double sure = 2 * std::hypot(point.error, plateau.error);
        return point.value - plateau.value >= std::max(std::log(kLeastStep), sure);
    });
    return above ? behind.size() : 0;
}

} // namespace

std::vector<CurveLevel> findLevels(std::span<const CurvePoint> curve) {
    const std::vector<LogPoint> points = logPoints(curve);
    std::vector<Plateau> plateaus;
    addPlateaus(points, 0, points.size(), plateaus);
    plateaus = merged(points, plateaus);
    std::vector<CurveLevel> levels;
    for (const Plateau& plateau : plateaus) {
        double squares = 0;
        for (std::size_t i = plateau.first; i <= plateau.last; ++i) squares += points[i].own * points[i].own;
        const auto count = static_cast<double>(plateau.on.size());
        const double margin =
            std::max(marginOfError(sums(plateau.on).meanScatter()), 1.96 * std::sqrt(squares) / count);
        const bool last = &plateau == &plateaus.back();
        const std::size_t above = last ? pointsAboveBehind(points, plateau) : 0;
        levels.push_back({plateau.first, plateau.last, std::exp(plateau.value),
                          Interval{std::exp(plateau.value - margin), std::exp(plateau.value + margin)},
                          !last || above > 1, above == 1});
    }
    return levels;
}

bool hasStep(std::span<const CurveLevel> levels) {
    return std::ranges::any_of(levels, &CurveLevel::ends);
}

} // namespace vkperftest
