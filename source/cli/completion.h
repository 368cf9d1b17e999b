// What a shell's Tab key offers: `vkperftest complete WORD…`, which the stubs in cli/completions call.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"

namespace vkperftest {

// The options of a command, --help among them.
struct CommandFacts {
    std::string name;
    std::vector<OptionFacts> options;
};

// What may stand in the place of the last word, which may be empty or begun; the others stand before it. A lone
// "=" is a word, too, as bash splits `--suite=m`. Empty where a file or free text is to follow.
// The commands' facts are asked for by name; none if there is no such command.
std::vector<std::string>
completions(const std::vector<std::string>& words, const std::vector<std::string>& commandNames,
            const std::function<std::optional<CommandFacts>(std::string_view)>& commandFacts);

} // namespace vkperftest
