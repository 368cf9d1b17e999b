// What two runs differ in beside their figures.
#pragma once

#include <string>
#include <vector>

#include "model/run_result.h"

namespace vkperftest {

// Both were measured by this program, on one kind of device. A software driver is executed by a CPU: of
// another one (family, model, stepping, vector extensions), or on another number of threads, it is another
// device. What a file does not tell, as those before 1.3 do, is taken to be the same.
bool sameDevice(const RunResult& base, const RunResult& now);

// In what way they were measured on different devices, a clause: "BASE ran on …, NEW on …". Empty if it was
// one, or if figures are printed.
std::string deviceDifference(const RunResult& base, const RunResult& now);

// Sentences without a full stop, for whoever reads a comparison of the two.
std::vector<std::string> runDifferences(const RunResult& base, const RunResult& now);

} // namespace vkperftest
