// Which published GPU behaves most like a measured one.
#pragma once

#include <string>
#include <vector>

#include "results/model.h"

namespace vkperftest {

struct Likeness {
    std::string gpu;
    std::string architecture;
    double correlation = 0; // Spearman's, of the common rows' ratios: 1 if they rank the rows alike
    std::size_t rows = 0;   // that both have; rows that the published text measures wrongly are left out
};

// Every published table that has at least ten rows in common with the run's first strategy, the most alike
// first.
std::vector<Likeness> publishedByLikeness(const RunResult& run);

} // namespace vkperftest
