// Runs code that may crash, hang or use all memory on hostile input.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "base/result.h"

namespace vkperftest {

// Runs `work` in a copy of this process and returns its result; other changes that it makes, and what it
// prints, are lost. RowFailed, with a clause about the reason, if it crashed, threw, took longer than
// `patience` or used more than 1 GiB of memory beyond what the process has. The process should have one
// thread. Windows cannot copy processes: there, `work` runs in this process, without limits.
Result<std::string> runApart(const std::function<std::string()>& work, std::chrono::milliseconds patience);

} // namespace vkperftest
