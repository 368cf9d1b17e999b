#include "stats/steps.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "stats/scatter.h"

namespace vkperftest {
namespace {

// A run of points with those that lie on its level; logarithms of times.
struct Plateau {
    std::size_t first = 0, last = 0;
    std::vector<double> on = {};
    double value() const { return median(on); }
};

// Nothing unless both ends lie on the level, and most of the points between.
std::optional<Plateau> plateauOf(std::span<const double> points, std::size_t first, std::size_t last) {
    const auto run = points.subspan(first, last - first + 1);
    const double middle = median({run.begin(), run.end()}), tolerance = std::log(kLeastStep) / 2;
    const auto isOn = [&](double point) { return std::abs(point - middle) <= tolerance; };
    Plateau plateau{first, last};
    std::ranges::copy_if(run, std::back_inserter(plateau.on), isOn);
    const bool most = plateau.on.size() >= kFewestOfLevel && 4 * plateau.on.size() >= 3 * run.size();
    return isOn(run.front()) && isOn(run.back()) && most ? std::optional(plateau) : std::nullopt;
}

// The longest plateau of these points, with those on either side of it.
void addPlateaus(std::span<const double> points, std::size_t begin, std::size_t end,
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

// Those that no step divides are one level. A slope, of which plateaus are parts, rises as much within them
// as between them.
std::vector<Plateau> merged(std::span<const double> points, const std::vector<Plateau>& plateaus) {
    std::vector<Plateau> levels;
    for (const Plateau& next : plateaus) {
        const Plateau* const before = levels.empty() ? nullptr : &levels.back();
        const double step = before ? next.value() - before->value() : 0;
        if (before && (step < std::log(kLeastStep) || points[next.first] - points[before->last] < step / 2)) {
            levels.back().last = next.last;
            levels.back().on.insert(levels.back().on.end(), next.on.begin(), next.on.end());
        } else {
            levels.push_back(next);
        }
    }
    return levels;
}

} // namespace

std::vector<CurveLevel> findLevels(std::span<const CurvePoint> curve) {
    std::vector<double> points;
    for (const CurvePoint& point : curve) points.push_back(std::log(point.time));
    std::vector<Plateau> plateaus;
    addPlateaus(points, 0, points.size(), plateaus);
    plateaus = merged(points, plateaus);
    std::vector<CurveLevel> levels;
    for (const Plateau& plateau : plateaus) {
        double squares = 0; // of the points' own standard errors
        for (const CurvePoint& point : curve.subspan(plateau.first, plateau.last - plateau.first + 1))
            if (point.interval)
                squares += std::pow(std::log(point.interval->high / point.interval->low) / (2 * 1.96), 2);
        const double value = plateau.value(), count = static_cast<double>(plateau.on.size());
        const double margin =
            std::max(marginOfError(sums(plateau.on).meanScatter()), 1.96 * std::sqrt(squares) / count);
        const auto behind = curve.subspan(plateau.last + 1);
        const bool isLast = &plateau == &plateaus.back();
        const bool rises = isLast && std::ranges::all_of(behind, [&](const CurvePoint& point) {
                               const bool sure = !point.interval || std::log(point.interval->low) > value;
                               return sure && std::log(point.time) - value >= std::log(kLeastStep);
                           });
        levels.push_back({plateau.first, plateau.last, std::exp(value),
                          Interval{std::exp(value - margin), std::exp(value + margin)},
                          !isLast || (rises && behind.size() > 1), rises && behind.size() == 1});
    }
    return levels;
}

bool hasStep(std::span<const CurveLevel> levels) {
    return std::ranges::any_of(levels, &CurveLevel::ends);
}

} // namespace vkperftest
