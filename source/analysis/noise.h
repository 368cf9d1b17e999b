// What a comparison allows for where a run is noisy or disturbed (analysis/quality.h). Noise widens intervals
// and asks for more witnesses; it silences nothing.
//
// - The null row is the baseline against itself: by as much as it is off, beyond what its own interval allows
//   for, any other row may be. On a software driver and on a GPU alike that is added to what every change is
//   known to within.
// - Where more than half of a software driver's samples are set aside, so may be all those of some epoch, and
//   of the next one. So a row's epochs are taken to scatter by as much as those of all rows on average, or by
//   more if they do, and two epochs count as one.
// - A change from or to such a run counts as much as the least of three ways to find it, none if they
//   contradict one another: epoch by epoch, by all samples at once, and by the fastest ones.
//
// Chosen on 34 runs of lavapipe 22.3.6 on two cores, and checked on 13 more: six rows under two strategies,
// quick and default, on one and on two threads, beside none to three busy loops and, for the 34, several
// compilers. 69 to 91 % of their samples were set aside, and single ratios were up to fourteenfold off.
// Nothing had changed between them. Of the 351 pairs with equal threads, so many had a row that came out
// FASTER or SLOWER:
//
// | epochs that count as one    | none: without this rule | 1 | 1.5 | 2 |
// |-----------------------------|-------------------------|---|-----|---| | of the 273 pairs of the 34  | 107
// | 8 | 1   | 0 | | of the 78 pairs of the 13   | 30                      | 5 | 0   | 0 |
//
// The price: of the 78 pairs, in which the epochs of a row scattered by 14 to 59 %, two fifths of the rows
// that were made twice as slow were seen in 10, fourfold ones in 40. Where no run had more than half of its
// samples set aside, none of 111 pairs had a false verdict without the rule.
#pragma once

#include <string>
#include <vector>

#include "analysis/epoch_levels.h"
#include "analysis/figures.h"

namespace vkperftest {

// The standard deviation by which the logarithm of each ratio of the run may be off, by its null row; 0 for a
// good run.
double nullRowNoise(const RunFigures& run);

// How many epochs of the run count as one; 1 unless more than half of its samples were set aside.
double epochsSharing(const RunFigures& run);

// One strategy of one row of a run.
struct Measured {
    const StrategyFigures& figures;
    const StrategyResult& result;
};

// The logarithm of one figure's change, found in other ways than epoch by epoch (Estimate::witnesses): by all
// samples at once, and by the fastest ones.
std::vector<double> witnessesOf(const Measured& base, const Measured& now, Metric metric);

// "NEW is noisy (40 % of the samples were disturbed)": of the sides that are not good; empty if both are.
std::string noisySides(const RunFigures& base, const RunFigures& now);

} // namespace vkperftest
