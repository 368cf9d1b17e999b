// Saves a run's files while it is measured.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/output.h"
#include "report/results_json.h"

namespace vkperftest {

// Keeps a run's results files (.json) up to date: finished rows are saved at once, unfinished rows every two
// seconds, because analysing them keeps the device waiting, and everything when saveNow() is called. The
// final save is made elsewhere.
class Checkpoints {
public:
    // `seconds` returns the time at which the run had this state, counted from any starting point.
    Checkpoints(std::vector<OutputFile> files, std::function<double(const RunResult&)> seconds);

    bool wanted() const { return !files_.empty(); }

    // Saves everything measured so far. Only the first failed save is reported to the user; later calls
    // retry.
    void saveNow(const RunResult& sofar);
    // The same if the last saveNow() was two seconds ago; otherwise saves newly finished rows, if there are
    // any.
    void save(const RunResult& sofar);

private:
    void write(const std::string& text);

    std::vector<OutputFile> files_;
    std::function<double(const RunResult&)> seconds_;
    RunJson json_;
    std::optional<double> savedAt_;
    std::size_t rowsSaved_ = 0; // finished rows in the last save
    bool warned_ = false;
};

} // namespace vkperftest
