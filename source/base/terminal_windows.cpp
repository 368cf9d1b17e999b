#ifdef _WIN32
#include "base/terminal.h"

#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

#include <windows.h>

#include <fcntl.h>
#include <io.h>

namespace vkperftest {
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

} // namespace vkperftest
#endif
