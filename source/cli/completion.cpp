#include "cli/completion.h"

#include <algorithm>

namespace vkperftest {
namespace {

const OptionFacts* optionNamed(const CommandFacts& command, const std::string& name) {
    for (const OptionFacts& facts : command.options) {
        if (!facts.argument && std::ranges::count(facts.names, name) > 0) return &facts;
    }
    return nullptr;
}

// The values that begin as typed, each with what stays in front of it: `--suite=`, or `set,` of a list.
std::vector<std::string> begun(const std::vector<std::string>& words, const std::string& typed,
                               std::string before) {
    std::vector<std::string> found;
    for (const std::string& word : words) {
        if (word.starts_with(typed)) found.push_back(before + word);
    }
    return found;
}

std::vector<std::string> valuesOf(const OptionFacts& option, const std::string& typed,
                                  const std::string& before) {
    const std::size_t comma = option.placeholder.ends_with(",…") ? typed.rfind(',') : std::string::npos;
    if (comma == std::string::npos) return begun(option.words, typed, before);
    return begun(option.words, typed.substr(comma + 1), before + typed.substr(0, comma + 1));
}

} // namespace

std::vector<std::string>
completions(const std::vector<std::string>& words, const std::vector<std::string>& commandNames,
            const std::function<std::optional<CommandFacts>(std::string_view)>& commandFacts) {
    std::vector<std::string> before = words;
    std::string typed;
    if (!before.empty()) {
        typed = before.back();
        before.pop_back();
    }
    std::string option; // whose value is typed
    if (typed == "=" && !before.empty()) {
        option = before.back();
        typed.clear();
    } else if (before.size() > 1 && before.back() == "=") {
        option = before[before.size() - 2];
    } else if (!before.empty()) {
        option = before.back();
    }
    const bool named = !before.empty() && !before[0].starts_with("-");
    if ((before.empty() && !typed.starts_with("-")) || (before.size() == 1 && before[0] == "help")) {
        std::vector<std::string> names = commandNames;
        if (before.empty()) names.emplace_back("help");
        return begun(names, typed, "");
    }
    const std::optional<CommandFacts> command = commandFacts(named ? before[0] : "run");
    if (!command) return {};
    if (const std::size_t sign = typed.find('='); typed.starts_with("--") && sign != std::string::npos) {
        const OptionFacts* const own = optionNamed(*command, typed.substr(0, sign));
        return own == nullptr ? std::vector<std::string>()
                              : valuesOf(*own, typed.substr(sign + 1), typed.substr(0, sign + 1));
    }
    if (const OptionFacts* const own = optionNamed(*command, option);
        own != nullptr && !own->placeholder.empty())
        return valuesOf(*own, typed, "");
    std::vector<std::string> names;
    for (const OptionFacts& facts : command->options) {
        const std::vector<std::string>& more = facts.argument ? facts.words : facts.names;
        if (facts.argument != typed.starts_with("-")) names.insert(names.end(), more.begin(), more.end());
    }
    return begun(names, typed, "");
}

} // namespace vkperftest
