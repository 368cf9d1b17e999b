#include "cli/generated_texts.h"

namespace vkperftest {
namespace {

constexpr const char* kZshScript = R"(#compdef vkperftest
# zsh completion for vkperftest; printed by `vkperftest generate zsh`.

_vkperftest() {
    local command=run
    local -a version=() commands=(
@commands@    )
    if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
        _describe -t commands command commands
        return
    elif [[ $words[2] == help ]]; then
        commands=(${commands:#help:*})
        ((CURRENT != 3)) || _describe -t commands command commands
        return
    elif [[ $words[2] != -* ]]; then
        command=$words[2]
        shift words
        ((--CURRENT))
    elif ((CURRENT == 2)); then
        version=('(- *)--version[Print the version]')
    fi
    case $command in
@options@    esac
}

if [[ $funcstack[1] == _vkperftest ]]; then
    _vkperftest "$@"
else
    compdef _vkperftest vkperftest
fi
)";

// The text between single quotes, with a backslash before characters that mean something to _arguments.
std::string zshQuoted(std::string_view text) {
    std::string quoted;
    for (const char c : text) {
        if (c == '\'')
            quoted += "'\\'";
        else if (c == '[' || c == ']' || c == ':' || c == '\\')
            quoted += '\\';
        quoted += c;
    }
    return quoted;
}

// ":FILE:_files": what follows an option or stands in the place of an argument.
std::string zshValue(const OptionFacts& facts) {
    const std::string words = join(facts.words, " "), begin = ":" + zshQuoted(facts.placeholder) + ":";
    switch (completes(facts)) {
    case Completes::Words:
        return begin + "(" + words + ")";
    case Completes::List:
        return begin + "_values -s , word " + words;
    case Completes::Files:
        return begin + "_files";
    case Completes::Folders:
        return begin + "_files -/";
    case Completes::Nothing:
        break;
    }
    return begin + " ";
}

// A line of _arguments.
std::string zshSpecification(const OptionFacts& facts) {
    const bool flag = facts.placeholder.empty();
    if (facts.argument) return std::string("'") + (facts.repeatable ? "*" : "") + zshValue(facts) + "'";
    std::vector<std::string> names;
    for (const std::string& name : facts.names)
        names.push_back(name + (flag ? "" : name.starts_with("--") ? "=" : "+"));
    std::string begin = facts.repeatable ? "'*'" : "";
    if (!facts.repeatable) begin = "'(" + join(facts.names, " ") + ")'";
    begin += names.size() > 1 ? "{" + join(names, ",") + "}" : names[0];
    return begin + "'[" + zshQuoted(briefly(facts.what)) + "]" + (flag ? "" : zshValue(facts)) + "'";
}

} // namespace

std::string zshCompletion(std::span<const CommandFacts> commands) {
    std::string names, options;
    for (const CommandFacts& command : commands) {
        names += "        '" + command.name + ":" + zshQuoted(command.summary) + "'\n";
        options += "    " + command.name + ")\n        _arguments";
        if (command.name == "run") options += " $version";
        for (const OptionFacts& facts : command.options)
            options += " \\\n            " + zshSpecification(facts);
        options += "\n        ;;\n";
    }
    names += "        'help:Print the options of a command'\n";
    return filled(kZshScript, {{"@commands@", names}, {"@options@", options}});
}

} // namespace vkperftest
