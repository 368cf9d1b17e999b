// What a comparison allows for if a run is noisy or disturbed (analysis/quality.h). Noise widens intervals
// and demands more witnesses; it hides nothing.
//
// - The null row is the baseline against itself. If it is off by more than its own interval allows, any other
//   row may be off by as much. This error is added to the uncertainty of every change, on software drivers
//   and on GPUs.
// - If more than half of a software driver's samples are disturbed, all samples of an epoch, and of the next
//   one, may be disturbed. So where epochs are compared (times, and drivers in turns), a row's epochs are
//   assumed to scatter at least as much as the epochs of all rows do on average, and two epochs count as one.
// - A change from or to such a run must also show in all samples at once, and in the fastest samples. The
//   smallest of these changes counts, or none if they contradict one another.
// - The same holds for every change of a ratio between runs of software drivers. Beside other work, single
//   rows take 10 to 20 % longer in most epochs of a process, but in one of them as long as in a quiet run. Of
//   25 pairs of five quick runs of 138 rows beside two busy loops and five without, 10 had false verdicts, up
//   to 10 of 276. With this rule, and variances of rows that are not moderated below their own
//   (restOnInterval), none has, nor has any of 25 later pairs. Of the rows made 10 % slower whose intervals
//   are within +-3 %, 459 of 461 were found in 14 pairs.
// - Ratios on software drivers are judged by intervals (analysis/comparison.h). Whatever the grade, a change
//   must exceed the difference between processes, too: where good runs did without, 33 of 60 pairs of runs
//   beside none, one and three busy loops had a false verdict (then, code still lay at one place in all epochs
//   of a run, see vulkan/device.h). Of 20 pairs, most beside builds, 8 had one without it, none with it, nor
//   had 60 later ones.
//
// The rule for epochs was chosen, when ratios were also compared by epochs, on 34 runs of lavapipe 22.3.6 on
// two cores, and checked on 13 more: six rows under two strategies, quick and default, on one and on two
// threads, beside none to three busy loops and, for the 34, several compilers. 69 to 91 % of their samples
// were disturbed, and single ratios were off by a factor of up to 14. Nothing had changed between them. Of
// the 351 pairs with equal threads, this many had a row that came out FASTER or SLOWER:
//
// | epochs that count as one    | none: without this rule | 1 | 1.5 | 2 |
// |-----------------------------|-------------------------|---|-----|---|
// | of the 273 pairs of the 34  | 107                     | 8 | 1   | 0 |
// | of the 78 pairs of the 13   | 30                      | 5 | 0   | 0 |
//
// The price: in the 78 pairs, whose rows' epochs scattered by 14 to 59 %, two fifths of the rows were made
// slower. Rows twice as slow were found in 10 pairs, rows four times as slow in 40. Of 111 pairs in which no
// run had more than half of its samples disturbed, none had a false verdict without the rule.
#pragma once

#include <string>
#include <vector>

#include "analysis/epochs.h"
#include "analysis/figures.h"

namespace vkperftest {

// The standard deviation by which the logarithm of each ratio of the run may be off, by its null row; 0 for a
// good run.
double nullRowNoise(const RunFigures& run);

// How many epochs of the run count as one; 1 unless more than half of its samples were disturbed.
double epochsSharing(const RunFigures& run);

// One strategy of one row of a run.
struct Measured {
    const StrategyFigures& figures;
    const RowResult& row;
    const StrategyResult& result; // of the row
};

// The logarithm of one figure's change, found in other ways than epoch by epoch (Estimate::witnesses): by all
// samples at once, and by the fastest ones: of ratios the fastest pairs, and each program's undisturbed ones.
std::vector<double> witnessesOf(const Measured& base, const Measured& now, Metric metric);

// "NEW is noisy (40 % of the samples were disturbed)": of the sides that are not good; empty if both are.
std::string noisySides(const RunFigures& base, const RunFigures& now);

} // namespace vkperftest
