// A run's files while it goes on.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/output.h"
#include "report/results_json.h"

namespace vkperftest {

// Keeps those of a run's files that hold everything (.json) up to date: whenever a row has finished, every
// two seconds for those that are still sampled, since to analyse them keeps the device waiting, and at once
// where it must be. The file of the whole run is not its business.
class Checkpoints {
public:
    // `seconds`: the time, from any beginning, that has passed when the run stands so.
    Checkpoints(std::vector<OutputFile> files, std::function<double(const RunResult&)> seconds);

    bool wanted() const { return !files_.empty(); }

    // Everything that was measured. The first file that cannot be written is told to the user; later calls
    // try again.
    void saveNow(const RunResult& sofar);
    // The same if the last such save was two seconds ago, or else the rows that have finished since.
    void save(const RunResult& sofar);

private:
    void write(const std::string& text);

    std::vector<OutputFile> files_;
    std::function<double(const RunResult&)> seconds_;
    RunJson json_;
    std::optional<double> savedAt_;
    std::size_t rowsSaved_ = 0; // that have finished
    bool warned_ = false;
};

} // namespace vkperftest
