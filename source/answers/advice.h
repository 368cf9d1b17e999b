// What a run means for a shader programmer: which loads to use, which to avoid, and what each topic's rows say.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "answers/choice.h"
#include "answers/finding.h"

namespace vkperftest {

// Findings name in `rows` what was compared, unclear rows too. The verdict is that of all rows that have one; if these
// differ, it is unknown.
struct Advice {
    std::vector<LoadChoice> choices;
    std::vector<Finding> avoid;     // of each kind of load the slowest, the worst first; rows are at patterns
    std::vector<Finding> topics;    // by topic, then by strategy; each has a row with a verdict
    std::vector<std::string> notes; // if nothing was found, why

    bool empty() const { return choices.empty() && topics.empty(); }
    std::vector<Finding> topicsOf(std::string_view suite) const; // and those of strategies and subgroup sizes
};

// Pure. Refers to the figures.
Advice advise(const RunFigures& figures);

// Whether the suite has the table's rows: the matrix, all suites, and printed tables, which have none.
bool hasChoices(std::string_view suite);

} // namespace vkperftest
