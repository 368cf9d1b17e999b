// Work on hostile input by code that may crash, hang or take all memory.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "base/result.h"

namespace vkperftest {

// What `work` returns, as bytes, run in a copy of this process: what else it changes is lost, and what it
// prints goes nowhere. RowFailed, with a clause about what happened, if it crashed, threw, took longer than
// `patience` or more than 1 GiB of memory beside what the process has. The process should have one thread.
// Windows has no copies of processes: there it runs in this one, without limits.
Result<std::string> runApart(const std::function<std::string()>& work, std::chrono::milliseconds patience);

} // namespace vkperftest
