// What a run means for a shader programmer: which loads to use, which to avoid, and what each topic's rows say.
#pragma once

#include <string>
#include <vector>

#include "answers/choice.h"
#include "answers/topics.h"

namespace vkperftest {

struct Advice {
    std::vector<LoadChoice> choices;
    std::vector<TopicFinding> avoid;    // of each kind of load the slowest, the worst first
    std::vector<TopicFinding> findings; // by topic, then by strategy
    std::vector<std::string> notes;     // what else readers must know; if nothing was found, why
    std::vector<std::string> silent;    // the topics without a finding

    bool empty() const { return choices.empty() && findings.empty(); }
    std::vector<TopicFinding>
    findingsOf(std::string_view suite) const; // those on that suite's rows, and on strategies
};

// Pure. Refers to the figures.
Advice advise(const RunFigures& figures);

// Whether the suite has the table's rows: the matrix, all suites, and printed tables, which have none.
bool hasChoices(std::string_view suite);

} // namespace vkperftest
