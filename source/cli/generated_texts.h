// Texts for packages, made from the declarations that --help prints: completions for shells, and the manual page.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command_line.h"

namespace vkperftest {

std::string bashCompletion(std::span<const CommandFacts> commands);
std::string zshCompletion(std::span<const CommandFacts> commands);
std::string fishCompletion(std::span<const CommandFacts> commands);
std::string powershellCompletion(std::span<const CommandFacts> commands);

// vkperftest(1) in roff: docs/cli.md, with the options of each command before its examples.
std::string manPage(std::span<const CommandFacts> commands);

// What completes the value of an option or argument.
enum class Completes { Nothing, Words, List, Files, Folders }; // List: several words, separated by commas
Completes completes(const OptionFacts& facts);

// The description up to what it enumerates or explains: "Suite of rows".
std::string briefly(std::string_view what);

// The text with each first of a pair replaced by its second, wherever it stands.
std::string filled(std::string text, const std::vector<std::pair<std::string, std::string>>& values);

} // namespace vkperftest
