#include "cli/console.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/exit_code.h"

#ifdef _WIN32
#include <io.h>
#include <windows.h>
#else
#include <sys/ioctl.h>
#include <unistd.h>
#endif

namespace vkperftest {
namespace {

bool isTerminal(std::FILE* stream) {
#ifdef _WIN32
    return _isatty(_fileno(stream)) != 0;
#else
    return isatty(fileno(stream)) != 0;
#endif
}

bool statusLineShown = false;

// A terminal that understands no escapes.
bool dumbTerminal() {
    const char* term = std::getenv("TERM");
    return term != nullptr && std::string_view(term) == "dumb";
}

} // namespace

void ignoreBrokenPipes() {
#ifndef _WIN32
    std::signal(SIGPIPE, SIG_IGN);
#endif
}

bool stdoutIsTerminal() {
    return isTerminal(stdout);
}
bool stderrIsTerminal() {
    return isTerminal(stderr);
}

bool stdoutHasColor() {
    const char* noColor = std::getenv("NO_COLOR");
    return stdoutIsTerminal() && (noColor == nullptr || *noColor == '\0') && !dumbTerminal();
}

std::size_t stderrColumns() {
#ifdef _WIN32
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (GetConsoleScreenBufferInfo(GetStdHandle(STD_ERROR_HANDLE), &info) != 0) {
        return static_cast<std::size_t>(info.srWindow.Right - info.srWindow.Left + 1);
    }
#else
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
#endif
    return 80;
}

Result<void> print(std::string_view text) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (std::fflush(stdout) == 0 && written) return {};
    return Error{ErrorKind::Io, "standard output cannot be written", "check where it goes to"};
}

void printError(const Error& error) {
    showStatusLine("");
    std::fputs(fmt::format("vkperftest: error: {}\n", error.sentence()).c_str(), stderr);
}

int failed(const Error& error) {
    printError(error);
    return exitCode(error);
}

void printNote(std::string_view note) {
    showStatusLine("");
    std::fputs(fmt::format("vkperftest: {}\n", note).c_str(), stderr);
}

void showStatusLine(std::string_view text) {
    if (!stderrIsTerminal() || dumbTerminal() || (text.empty() && !statusLineShown)) return;
    // A line as wide as the terminal would wrap and could not be overwritten.
    std::string line(text);
    while (columns(line) >= stderrColumns()) line.pop_back();
    std::fputs(fmt::format("\r\x1b[2K{}", line).c_str(), stderr);
    std::fflush(stderr);
    statusLineShown = !text.empty();
}

} // namespace vkperftest
