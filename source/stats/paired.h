// Ratios of two series: measured in pairs, or level against level.
#pragma once

#include <optional>
#include <span>

#include "stats/interval.h"

namespace vkperftest {

// How much longer `reference` took than `subject`, pair by pair: bigger means that the subject is faster. A ratio
// that somebody else printed, without samples, is the median alone.
struct PairedRatio {
    double median = 0;                // of the pairs' ratios; or the ratio of two levels
    std::optional<Interval> interval; // 95 %
    std::optional<double> ofMinima;   // smallest reference over smallest subject
};

// Both series hold nanoseconds per load, > 0, equal in number (at least one), pair i at index i.
PairedRatio pairedRatio(std::span<const double> reference, std::span<const double> subject);

// The level of a series without outliers: its geometric mean. Values > 0, at least one.
double level(std::span<const double> values);

// The same as pairedRatio of two series that are not paired and may differ in length: the ratio of their levels, with
// Welch's interval. Nothing of an interval for fewer than kFewestForInterval values.
PairedRatio levelRatio(std::span<const double> reference, std::span<const double> subject);

// Width of the interval relative to the median; nothing without an interval.
std::optional<double> relativeWidth(const PairedRatio& ratio);

// The paired median and the ratio of the minima tell different stories: by more than 2 %, the bound found on
// two software drivers, where undisturbed rows agree within 1 %. False without minima.
bool minimaDisagree(const PairedRatio& ratio);

// Relative change from the median of a series' first third to that of its last third; 0 for fewer than three
// values.
double drift(std::span<const double> chronological);

} // namespace vkperftest
