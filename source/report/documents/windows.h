// The times of windows as tables with a plot (analysis/window_figures.h).
#pragma once

#include <vector>

#include "report/document.h"

namespace vkperftest {

// Of the chains, and of the loads that do not wait for each other, by the size of the window; none for a run
// without windows. The bars of each table are those of its first column, on a logarithmic scale; the names of
// the caches stand at the last size that fits each, with a question mark if one larger size alone shows that.
std::vector<Section> windowSections(const RunFigures& figures);

} // namespace vkperftest
