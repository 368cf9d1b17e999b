#include <cstddef>
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

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kMostMegabytes = 1024; // what was freed is kept for a while
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
constexpr std::size_t kMostMegabytes = kSanitized ? 1024 : 384;
#else
constexpr std::size_t kMostMegabytes = 384;
#endif

Error failed(std::string why) {
    return {ErrorKind::RowFailed, std::move(why), ""};
}

Result<std::string> attempt(const std::function<std::string()>& work) {
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return failed(fmt::format("it used more than {} MB of memory", kMostMegabytes));
    } catch (const std::exception&) {
        return failed("it failed without a message");
    }
}

} // namespace

#ifdef _WIN32

Result<std::string> runApart(const std::function<std::string()>& work, std::chrono::milliseconds) {
    return attempt(work);
}

#else

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kAsleep = 10; // a copy that sleeps gets so many times its patience, on the wall

// Of a copy, beyond what this process has. Those of its time are for one that this process does not end.
void setLimits(std::chrono::milliseconds patience) {
    constexpr rlim_t kMemory = rlim_t(kMostMegabytes) << 20U;
    const rlimit noCore = {0, 0};
    setrlimit(RLIMIT_CORE, &noCore);
    rlim_t pages = 0; // under a sanitizer, the process may already have terabytes of address space
    std::ifstream("/proc/self/statm") >> pages;
    const rlim_t most = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + kMemory;
    const rlimit memory = {most, most};
    setrlimit(RLIMIT_AS, &memory);
    const auto seconds = [](std::chrono::milliseconds time) {
        return static_cast<unsigned>(std::chrono::ceil<std::chrono::seconds>(time).count()) + 1;
    };
    const rlimit processor = {seconds(patience), seconds(patience)};
    setrlimit(RLIMIT_CPU, &processor);
    alarm(seconds(kAsleep * patience));
}

} // namespace

Result<std::string> runApart(const std::function<std::string()>& work, std::chrono::milliseconds patience) {
    Child copy([&](Channel& owner) {
        setLimits(patience);
        const Result<std::string> done = attempt(work);
        owner.tell(done.ok() ? Message{done.value()} : Message{"", done.error().cause});
    });
    Message answer;
    Heard heard = Heard::Late;
    const Clock::time_point latest = Clock::now() + kAsleep * patience;
    while (heard == Heard::Late && copy.processorTime() < patience && Clock::now() < latest)
        heard = copy.hear(answer, Clock::now() + std::chrono::milliseconds(20));
    if (heard == Heard::Late)
        return failed(
            fmt::format("it took longer than {:.1f} s", std::chrono::duration<double>(patience).count()));
    if (heard == Heard::Message && answer.size() == 1) return std::move(answer.front());
    if (heard == Heard::Message && answer.size() == 2) return failed(answer.back());
    const Result<int> ended = copy.end();
    return failed(ended.ok() ? "it failed without a message" : ended.error().cause);
}

#endif

} // namespace vkperftest
