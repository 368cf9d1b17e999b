// Running a program and waiting for it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace vkperftest {

// The path of the program that is running.
Result<std::string> ownProgram();

// Runs the program with these arguments, with this process's standard streams; its exit code. RowFailed if it
// was ended by a signal, which is named; Io if it cannot be started.
Result<int> runProgram(const std::string& program, const std::vector<std::string>& arguments);

} // namespace vkperftest
