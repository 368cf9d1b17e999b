#include "base/apart.h"

#include <cerrno>
#include <cstring>
#include <exception>
#include <new>
#include <optional>

#include <fmt/format.h>

#include "base/system_files.h"
#include "base/text.h"

#ifndef _WIN32
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace vkperftest {
namespace {

// Exit codes of the copy.
enum { kDone = 0, kThrew = 1, kNoMemory = 2 };

int attempt(const std::function<std::string()>& work, std::string& answer) {
    try {
        answer = work();
        return kDone;
    } catch (const std::bad_alloc&) {
        return kNoMemory;
    } catch (const std::exception&) {
        return kThrew;
    }
}

Error failed(std::string cause) {
    return {ErrorKind::RowFailed, std::move(cause), ""};
}

Result<std::string> outcome(int code, std::string answer) {
    if (code == kNoMemory) return failed("it used more than 1 GB of memory");
    if (code != kDone) return failed("it failed without a message");
    return answer;
}

} // namespace

std::unique_lock<std::mutex> withoutCopies() {
    static std::mutex mutex;
    return std::unique_lock(mutex);
}

#ifdef _WIN32

Result<std::string> runApart(const std::function<std::string()>& work, std::chrono::milliseconds) {
    std::string answer;
    const int code = attempt(work, answer);
    return outcome(code, std::move(answer));
}

#else

namespace {

constexpr rlim_t kMemory = rlim_t(1) << 30U;

void setLimits() {
    const rlimit noCore = {0, 0};
    setrlimit(RLIMIT_CORE, &noCore);
    // Under a sanitizer, the process may already have terabytes of address space.
    const std::optional<double> pages = parseNumber(split(readLine("/proc/self/statm"), ' ').front());
    const rlim_t most =
        static_cast<rlim_t>(pages.value_or(0)) * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + kMemory;
    const rlimit memory = {most, most};
    setrlimit(RLIMIT_AS, &memory);
}

[[noreturn]] void beTheCopy(const std::function<std::string()>& work, int pipe) {
    setLimits();
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
    }
    std::string answer;
    const int code = attempt(work, answer);
    for (std::size_t sent = 0; sent < answer.size();) {
        const ssize_t count = write(pipe, answer.data() + sent, answer.size() - sent);
        if (count < 0 && errno != EINTR) _exit(kThrew);
        if (count > 0) sent += static_cast<std::size_t>(count);
    }
    _exit(code);
}

// Reads the pipe to its end; false if that takes too long.
bool receive(int pipe, std::chrono::milliseconds patience, std::string& answer) {
    const auto end = std::chrono::steady_clock::now() + patience;
    std::string buffer(1U << 16U, '\0');
    while (true) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        if (left.count() <= 0) return false;
        pollfd ready = {pipe, POLLIN, 0};
        if (poll(&ready, 1, static_cast<int>(left.count())) <= 0) continue;
        const ssize_t count = read(pipe, buffer.data(), buffer.size());
        if (count == 0) return true;
        if (count > 0) answer.append(buffer, 0, static_cast<std::size_t>(count));
    }
}

} // namespace

Result<std::string> runApart(const std::function<std::string()>& work, std::chrono::milliseconds patience) {
    std::unique_lock<std::mutex> lock = withoutCopies(); // another copy would keep this pipe open
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return failed(fmt::format("it got no pipe ({})", std::strerror(errno)));
    const pid_t copy = fork();
    if (copy == 0) {
        close(ends[0]);
        beTheCopy(work, ends[1]);
    }
    close(ends[1]);
    lock.unlock();
    std::string answer;
    const bool inTime = copy > 0 && receive(ends[0], patience, answer);
    close(ends[0]);
    if (copy < 0) return failed(fmt::format("it could not be started ({})", std::strerror(errno)));
    if (!inTime) kill(copy, SIGKILL);
    int status = 0;
    while (waitpid(copy, &status, 0) < 0 && errno == EINTR) {
    }
    if (!inTime)
        return failed(
            fmt::format("it took longer than {:.1f} s", std::chrono::duration<double>(patience).count()));
    if (WIFEXITED(status)) return outcome(WEXITSTATUS(status), std::move(answer));
    return failed(fmt::format("it was killed by a signal ({})", strsignal(WTERMSIG(status))));
}

#endif

} // namespace vkperftest
