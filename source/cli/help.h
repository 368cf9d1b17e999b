// The texts of --help: options laid out for the terminal, examples and exit codes from docs/cli.md.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace vkperftest {

// docs/cli.md, line by line.
std::span<const std::string_view> commandLineDocs();

// Adds --help, which is printed at once, even if the rest of the command line is wrong. Lines are wrapped at the
// terminal's width, but at 100 columns at most.
void addHelp(CLI::App& app, const std::string& command);

// The text in docs/cli.md under the heading "## COMMAND", or under "# Command line" if there is no command:
// the first four lines of the first block of shell lines, as "Examples:", and the paragraph that begins with "Exit codes:", one code
// per line.
std::string helpFooter(const std::string& command);

} // namespace vkperftest
