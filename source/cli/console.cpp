#include "cli/console.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/process.h"
#include "base/text.h"
#include "cli/command.h"

namespace vkperftest {
namespace {

bool statusLineShown = false;

#ifdef _WIN32
constexpr int kReaderWentAway = EINVAL; // its C runtime's value for ERROR_NO_DATA
#else
constexpr int kReaderWentAway = EPIPE;
#endif

// True if the terminal does not understand escapes.
bool dumbTerminal() {
    const char* term = std::getenv("TERM");
    return term != nullptr && std::string_view(term) == "dumb";
}

void tell(const std::string& text) {
    std::fputs(text.c_str(), stderr);
    std::fflush(stderr);
}

constexpr std::size_t kUsualWidth = 80, kWidestProse = 100, kNarrowest = 40;

// The width where there is no terminal, or one that does not report its width.
std::optional<std::size_t> columnsOfEnvironment() {
    const char* given = std::getenv("COLUMNS");
    const std::optional<long long> columns = given != nullptr ? parseInteger(given) : std::nullopt;
    if (!columns || *columns <= 0) return {};
    return static_cast<std::size_t>(*columns);
}

// Errors quote their subject, which may be megabytes long: the middle of the text is cut out, between UTF-8
// characters.
std::string shortened(const std::string& text) {
    constexpr std::string_view kMark = " [...] ";
    constexpr std::size_t kMost = 2500, kEnd = 500; // bytes
    if (text.size() <= kMost) return text;
    const auto insideCharacter = [&](std::size_t at) { return (text[at] & 0xc0) == 0x80; };
    std::size_t begin = kMost - kMark.size() - kEnd, end = text.size() - kEnd;
    while (insideCharacter(begin)) --begin;
    while (insideCharacter(end)) ++end;
    return fmt::format("{}{}{}", text.substr(0, begin), kMark, text.substr(end));
}

// Prints one line, so that quoted text cannot begin a line that looks like the program's own.
void tellSentence(const std::string& sentence) {
    const std::string text = shortened(printable(sentence));
    showStatusLine("");
    std::optional<std::size_t> width = terminalColumns(stderr);
    if (width) width = std::min(*width, kWidestProse);
    if (!width) width = columnsOfEnvironment();
    if (!width && stderrIsTerminal()) width = kUsualWidth;
    tell((width ? wrapped(text, std::max(*width, kNarrowest), 2) : text) + "\n");
}

} // namespace

bool stderrIsTerminal() {
    return isTerminal(stderr);
}

Display stdoutDisplay() {
    const std::optional<std::size_t> terminal = terminalColumns(stdout);
    const std::size_t width =
        std::max(terminal.value_or(columnsOfEnvironment().value_or(kUsualWidth)), kNarrowest);
    const char* noColor = std::getenv("NO_COLOR");
    const bool escapes = isTerminal(stdout) && !dumbTerminal();
    return {.width = width,
            .proseWidth = terminal ? std::min(width, kWidestProse) : width,
            .color = escapes && (noColor == nullptr || *noColor == '\0'),
            .terminal = escapes};
}

Result<void> print(std::string_view given) {
    const std::string text = printable(given, stdoutDisplay().color ? Keep::LinesAndColors : Keep::Lines);
    errno = 0;
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if ((std::fflush(stdout) == 0 && written) || errno == kReaderWentAway) return {};
    return Error{ErrorKind::Io, "cannot write to standard output", "check where it is redirected"};
}

void printError(const Error& error) {
    tellSentence(fmt::format("vkperftest: error: {}", error.sentence()));
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
    tellSentence(fmt::format("vkperftest: {}", note));
}

std::string commandText(const std::vector<std::string>& arguments) {
#ifdef _WIN32
    constexpr std::string_view kQuote = "\"", kInside = "\\\"";
#else
    constexpr std::string_view kQuote = "'", kInside = "'\\''";
#endif
    std::string line = "vkperftest";
    for (const std::string& argument : arguments) {
        const bool plain = !argument.empty() && std::ranges::all_of(argument, [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                   std::string_view("-_./:=,+@%").find(c) != std::string_view::npos;
        });
        line += ' ';
        if (!plain) line += kQuote;
        for (const char c : argument) line += c == kQuote[0] ? kInside : std::string_view(&c, 1);
        if (!plain) line += kQuote;
    }
    return printable(line);
}

void printCommand(const std::string& command) {
    showStatusLine("");
    tell(fmt::format("  {}\n", printable(command)));
}

void showStatusLine(std::string_view text) {
    if (!stderrIsTerminal() || dumbTerminal() || (text.empty() && !statusLineShown)) return;
    // A line as wide as the terminal would wrap and could not be overwritten.
    std::string line = printable(text);
    const std::size_t width = terminalColumns(stderr).value_or(kUsualWidth);
    while (columns(line) >= width) line.pop_back();
    tell(fmt::format("\r\x1b[2K{}", line));
    statusLineShown = !text.empty();
}

} // namespace vkperftest
