// Finds the levels of a curve that rises in steps, such as the time of a load over the size of the memory
// that loads come from: each cache is a level, and its step lies where the memory no longer fits.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stats/interval.h"

namespace vkperftest {

// A level is a run of points of about equal time. A level with a time less than this factor above the one
// before is the same level.
constexpr double kLeastStep = 1.15;

// Points of one level, without those that differ from it; more than one disturbed point must not look like a
// level.
constexpr std::size_t kFewestOfLevel = 3;

struct CurvePoint {
    double time = 0;                  // > 0
    std::optional<Interval> interval; // 95 %, of the time
};

struct CurveLevel {
    std::size_t first = 0, last = 0; // points of the curve; both lie on the level
    double time = 0;                 // the median of its points
    Interval interval;               // 95 %
    // The curve rises behind its last point: the next level follows, or all points behind it lie at least
    // kLeastStep above it, two or more. Otherwise nothing is known about where the level ends.
    bool ends = false;
    // Only one point lies behind its last, at least kLeastStep above it: the level ends, or that point was
    // disturbed.
    bool mayEnd = false;
};

// The levels in the order of the curve, each slower than the one before. `curve`: in the order of ascending
// sizes; it does not fall, but for noise. Points on the way from one level to the next belong to neither. No
// level if no points are alike, as on a curve that rises everywhere; a flat curve has one, without an end.
//
// A level is the longest run of points of which three of four, and both ends, lie within half a least step around its
// median; then the longest on either side of it. Two that no step divides are one.
std::vector<CurveLevel> findLevels(std::span<const CurvePoint> curve);

// Whether the curve rises behind any of its levels.
bool hasStep(std::span<const CurveLevel> levels);

} // namespace vkperftest
