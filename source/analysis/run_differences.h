// How two runs differ, apart from their figures.
#pragma once

#include <string>
#include <vector>

#include "model/run_result.h"

namespace vkperftest {

// True if this program measured both, on one kind of device: of software drivers, on one processor with as many
// threads. What a file does not record is assumed to be the same.
bool sameDevice(const RunResult& base, const RunResult& now);

// How their devices differ, a clause: "BASE ran on …, NEW on …". Empty if both ran on one device. Of printed figures
// only the names are known: one that holds the other is taken for the same.
std::string deviceDifference(const RunResult& base, const RunResult& now);

// Sentences without a full stop, for readers of a comparison of the runs.
std::vector<std::string> runDifferences(const RunResult& base, const RunResult& now);

} // namespace vkperftest
