// Runs code that may crash, hang or use all memory on hostile input.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

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

// Copies of this process that stay and answer one question after another: to start a copy, and to fill its
// memory again, can cost more than the answer.
class Copies {
public:
    using Work = std::function<std::string(std::string_view question)>;

    // Starts no copy yet. A copy sees the process as it was when the copy was started.
    explicit Copies(Work work);
    ~Copies(); // ends them

    // Like runApart for `work(question)`. Starts a copy if all others are at work; the copy is replaced once
    // it has taken more than a few hundred MiB. What fails in a copy that has answered before, except by
    // taking too long, is tried again in a new one, in the time that is left: no question suffers from
    // earlier ones. A copy ends soon after that time even if this process was killed meanwhile.
    Result<std::string> ask(std::string_view question, std::chrono::milliseconds patience);

private:
    class Copy;

    Work work_;
    std::mutex mutex_; // of idle_
    std::vector<std::unique_ptr<Copy>> idle_;
};

// As long as the lock is held, other threads start no copies. For what must not be copied halfway: a pipe
// whose end the copy would keep open, or code that holds locks which `work` needs.
std::unique_lock<std::mutex> withoutCopies();

} // namespace vkperftest
