// The results file: a run as JSON (results/results-1.schema.json describes it). model/json_read.h reads it.
#pragma once

#include <map>
#include <string>

#include "analysis/figures.h"

namespace vkperftest {

// The file's whole text, with a newline at its end. Holds no NaN and no infinity. `complete`: the run has
// ended; a file that is saved while it goes on says so.
std::string runToJson(const RunFigures& figures, bool complete);
std::string runToJson(const RunResult& run, bool complete);

// The same for one run again and again while it goes on: a row is analysed and its text made once, when it has
// stopped.
class RunJson {
public:
    std::string text(const RunResult& run, bool complete);

private:
    std::map<std::string, std::string> finished_; // by the row's name
    std::string codes_;                           // they do not change once they are there
};

} // namespace vkperftest
