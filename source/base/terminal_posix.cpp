#ifndef _WIN32
#include "base/terminal.h"

#include <csignal>
#include <cstdlib>

#include <sys/ioctl.h>
#include <unistd.h>

namespace vkperftest {

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

} // namespace vkperftest
#endif
