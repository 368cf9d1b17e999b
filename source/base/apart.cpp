#include "base/apart.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/system_files.h"
#include "base/text.h"

#ifndef _WIN32
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
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

class Copies::Copy {};

Result<std::string> Copies::ask(std::string_view question, std::chrono::milliseconds) {
    std::string answer;
    const int code = attempt([&] { return work_(question); }, answer);
    return outcome(code, std::move(answer));
}

#else

namespace {

using Clock = std::chrono::steady_clock;

constexpr rlim_t kMemory = rlim_t(1) << 30U;
constexpr long kMostKept = 256L << 10U; // KiB that a copy may have taken and still stay

// Precedes a question.
struct QuestionHead {
    std::uint64_t size = 0;
    std::uint32_t seconds = 0; // after which nobody wants the answer
};

// Precedes an answer.
struct AnswerHead {
    std::uint64_t size = 0;
    std::int32_t code = kDone;
    std::uint32_t stays = 0; // 1: for another question
};

long mostMemory() { // that this process ever had, in KiB
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

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

// False if the other end is closed.
bool sendAll(int socket, const void* data, std::size_t size) {
    const auto* bytes = static_cast<const char*>(data);
    while (size > 0) {
        const ssize_t count = send(socket, bytes, size, MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR) return false;
        if (count <= 0) continue;
        bytes += count;
        size -= static_cast<std::size_t>(count);
    }
    return true;
}

enum class Received { All, Closed, Late };

// Without an end, waits as long as it takes.
Received receive(int socket, std::optional<Clock::time_point> end, void* data, std::size_t size) {
    auto* bytes = static_cast<char*>(data);
    while (size > 0) {
        if (end) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(*end - Clock::now());
            if (left.count() <= 0) return Received::Late;
            pollfd ready = {socket, POLLIN, 0};
            if (poll(&ready, 1, static_cast<int>(left.count())) <= 0) continue;
        }
        const ssize_t count = recv(socket, bytes, size, 0);
        if (count == 0 || (count < 0 && errno != EINTR)) return Received::Closed;
        if (count < 0) continue;
        bytes += count;
        size -= static_cast<std::size_t>(count);
    }
    return Received::All;
}

// Grows with what has arrived: a copy that a shader has broken may announce any size.
Received receiveText(int socket, std::optional<Clock::time_point> end, std::string& text,
                     std::uint64_t size) {
    constexpr std::uint64_t kPart = 1U << 20U;
    text.clear();
    while (text.size() < size) {
        const std::size_t begin = text.size();
        const auto part = static_cast<std::size_t>(std::min(size - begin, kPart));
        text.resize(begin + part);
        const Received received = receive(socket, end, text.data() + begin, part);
        if (received != Received::All) return received;
    }
    return Received::All;
}

[[noreturn]] void beTheCopy(const Copies::Work& work, int socket) {
    setLimits();
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
    }
    const long most = mostMemory() + kMostKept;
    std::string question, answer;
    for (AnswerHead head = {.stays = 1}; head.stays == 1;) {
        QuestionHead asked;
        if (receive(socket, {}, &asked, sizeof(asked)) != Received::All ||
            receiveText(socket, {}, question, asked.size) != Received::All)
            break;
        alarm(asked.seconds); // ends this copy, even if its owner is dead and cannot
        head.code = attempt([&] { return work(question); }, answer);
        alarm(0);
        if (head.code != kDone) answer.clear();
        head.size = answer.size();
        head.stays = head.code == kDone && mostMemory() < most ? 1 : 0;
        if (!sendAll(socket, &head, sizeof(head)) || !sendAll(socket, answer.data(), answer.size())) break;
    }
    _exit(kDone);
}

} // namespace

class Copies::Copy {
public:
    explicit Copy(const Work& work) {
        const std::unique_lock<std::mutex> lock = withoutCopies(); // another copy would keep this socket open
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
            trouble_ = fmt::format("it got no socket ({})", std::strerror(errno));
            return;
        }
        id_ = fork();
        if (id_ == 0) {
            close(ends[0]);
            beTheCopy(work, ends[1]);
        }
        if (id_ < 0) trouble_ = fmt::format("it could not be started ({})", std::strerror(errno));
        close(ends[1]);
        socket_ = ends[0];
    }
    ~Copy() {
        end();
        if (socket_ >= 0) close(socket_);
    }
    Copy(const Copy&) = delete;
    Copy& operator=(const Copy&) = delete;

    // `patience`: what was left of it until `latest` at first.
    Result<std::string> ask(std::string_view question, std::chrono::milliseconds patience,
                            Clock::time_point latest) {
        if (!trouble_.empty()) return failed(trouble_);
        std::string answer;
        const auto seconds = std::chrono::ceil<std::chrono::seconds>(patience).count();
        const QuestionHead asked{.size = question.size(), .seconds = static_cast<std::uint32_t>(seconds) + 1};
        AnswerHead head;
        Received received = Received::Closed;
        if (sendAll(socket_, &asked, sizeof(asked)) && sendAll(socket_, question.data(), question.size()))
            received = receive(socket_, latest, &head, sizeof(head));
        if (received == Received::All) received = receiveText(socket_, latest, answer, head.size);
        late_ = received == Received::Late;
        stays_ = received == Received::All && head.stays == 1;
        if (received == Received::All) return outcome(head.code, std::move(answer));
        const int status = end();
        if (late_)
            return failed(
                fmt::format("it took longer than {:.1f} s", std::chrono::duration<double>(patience).count()));
        if (WIFSIGNALED(status))
            return failed(fmt::format("it was killed by a signal ({})", strsignal(WTERMSIG(status))));
        return outcome(kThrew, {});
    }

    bool stays() const { return stays_; } // for another question
    bool late() const { return late_; }

private:
    // Returns waitpid's status, which is that of a crash if it is ending by one.
    int end() {
        int status = 0;
        if (id_ <= 0) return status;
        kill(id_, SIGKILL);
        while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
        }
        id_ = 0;
        return status;
    }

    std::string trouble_; // why there is none
    pid_t id_ = 0;        // 0: it has ended
    int socket_ = -1;
    bool stays_ = false, late_ = false;
};

Result<std::string> Copies::ask(std::string_view question, std::chrono::milliseconds patience) {
    std::unique_ptr<Copy> copy;
    {
        const std::lock_guard lock(mutex_);
        if (!idle_.empty()) {
            copy = std::move(idle_.back());
            idle_.pop_back();
        }
    }
    const bool used = copy != nullptr;
    if (!used) copy = std::make_unique<Copy>(work_);
    const Clock::time_point latest = Clock::now() + patience;
    Result<std::string> answer = copy->ask(question, patience, latest);
    if (used && !answer.ok() && !copy->late()) {
        copy = std::make_unique<Copy>(work_);
        answer = copy->ask(question, patience, latest);
    }
    if (copy->stays()) {
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(copy));
    }
    return answer;
}

#endif

Copies::Copies(Work work) : work_(std::move(work)) {}

Copies::~Copies() = default;

Result<std::string> runApart(const std::function<std::string()>& work, std::chrono::milliseconds patience) {
    return Copies([&](std::string_view) { return work(); }).ask({}, patience);
}

} // namespace vkperftest
