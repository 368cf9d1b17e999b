// What the program says about itself: the texts of --help, with examples and exit codes from docs/cli.md; its version.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/options.h"

namespace vkperftest {

// docs/cli.md, line by line.
std::span<const std::string_view> commandLineDocs();

// Adds --help, which is printed at once, even if the rest of the command line is wrong. Lines are wrapped at the
// terminal's width, but at 100 columns at most. Unless `all`, it fits the first screen: the beginning of each
// description in a line, and no exit codes.
void addHelp(CLI::App& app, const std::string& command, bool all = false);

std::string_view toolVersion(); // "0.1.0"

// The commit it was built from: "3f2a9c1d4b7e", and "3f2a9c1d4b7e-dirty" if tracked files differed. Empty if there was
// no checkout, or if git could not read it.
std::string_view toolCommit();

std::string_view toolCompiler(); // "GCC 12.2.0 for Linux x86_64"

} // namespace vkperftest
