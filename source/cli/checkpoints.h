// A run's files while it goes on.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/output.h"
#include "report/results_json.h"

namespace vkperftest {

// Keeps those of a run's files that hold everything (.json) up to date: at most every two seconds, since writing keeps
// the device waiting, and at once where it must be. The file of the whole run is not its business.
class Checkpoints {
public:
    // `seconds`: the time, from any beginning, that has passed when the run stands so.
    Checkpoints(std::vector<OutputFile> files, std::function<double(const RunResult&)> seconds);

    bool wanted() const { return !files_.empty(); }

    // The first file that cannot be written is told to the user; later calls try again.
    void saveNow(const RunResult& sofar);
    // The same, unless the last call was less than two seconds ago.
    void save(const RunResult& sofar);

private:
    std::vector<OutputFile> files_;
    std::function<double(const RunResult&)> seconds_;
    RunJson json_;
    std::optional<double> savedAt_;
    bool warned_ = false;
};

} // namespace vkperftest
