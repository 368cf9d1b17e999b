// The experiment "cache": where do caches end, and what does a load take from each? Judged from the walks of
// a run of the suite of that name (cases/walk.h): a curve of the time of a load over the size of the window
// has a level for each cache (stats/steps.h).
#pragma once

#include "analysis/figures.h"
#include "analysis/window_figures.h"
#include "base/result.h"
#include "experiments/finding.h"

namespace vkperftest {

// One finding for each walk, "chain, one lane": Levels, with the last window that has each level's time and
// the time or the rate there; NoStep, if the time of a load is about the same everywhere, rises without a
// level, or is longer at the largest window alone; CannotSay if nothing of the walk was measured, or if half
// of its intervals are wider than the smallest step. One more for each reason why sizes of a walk were not
// measured. The last finding judges the claim that the rows of the matrix hit L1: Holds if what they read
// fits the first level that loads from such resources show; there is none if no level ends. The conclusion
// names the levels of the chain of one lane, L1 first, with their times; a level that one larger window
// alone shows is named as probable.
Result<Answer> answerCache(const RunFigures& figures);

} // namespace vkperftest
