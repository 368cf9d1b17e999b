// The rows of all suites, and what a device that keeps its promises returns for them.
#pragma once

#include <algorithm>
#include <vector>

#include "cases/controls.h"
#include "cases/cpu_model.h"
#include "cases/suite.h"

namespace vkperftest {

// With the controls that are measured with them, each once: suites share rows.
inline std::vector<Case> allRows() {
    std::vector<Case> rows;
    for (const Suite& suite : suites()) {
        const std::vector<Case> own = suite.rows(), controls = missingControls(own);
        for (const std::vector<Case>& list : {own, controls})
            for (const Case& row : list)
                if (std::ranges::count(rows, row) == 0) rows.push_back(row);
    }
    return rows;
}

// What bounds checks promise.
inline OutsideLoads promisedLoads(Robustness robustness) {
    OutsideLoads loads{.beyond = std::vector<float>(kOutsideLoads), .fromNull = {}};
    std::fill_n(loads.beyond.begin(), kLoadsInside, kInsideWord);
    if (robustness == Robustness::Two) loads.fromNull.resize(kOutsideLoads);
    return loads;
}

} // namespace vkperftest
