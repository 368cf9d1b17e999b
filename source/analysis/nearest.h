// Which known GPU behaves most like a measured one.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "analysis/figures.h"

namespace vkperftest {

// Ratios of the run's first strategy by row name, as far as they can be compared: without rows that the
// published text measures wrongly, and without rows that instructions limit, whose ratios show how fast the
// device computes.
using RatiosOfRows = std::map<std::string, double>;
RatiosOfRows comparableRatios(const RunFigures& figures);

// A GPU whose ratios are known.
struct KnownGpu {
    std::string name;
    std::string architecture;
    RatiosOfRows ratios;
};

struct Likeness {
    std::string gpu;
    std::string architecture;
    double correlation = 0; // Spearman's, of the common rows' ratios: 1 if they rank the rows alike
    std::size_t rows = 0;   // that both have and that can be compared
};

struct Likenesses {
    std::vector<Likeness> gpus; // the most alike first
    std::size_t leftOut = 0;    // rows of the run that instructions limit
};

// Every known GPU that has at least ten comparable rows in common with the run.
Likenesses byLikeness(const RunFigures& figures, std::span<const KnownGpu> known);

// The GPUs of the published tables (model/published.h).
std::vector<KnownGpu> publishedGpus();

} // namespace vkperftest
