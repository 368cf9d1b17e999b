// The texts of --help: options laid out for the terminal, examples and exit codes from docs/cli.md.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace CLI {
class Formatter;
}

namespace vkperftest {

// docs/cli.md, line by line.
std::span<const std::string_view> commandLineDocs();

// Wraps lines at the terminal's width, but at 100 columns at most.
std::shared_ptr<CLI::Formatter> helpFormatter();

// The text in docs/cli.md under the heading "## COMMAND", or under "# Command line" if there is no command:
// the first block of shell lines, as "Examples:", and the paragraph that begins with "Exit codes:", one code
// per line.
std::string helpFooter(const std::string& command);

} // namespace vkperftest
