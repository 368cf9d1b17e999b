#include "base/process.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <fstream>
#include <new>
#include <vector>

#include <fmt/format.h>

#include "base/utf8_path.h"

#ifdef _WIN32
#include <initializer_list>
#include <random>

#include <windows.h>

#include <fcntl.h>
#include <io.h>
#else
#include <sys/ioctl.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#endif

namespace vkperftest {

namespace fs = std::filesystem;

#ifdef _WIN32

namespace {

// A program that was started without standard streams has no descriptors for them; the C runtime would end it
// if it used them.
HANDLE handleOf(std::FILE* stream) {
    const int descriptor = _fileno(stream);
    return descriptor >= 0 ? reinterpret_cast<HANDLE>(_get_osfhandle(descriptor)) : INVALID_HANDLE_VALUE;
}

// A console keeps changed settings after the program has ended, so they are restored.
struct ConsoleSettings {
    UINT codePage = 0;
    HANDLE handles[2] = {};
    DWORD modes[2] = {};
    bool changed[2] = {};
};
ConsoleSettings before;

void restoreConsole() {
    if (before.codePage != 0) SetConsoleOutputCP(before.codePage);
    for (int i = 1; i >= 0; --i) { // backwards: both may be one console
        if (before.changed[i]) SetConsoleMode(before.handles[i], before.modes[i]);
    }
}

void prepareConsole() {
    before.codePage = GetConsoleOutputCP(); // 0: there is no console
    if (before.codePage != 0) SetConsoleOutputCP(CP_UTF8);
    std::FILE* const streams[2] = {stdout, stderr};
    // Without a buffer the C runtime may write one byte at a time, but a console accepts only whole
    // characters.
    for (std::FILE* stream : streams) std::setvbuf(stream, nullptr, _IOFBF, std::size_t{1} << 16);
    for (int i = 0; i < 2; ++i) {
        before.handles[i] = handleOf(streams[i]);
        if (GetConsoleMode(before.handles[i], &before.modes[i]) == 0) continue;
        before.changed[i] = SetConsoleMode(before.handles[i], before.modes[i] | ENABLE_PROCESSED_OUTPUT |
                                                                  ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
    }
    std::atexit(restoreConsole);
}

// The C runtime ends an aborting program with exit code 3, which here means that there is no device.
void onAbort(int) {
    constexpr UINT kFatalApplicationExit = 0x4000'0015; // STATUS_FATAL_APP_EXIT
    std::fflush(stderr);                                // what the C++ library prints about an exception
    TerminateProcess(GetCurrentProcess(), kFatalApplicationExit);
}

} // namespace

void prepareProcess() {
    for (std::FILE* stream : {stdin, stdout, stderr}) {
        if (handleOf(stream) != INVALID_HANDLE_VALUE) _setmode(_fileno(stream), _O_BINARY);
    }
    prepareConsole();
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
    std::signal(SIGABRT, onAbort);
}

void endAtOnce(int exitCode) {
    std::fflush(nullptr);
    restoreConsole();
    // _Exit alone would let the drivers' libraries release what they use.
    TerminateProcess(GetCurrentProcess(), static_cast<UINT>(exitCode));
    std::_Exit(exitCode);
}

// Before Windows 10, and where pipes stand for a terminal, no mode has escapes.
bool isTerminal(std::FILE* stream) {
    DWORD mode = 0;
    return GetConsoleMode(handleOf(stream), &mode) != 0 && (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

std::optional<std::size_t> terminalColumns(std::FILE* stream) {
    CONSOLE_SCREEN_BUFFER_INFO info{};
    if (GetConsoleScreenBufferInfo(handleOf(stream), &info) == 0) return {};
    return static_cast<std::size_t>(info.srWindow.Right - info.srWindow.Left + 1);
}

std::uint32_t randomBits() {
    return std::random_device{}();
}

#else

void prepareProcess() {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGCHLD, SIG_DFL); // a parent that ignores it would hide how the program's children end
    std::signal(SIGXFSZ, SIG_IGN); // beyond a file's size limit, the write then fails and is reported
}

void endAtOnce(int exitCode) {
    std::fflush(nullptr);
    std::_Exit(exitCode);
}

bool isTerminal(std::FILE* stream) {
    return isatty(fileno(stream)) != 0;
}

std::optional<std::size_t> terminalColumns(std::FILE* stream) {
    winsize size{};
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return {};
    return size.ws_col;
}

// GCC's std::random_device needs glibc 2.36; nothing else in the program needs a newer one than 2.35.
std::uint32_t randomBits() {
    std::uint32_t bits = 0;
    return getentropy(&bits, sizeof bits) == 0 ? bits : 1; // it never fails where it exists
}

#endif

namespace {

volatile std::sig_atomic_t interrupted = 0;
std::time_t firstSignal = 0;
[[maybe_unused]] int ownExitCode = 0;

void onSignal(int signal) {
    std::signal(signal, onSignal); // some systems reset it
    const std::time_t now = std::time(nullptr);
    if (interrupted == 0) firstSignal = now;
    interrupted = 1;
    // One Ctrl-C may arrive twice, by way of a parent such as `timeout`; a person who insists takes longer.
    if (now - firstSignal < 2) return;
#ifdef _WIN32
    std::_Exit(ownExitCode); // the default one, 3, means something else here
#else
    std::signal(signal, SIG_DFL);
    std::raise(signal);
#endif
}

} // namespace

void watchForInterrupt(int exitCode) {
    ownExitCode = exitCode;
    std::signal(SIGINT, onSignal);
    std::signal(SIGTERM, onSignal);
#ifdef SIGHUP
    if (std::signal(SIGHUP, onSignal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN); // by `nohup`
#endif
#ifdef SIGBREAK // Windows: Ctrl-Break, or the console's window is closed
    std::signal(SIGBREAK, onSignal);
#endif
}

bool wasInterrupted() {
    return interrupted != 0;
}

void endWithParent() {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

Result<int> guarded(const std::function<Result<int>()>& work) {
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::Io, "out of memory", "close other programs, or give smaller files"};
    } catch (const std::exception& mistake) {
        return Error{ErrorKind::Io, std::string("internal error: ") + mistake.what(),
                     "please report it with the command line and its files"};
    }
}

// Its program -------------------------------------------------------------------------------------------------------

#ifdef _WIN32
Result<std::string> ownProgram() {
    std::wstring path(32768, L'\0');
    const DWORD length = GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
    if (length == 0 || length == path.size())
        return Error{ErrorKind::Io, "the program cannot find its own file", ""};
    return textOf(path.substr(0, length));
}
#else
Result<std::string> ownProgram() {
    std::error_code failed;
    const fs::path path = fs::read_symlink("/proc/self/exe", failed);
    if (failed) return Error{ErrorKind::Io, "the program cannot find its own file", "mount /proc"};
    return textOf(path);
}

Error restartProgram() {
    std::ifstream file("/proc/self/cmdline");
    std::vector<std::string> words;
    for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    execv("/proc/self/exe", pointers.data());
    return {ErrorKind::Io, fmt::format("the program cannot be restarted ({})", std::strerror(errno)), ""};
}
#endif

} // namespace vkperftest
