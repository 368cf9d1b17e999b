// The rows of all suites, and what a device that keeps its promises returns for them.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "cases/controls.h"
#include "cases/cpu_model.h"
#include "cases/suite.h"

namespace vkperftest {

// With the controls that are measured with them, each once: suites share rows.
inline const std::vector<Case>& allRows() {
    static const std::vector<Case> all = [] {
        std::vector<Case> rows;
        std::set<std::string> names;
        for (const Suite& suite : suites()) {
            const std::vector<Case> own = suite.rows(), controls = missingControls(own);
            for (const std::vector<Case>& list : {own, controls})
                for (const Case& row : list)
                    if (names.insert(caseName(row)).second) rows.push_back(row);
        }
        return rows;
    }();
    return all;
}

// What bounds checks promise.
inline OutsideLoads promisedLoads(Robustness robustness) {
    OutsideLoads loads{.beyond = std::vector<float>(kOutsideLoads), .fromNull = {}};
    std::fill_n(loads.beyond.begin(), kLoadsInside, kInsideWord);
    if (robustness == Robustness::Two) loads.fromNull.resize(kOutsideLoads);
    return loads;
}

} // namespace vkperftest
