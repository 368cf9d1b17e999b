// The results file: a run as JSON (results/results-1.schema.json describes it). model/published.h reads it.
#pragma once

#include <map>
#include <string>

#include "analysis/figures.h"

namespace vkperftest {

// The file's whole text, with a newline at its end. Holds no NaN and no infinity. `complete`: the run has
// ended; the file records if it has not.
std::string runToJson(const RunFigures& figures, bool complete);
std::string runToJson(const RunResult& run, bool complete);

// The same for one run that is saved again and again while it goes on.
class RunJson {
public:
    // Without figures, which analysing at each save would cost the most.
    std::string text(const RunResult& run);

    struct Kept {
        std::map<std::string, std::string> rows; // and controls that have stopped, by list and name
        std::string codes;                       // set once, and never changed
    };

private:
    Kept kept_;
};

} // namespace vkperftest
