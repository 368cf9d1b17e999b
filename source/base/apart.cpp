#include <exception>
#include <fstream>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "base/child_process.h"

#ifndef _WIN32
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace vkperftest {
namespace {

// The result, or an empty text and why there is none.
Message attempt(const std::function<std::string()>& work) {
    try {
        return {work()};
    } catch (const std::bad_alloc&) {
        return {"", "it used more than 1 GB of memory"};
    } catch (const std::exception&) {
        return {"", "it failed without a message"};
    }
}

Result<std::string> outcome(Message answer) {
    if (answer.size() == 1) return std::move(answer.front());
    return Error{ErrorKind::RowFailed, answer.empty() ? "" : answer.back(), ""};
}

} // namespace

#ifdef _WIN32

Result<std::string> runApart(const std::function<std::string()>& work, std::chrono::milliseconds) {
    return outcome(attempt(work));
}

#else

namespace {

// Of a copy, beyond what this process has.
void setLimits(std::chrono::milliseconds patience) {
    constexpr rlim_t kMemory = rlim_t(1) << 30U;
    const rlimit noCore = {0, 0};
    setrlimit(RLIMIT_CORE, &noCore);
    rlim_t pages = 0; // under a sanitizer, the process may already have terabytes of address space
    std::ifstream("/proc/self/statm") >> pages;
    const rlim_t most = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + kMemory;
    const rlimit memory = {most, most};
    setrlimit(RLIMIT_AS, &memory);
    alarm(static_cast<unsigned>(std::chrono::ceil<std::chrono::seconds>(patience).count()) + 1);
}

} // namespace

Result<std::string> runApart(const std::function<std::string()>& work, std::chrono::milliseconds patience) {
    Child copy([&](Channel& owner) {
        setLimits(patience);
        owner.tell(attempt(work));
    });
    Message answer;
    switch (copy.hear(answer, std::chrono::steady_clock::now() + patience)) {
    case Heard::Message:
        return outcome(std::move(answer));
    case Heard::Late:
        return outcome({"", fmt::format("it took longer than {:.1f} s",
                                        std::chrono::duration<double>(patience).count())});
    default:
        break;
    }
    const Result<int> ended = copy.end();
    return outcome({"", ended.ok() ? "it failed without a message" : ended.error().cause});
}

#endif

} // namespace vkperftest
