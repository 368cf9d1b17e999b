// Which known GPU behaves most like a measured one.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/figures.h"

namespace vkperftest {

// A GPU whose ratios are known.
struct KnownGpu {
    std::string name;
    std::string architecture;
    RunFigures figures;
};

struct Likeness {
    std::string gpu;
    std::string architecture;
    double correlation = 0; // Spearman's, of the common rows' ratios: 1 if they rank the rows alike
    std::size_t rows = 0;   // that both have; rows that the published text measures wrongly are left out
};

// Every known GPU that has at least ten rows in common with the run's first strategy, the most alike first.
std::vector<Likeness> byLikeness(const RunFigures& figures, std::span<const KnownGpu> known);

} // namespace vkperftest
