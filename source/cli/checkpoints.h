// A run's files while it goes on.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/output.h"
#include "report/results_json.h"

namespace vkperftest {

// Keeps those of a run's files that hold everything (.json) up to date: at the first call, when rows have failed since
// the last one, and otherwise at most every two seconds, since writing keeps the device waiting. The file of the whole
// run is not its business.
class Checkpoints {
public:
    // `seconds`: the time, from any beginning, that has passed when the run stands so.
    Checkpoints(std::vector<OutputFile> files, std::function<double(const RunResult&)> seconds);

    bool wanted() const { return !files_.empty(); }

    // The first file that cannot be written is told to the user; later calls try again.
    void save(const RunResult& sofar);

private:
    std::vector<OutputFile> files_;
    std::function<double(const RunResult&)> seconds_;
    RunJson json_;
    std::optional<double> savedAt_;
    std::size_t savedFailures_ = 0;
    bool warned_ = false;
};

} // namespace vkperftest
