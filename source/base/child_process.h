// Running a program and waiting for it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace vkperftest {

// The path of the program that is running.
Result<std::string> ownProgram();

// Starts this program anew in the place of this process, with the same arguments, environment and open files:
// its process number stays, too. Returns only if that fails. Linux only.
Error restartProgram();

// Runs the program, a path or a name that the search path knows, with these arguments and this process's
// standard streams; its exit code. RowFailed if it was ended by a signal, which is named, or on Windows by an
// exception; Io if it cannot be started. With `goOn`: asked some twenty times a second, it says whether to
// wait on; a program that is not waited for is killed, and the result is RowFailed, too.
Result<int> runProgram(const std::string& program, const std::vector<std::string>& arguments,
                       const std::function<bool()>& goOn = {});

} // namespace vkperftest
