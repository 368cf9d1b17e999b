#include "cli/console.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "base/terminal.h"
#include "base/text.h"
#include "cli/exit_code.h"

namespace vkperftest {
namespace {

bool statusLineShown = false;

#ifdef _WIN32
constexpr int kReaderWentAway = EINVAL; // what its C runtime makes of ERROR_NO_DATA
#else
constexpr int kReaderWentAway = EPIPE;
#endif

// A terminal that understands no escapes.
bool dumbTerminal() {
    const char* term = std::getenv("TERM");
    return term != nullptr && std::string_view(term) == "dumb";
}

void tell(const std::string& text) {
    std::fputs(text.c_str(), stderr);
    std::fflush(stderr);
}

} // namespace

bool stderrIsTerminal() {
    return isTerminal(stderr);
}

bool stdoutHasColor() {
    const char* noColor = std::getenv("NO_COLOR");
    return isTerminal(stdout) && (noColor == nullptr || *noColor == '\0') && !dumbTerminal();
}

Result<void> print(std::string_view text) {
    errno = 0;
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if ((std::fflush(stdout) == 0 && written) || errno == kReaderWentAway) return {};
    return Error{ErrorKind::Io, "standard output cannot be written", "check where it goes to"};
}

void printError(const Error& error) {
    showStatusLine("");
    tell(fmt::format("vkperftest: error: {}\n", error.sentence()));
}

int failed(const Error& error) {
    printError(error);
    return exitCode(error);
}

void addTrouble(Result<void>& trouble, Result<void> another) {
    if (another.ok()) return;
    if (!trouble.ok()) printError(trouble.error());
    trouble = std::move(another);
}

void printNote(std::string_view note) {
    showStatusLine("");
    tell(fmt::format("vkperftest: {}\n", note));
}

void showStatusLine(std::string_view text) {
    if (!stderrIsTerminal() || dumbTerminal() || (text.empty() && !statusLineShown)) return;
    // A line as wide as the terminal would wrap and could not be overwritten.
    std::string line(text);
    constexpr std::size_t kUsual = 80;
    const std::size_t width = terminalColumns(stderr).value_or(kUsual);
    while (columns(line) >= width) line.pop_back();
    tell(fmt::format("\r\x1b[2K{}", line));
    statusLineShown = !text.empty();
}

} // namespace vkperftest
