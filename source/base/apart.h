// Runs code that may crash, hang or use all memory on hostile input.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <string>

#include "base/result.h"

namespace vkperftest {

// False on Windows.
constexpr bool kCopiesProcess =
#ifdef _WIN32
    false;
#else
    true;
#endif

// Runs `work` in a copy of this process and returns its result; other changes that it makes, and what it
// prints, are lost. RowFailed, with a clause about the reason, if it crashed, threw, took longer than
// `patience` or used more than 1 GiB of memory beyond what the process has. Several threads may call it: the
// copy has only the calling thread, so `work` must not wait for a lock that another thread may hold at that
// time. Windows cannot copy processes: there, `work` runs in this process, without limits.
Result<std::string> runApart(const std::function<std::string()>& work, std::chrono::milliseconds patience);

// As long as the lock is held, other threads start no copies. For what must not be copied halfway: a pipe
// whose end the copy would keep open, or code that holds locks which `work` needs.
std::unique_lock<std::mutex> withoutCopies();

} // namespace vkperftest
