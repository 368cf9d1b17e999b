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

// Lines as long as the terminal is wide, but at most 100 columns.
std::shared_ptr<CLI::Formatter> helpFormatter();

// What stands in docs/cli.md under the heading "## COMMAND", without a command under "# Command line": the
// first block of shell lines, as "Examples:", and the paragraph that begins with "Exit codes:", one code a
// line.
std::string helpFooter(const std::string& command);

} // namespace vkperftest
