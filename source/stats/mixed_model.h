// The change of many figures between two runs: a mixed model of log times.
//
//     log time = figure + run + restart + run × figure + noise
//
// A restart (of device and memory) slows all figures of its run alike, which the median over the figures takes out.
// What is left scatters, and is steadied by all figures (stats/scatter.h). What a run does to all figures, and to
// each, no restart shows: these variances come from outside, and the second also from how the changes of this pair
// scatter.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "stats/interval.h"
#include "stats/scatter.h"

namespace vkperftest {

using Levels = std::map<std::size_t, double>; // logarithms by restart
std::vector<double> valuesOf(const Levels& levels);

struct ModelFigure {
    std::array<Levels, 2> levels; // BASE's and NEW's; neither is empty
    // Of a side whose samples have two levels: from its level down to the lower one (<= 0), and up to the other.
    std::array<Interval, 2> around = {};
};

// Standard deviations of logarithms: what a run does, besides what its clock shows. If paired, a run is a restart.
struct RunScatter {
    double ofRun = 0;     // to all figures alike
    double ofRestart = 0; // likewise, from restart to restart, as other runs show it, since a run has few
    double ofRunAndFigure = 0; // to each figure
};

struct Model {
    bool paired = false; // restart i of NEW came next to restart i of BASE: their differences count
    // Of each run, by restart: the logarithm of a reference clock's rate, which the figures' levels are counted in;
    // empty if none was read on both sides.
    std::array<Levels, 2> clock = {};
    RunScatter scatter = {};
};

struct ModelChange {
    double base = 0, now = 0;       // levels
    double log = 0;                 // the logarithm of NEW over BASE, in ticks of the clock if there is one
    double lowest = 0, highest = 0; // of log, between the two levels of a side that has two; otherwise log
    std::optional<Scatter> scatter = {}; // of log; nothing unless both sides have two restarts, or pairs
};

struct ModelledChanges {
    std::vector<ModelChange> changes; // one for each figure
    double clock = 0;                 // logarithm of NEW's rate over BASE's
    Scatter shared;                   // of what all changes share
};

// If paired, both sides of a figure have a restart in common.
ModelledChanges fitModel(std::span<const ModelFigure> figures, const Model& model);

// Of NEW over BASE - 1; at 95 %, but wider if it lies beyond a factor of 1 + threshold: so wide that 5 % of those
// that lie beyond it are false at most (Benjamini and Yekutieli 2005, "False discovery rate-adjusted multiple
// confidence intervals for selected parameters"). Nothing without a scatter.
std::vector<std::optional<Interval>> changeIntervals(std::span<const ModelChange> changes, double threshold);

// The smallest threshold, in whole percents, by which most figures can be judged if they have not changed: 1.5 times half
// the 95 % interval that four of five figures have. Nothing without scatters.
std::optional<double> decidableThreshold(std::span<const ModelChange> changes);

// The standard deviation of values that are mostly from one normal distribution, while others lie anywhere: from the
// shortest interval that holds a quarter of them. 0 for fewer than 20 values.
double deviationOfMost(std::vector<double> values);

// The two levels of values (a tenth of them at least, and no fewer than two, on each) that lie 2 % or more apart and at
// least four times as far as they scatter. Values are logarithms.
std::optional<Interval> twoLevels(std::vector<double> values);

} // namespace vkperftest
