// What a comparison allows for where a run is noisy or unusable (analysis/quality.h). Noise widens intervals, and asks for
// more witnesses; it silences nothing.
#pragma once

#include <vector>

#include "analysis/epoch_levels.h"
#include "analysis/figures.h"

namespace vkperftest {

// How much a level of the run may be off although its epochs agree: the standard deviation of its logarithm, beyond what
// they show. 0 for a good run.
double noiseOf(const RunFigures& run);

// The change of one figure (its logarithm) by all samples of each run at once, and by the fastest ones; nothing where
// both runs are good. See Estimate::witnesses.
std::vector<double> witnessesOf(const StrategyFigures& base, const StrategyFigures& now, Metric metric);

// "NEW is noisy (40 % of the samples were disturbed)": of the sides that are not good; empty if both are.
std::string noisySides(const RunFigures& base, const RunFigures& now);

} // namespace vkperftest
