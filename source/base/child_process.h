// Running a program and waiting for it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace vkperftest {

// The path of the program that is running.
Result<std::string> ownProgram();

// Restarts this program in place of this process, with the same arguments, environment, open files and
// process number. Returns only if that fails. Linux only.
Error restartProgram();

// Runs the program, a path or a name in the search path, with these arguments and this process's standard
// streams, and returns its exit code. RowFailed if it was killed by a signal, which the error names, or on
// Windows by an exception; Io if it cannot be started. `goOn` is called twenty times a second or more often;
// when it returns false, the program is killed, which is RowFailed, too.
Result<int> runProgram(const std::string& program, const std::vector<std::string>& arguments,
                       const std::function<bool()>& goOn = {});

// What a command of the system's shell prints to standard output; empty if it cannot be started.
std::string outputOf(const std::string& command);

} // namespace vkperftest
