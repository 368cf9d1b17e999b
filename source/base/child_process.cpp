#include "base/child_process.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/process.h"
#include "base/utf8_path.h"

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <windows.h>
#else
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // POSIX leaves its declaration to the program
#endif

namespace vkperftest {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

Error cannotStart(const std::string& program, const std::string& reason) {
    return {ErrorKind::Io, fmt::format("'{}' cannot be started ({})", program, reason), ""};
}

// Not negative; nothing without a deadline.
std::optional<milliseconds> left(Deadline latest) {
    if (!latest) return std::nullopt;
    return std::max(std::chrono::ceil<milliseconds>(*latest - Clock::now()), milliseconds(0));
}

// Which of the channel's descriptors have something to read, or were closed.
struct Ready {
    bool in = false, printed = false;
};

constexpr std::uint64_t kMostOfMessage = std::uint64_t{1} << 32U; // of a message

#ifdef _WIN32
const auto closeFile = _close;
const auto pipeFromShell = _popen;
const auto endOfShell = _pclose;

// Statuses of the system such as 0xc0000005 (access violation) begin here; the exit codes of programs are lower.
constexpr DWORD kFirstException = 0x4000'0000;

std::ptrdiff_t readSome(int from, char* bytes, std::size_t most) {
    return _read(from, bytes, static_cast<unsigned>(most));
}

std::ptrdiff_t writeSome(int to, const char* bytes, std::size_t size) {
    return _write(to, bytes, static_cast<unsigned>(std::min<std::size_t>(size, 1U << 16U)));
}

bool hasBytes(int file) {
    DWORD bytes = 0;
    const auto handle = reinterpret_cast<HANDLE>(_get_osfhandle(file));
    return PeekNamedPipe(handle, nullptr, 0, nullptr, &bytes, nullptr) == 0 || bytes > 0;
}

Ready waitFor(int in, int printed, Deadline latest) {
    while (true) {
        const Ready ready{hasBytes(in), printed >= 0 && hasBytes(printed)};
        if (ready.in || ready.printed || (latest && Clock::now() >= *latest)) return ready;
        Sleep(1);
    }
}

// Pipes to and from a child's standard streams; `own` are the parent's ends.
bool openPipes(int (&own)[3], int (&childs)[3]) {
    constexpr unsigned kBytes = 1U << 16U;
    int ends[2];
    for (int i = 0; i < 3; ++i) {
        if (_pipe(ends, kBytes, _O_BINARY | _O_NOINHERIT) != 0) return false;
        own[i] = ends[i == 0 ? 1 : 0];
        childs[i] = ends[i == 0 ? 0 : 1];
    }
    return true;
}

// The C runtime joins arguments with blanks and leaves quoting to the caller.
std::wstring quoted(const std::string& argument) {
    const std::wstring plain = pathOf(argument).wstring();
    if (!plain.empty() && plain.find_first_of(L" \t\n\v\"") == std::wstring::npos) return plain;
    std::wstring result = L"\"";
    std::size_t backslashes = 0;
    for (const wchar_t c : plain) {
        if (c == L'"') result.append(backslashes + 1, L'\\');
        backslashes = c == L'\\' ? backslashes + 1 : 0;
        result += c;
    }
    return result.append(backslashes, L'\\') + L"\"";
}

// With these standard streams, which are this process's own meanwhile.
Result<std::intptr_t> start(const std::string& program, const std::vector<std::string>& arguments,
                            const int (&streams)[3]) {
    std::vector<std::wstring> words = {quoted(program)};
    for (const std::string& argument : arguments) words.push_back(quoted(argument));
    std::vector<const wchar_t*> pointers;
    for (const std::wstring& word : words) pointers.push_back(word.c_str());
    pointers.push_back(nullptr);
    int saved[3] = {-1, -1, -1};
    for (int i = 0; i < 3; ++i) {
        if (streams[i] == i) continue;
        saved[i] = _dup(i);
        _dup2(streams[i], i);
    }
    // Under Wine 8, on a busy machine, one process in some thousands ends before its first instruction, so retry.
    std::intptr_t child = -1;
    for (int tries = 0; tries < 3 && child == -1; ++tries) {
        child = _wspawnvp(_P_NOWAIT, pathOf(program).wstring().c_str(), pointers.data());
        if (_doserrno != ERROR_INTERNAL_ERROR) break;
    }
    const auto why = static_cast<int>(_doserrno);
    for (int i = 0; i < 3; ++i) {
        if (saved[i] < 0) continue;
        _dup2(saved[i], i);
        _close(saved[i]);
    }
    if (child == -1) return cannotStart(program, std::system_category().message(why));
    return child;
}

void stop(std::intptr_t process) {
    TerminateProcess(reinterpret_cast<HANDLE>(process), 1);
}

std::chrono::nanoseconds processorTimeOf(std::intptr_t process) {
    FILETIME from, until, times[2]; // of kernel and user, in 100 ns
    if (GetProcessTimes(reinterpret_cast<HANDLE>(process), &from, &until, &times[0], &times[1]) == 0)
        return {};
    std::uint64_t ticks = 0;
    for (const FILETIME& time : times)
        ticks += (std::uint64_t{time.dwHighDateTime} << 32U) + time.dwLowDateTime;
    return std::chrono::nanoseconds(100 * ticks);
}

// How it ended; nothing if it has not at the deadline.
std::optional<Result<int>> ended(std::intptr_t process, Deadline latest) {
    const auto handle = reinterpret_cast<HANDLE>(process);
    const std::optional<milliseconds> patience = left(latest);
    const DWORD wait = patience ? static_cast<DWORD>(patience->count()) : INFINITE;
    if (WaitForSingleObject(handle, wait) == WAIT_TIMEOUT) return std::nullopt;
    DWORD code = 0;
    GetExitCodeProcess(handle, &code);
    CloseHandle(handle);
    if (code < kFirstException) return static_cast<int>(code);
    return Error{ErrorKind::RowFailed, fmt::format("it crashed with exception {:#010x}", code), ""};
}

#else
const auto closeFile = close;
const auto pipeFromShell = popen;
const auto endOfShell = pclose;

std::ptrdiff_t readSome(int from, char* bytes, std::size_t most) {
    std::ptrdiff_t count = 0;
    do {
        count = read(from, bytes, most);
    } while (count < 0 && errno == EINTR);
    return count;
}

std::ptrdiff_t writeSome(int to, const char* bytes, std::size_t size) {
    std::ptrdiff_t count = 0;
    do {
        count = send(to, bytes, size, MSG_NOSIGNAL);
    } while (count < 0 && errno == EINTR);
    return count;
}

Ready waitFor(int in, int printed, Deadline latest) {
    pollfd files[] = {{in, POLLIN, 0}, {printed, POLLIN, 0}};
    const std::optional<milliseconds> patience = left(latest);
    if (poll(files, 2, patience ? static_cast<int>(patience->count()) : -1) <= 0) return {};
    return {files[0].revents != 0, files[1].revents != 0};
}

// A socket for a child's standard input and output, and a pipe for its errors; `own` are the parent's ends.
bool openPipes(int (&own)[3], int (&childs)[3]) {
    int sockets[2], errors[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) return false;
    own[0] = own[1] = sockets[0];
    childs[0] = childs[1] = sockets[1];
    if (pipe2(errors, O_CLOEXEC) != 0) return false;
    own[2] = errors[0];
    childs[2] = errors[1];
    return true;
}

Result<std::intptr_t> start(const std::string& program, const std::vector<std::string>& arguments,
                            const int (&streams)[3]) {
    std::vector<std::string> words = {program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < 3; ++i) {
        if (streams[i] != i) posix_spawn_file_actions_adddup2(&actions, streams[i], i);
    }
    pid_t child = 0;
    const int failed = posix_spawnp(&child, program.c_str(), &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) return cannotStart(program, std::strerror(failed));
    return child;
}

void stop(std::intptr_t process) {
    kill(static_cast<pid_t>(process), SIGKILL);
}

std::chrono::nanoseconds processorTimeOf(std::intptr_t process) {
    clockid_t clock = 0;
    timespec time = {};
    if (clock_getcpuclockid(static_cast<pid_t>(process), &clock) != 0 || clock_gettime(clock, &time) != 0)
        return {};
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

// How it ended; nothing if it has not at the deadline. Whoever interrupts this process may not reach it: it is told.
std::optional<Result<int>> ended(std::intptr_t process, Deadline latest) {
    const auto begin = Clock::now();
    int status = 0;
    bool told = false;
    while (true) {
        const pid_t child = waitpid(static_cast<pid_t>(process), &status, WNOHANG);
        if (child == process) break;
        if (child < 0 && errno != EINTR) return Error{ErrorKind::Io, std::strerror(errno), ""};
        if (latest && Clock::now() >= *latest) return std::nullopt;
        if (wasInterrupted() && !std::exchange(told, true)) kill(static_cast<pid_t>(process), SIGTERM);
        // Notices the end of a short program soon, and that of a long one with few questions.
        constexpr int kShareLate = 16;
        std::this_thread::sleep_for(std::clamp<std::chrono::nanoseconds>((Clock::now() - begin) / kShareLate,
                                                                         milliseconds(1), milliseconds(50)));
    }
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    return Error{ErrorKind::RowFailed,
                 fmt::format("it was killed by a signal ({})", strsignal(WTERMSIG(status))), ""};
}
#endif

void closeAll(const int (&files)[3]) { // of which two may be one
    for (int i = 0; i < 3; ++i) {
        if (files[i] >= 0 && (i == 0 || files[i] != files[i - 1])) closeFile(files[i]);
    }
}

void appendField(std::string& bytes, std::string_view field) {
    const std::uint64_t size = field.size();
    bytes.append(reinterpret_cast<const char*>(&size), sizeof(size));
    bytes.append(field);
}

// Of the field at the front; 0 if its bytes are too few to say so.
std::uint64_t sizeOf(std::string_view bytes) {
    std::uint64_t size = 0;
    if (bytes.size() >= sizeof(size)) std::memcpy(&size, bytes.data(), sizeof(size));
    return size;
}

// Takes from the front what appendField wrote; nothing if that is not whole.
std::optional<std::string_view> takeField(std::string_view& bytes) {
    const std::uint64_t size = sizeOf(bytes);
    if (bytes.size() < sizeof(size) || bytes.size() - sizeof(size) < size) return std::nullopt;
    const std::string_view field = bytes.substr(sizeof(size), size);
    bytes.remove_prefix(sizeof(size) + size);
    return field;
}

} // namespace

std::unique_lock<std::mutex> withoutCopies() {
    static std::mutex mutex;
    return std::unique_lock(mutex);
}

// Running programs ---------------------------------------------------------------------------------------------------

Result<int> runProgram(const std::string& program, const std::vector<std::string>& arguments,
                       Deadline latest) {
    const Result<std::intptr_t> process = start(program, arguments, {0, 1, 2});
    if (!process.ok()) return process.error();
    if (const std::optional<Result<int>> how = ended(process.value(), latest)) return *how;
    stop(process.value());
    static_cast<void>(ended(process.value(), {}));
    return Error{ErrorKind::RowFailed, "it was killed because it took too long", ""};
}

std::string outputOf(const std::string& command) {
    std::unique_lock<std::mutex> lock = withoutCopies(); // a copy would keep the pipe open
    std::FILE* const pipe = pipeFromShell(command.c_str(), "r");
    lock.unlock();
    if (pipe == nullptr) return {};
    std::string output;
    for (int byte = 0; (byte = std::fgetc(pipe)) != EOF;) output += static_cast<char>(byte);
    endOfShell(pipe);
    return output;
}

// Channels -----------------------------------------------------------------------------------------------------------

std::string packed(const Message& message) {
    std::string bytes;
    for (const std::string& text : message) appendField(bytes, text);
    return bytes;
}

std::optional<Message> unpacked(std::string_view packed) {
    Message message;
    while (!packed.empty()) {
        const std::optional<std::string_view> text = takeField(packed);
        if (!text) return std::nullopt;
        message.emplace_back(*text);
    }
    return message;
}

bool Channel::tell(const Message& message) const {
    std::string bytes;
    appendField(bytes, packed(message));
    for (std::string_view rest = bytes; !rest.empty();) {
        const std::ptrdiff_t count = writeSome(out_, rest.data(), rest.size());
        if (count <= 0) return false;
        rest.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

void Channel::readPrinted() {
    char bytes[1 << 12];
    const std::ptrdiff_t count = readSome(printed_, bytes, sizeof(bytes));
    if (count > 0)
        text_.append(bytes, static_cast<std::size_t>(count));
    else
        closeFile(std::exchange(printed_, -1));
}

Heard Channel::hear(Message& message, Deadline latest) {
    std::vector<char> bytes(1U << 16U);
    while (in_ >= 0) {
        std::string_view rest = pending_;
        if (const std::optional<std::string_view> whole = takeField(rest)) {
            std::optional<Message> made = unpacked(*whole);
            pending_.erase(0, pending_.size() - rest.size());
            if (!made) break;
            message = *std::move(made);
            return Heard::Message;
        }
        if (sizeOf(pending_) > kMostOfMessage) break;
        const Ready ready = waitFor(in_, printed_, latest);
        if (ready.printed) readPrinted();
        const std::ptrdiff_t count = ready.in ? readSome(in_, bytes.data(), bytes.size()) : 0;
        if (ready.in && count <= 0) break;
        pending_.append(bytes.data(), static_cast<std::size_t>(count));
        if (latest && Clock::now() >= *latest) return Heard::Late;
    }
    return Heard::Ended;
}

Channel channelToParent() {
    std::setvbuf(stdout, nullptr, _IONBF, 0); // a driver that aborts flushes nothing
    std::setvbuf(stderr, nullptr, _IONBF, 0);
#ifdef _WIN32
    const int out = _dup(1);
    _dup2(2, 1);
#else
    const int out = fcntl(1, F_DUPFD_CLOEXEC, 3);
    dup2(2, 1);
#endif
    return Channel(0, out);
}

// Children -----------------------------------------------------------------------------------------------------------

Child::Child(const std::string& program, const std::vector<std::string>& arguments) {
    const std::unique_lock<std::mutex> lock = withoutCopies(); // another child would keep these ends open
    int own[3] = {-1, -1, -1}, childs[3] = {-1, -1, -1};
    Result<std::intptr_t> started =
        openPipes(own, childs) ? start(program, arguments, childs)
                               : cannotStart(program, fmt::format("no pipe: {}", std::strerror(errno)));
    closeAll(childs);
    if (started.ok()) {
        process_ = started.value();
        static_cast<Channel&>(*this) = Channel(own[1], own[0], own[2]);
    } else {
        ended_ = started.error();
        closeAll(own);
    }
}

#ifndef _WIN32
Child::Child(const std::function<void(Channel&)>& work) {
    const std::unique_lock<std::mutex> lock = withoutCopies(); // another copy would keep this socket open
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
        ended_ = Error{ErrorKind::RowFailed, fmt::format("it got no socket ({})", std::strerror(errno)), ""};
        return;
    }
    const pid_t child = fork();
    if (child == 0) {
        close(sockets[0]);
        const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
        Channel owner(sockets[1], sockets[1]);
        work(owner);
        _exit(0);
    }
    close(sockets[1]);
    static_cast<Channel&>(*this) = Channel(sockets[0], sockets[0]);
    process_ = std::max(child, 0);
    if (child < 0)
        ended_ = Error{ErrorKind::RowFailed,
                       fmt::format("it could not be started ({})", std::strerror(errno)), ""};
}
#endif

Child::~Child() {
    static_cast<void>(end());
    closeAll({in_, out_, printed_});
}

std::chrono::nanoseconds Child::processorTime() const {
    return process_ != 0 ? processorTimeOf(process_) : std::chrono::nanoseconds(0);
}

Result<int> Child::end() {
    if (process_ == 0) return ended_;
    stop(process_); // one that is ending already keeps its own way of ending
    ended_ = ended(std::exchange(process_, 0), {}).value();
    while (printed_ >= 0 && waitFor(-1, printed_, Clock::now()).printed) readPrinted();
    return ended_;
}

} // namespace vkperftest
