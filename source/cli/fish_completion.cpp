#include <fmt/format.h>

#include "cli/generated_texts.h"

namespace vkperftest {
namespace {

constexpr const char* kFishScript =
    R"(# fish completion for vkperftest; printed by `vkperftest generate fish`.

# The command that is being typed: `run` if it is left out, nothing before it.
function __vkperftest_command
    set -l before (commandline -opc)
    if set -q before[2]
        string match -q -- '-*' $before[2]; and echo run; or echo $before[2]
    else if string match -q -- '-*' (commandline -ct)
        echo run
    end
end

function __vkperftest_in
    set -l command (__vkperftest_command)
    set -q command[1]; and contains -- $command[1] $argv
end

# True where a command is to be named.
function __vkperftest_begins
    set -l before (commandline -opc)
    test (count $before) -eq 1; or test (count $before) -eq 2 -a "$before[2]" = help
end

# Words that commas separate: those before the last comma stay.
function __vkperftest_list
    set -l before (commandline -ct | string replace -r -- '^--[a-z-]+=' '' | string replace -r '[^,]*$' '')
    printf "$before%s\n" $argv
end

complete -c vkperftest -f
complete -c vkperftest -n 'test (count (commandline -opc)) -eq 1' -a help -d 'Print the options of a command'
complete -c vkperftest -n 'test (count (commandline -opc)) -eq 1' -l version -d 'Print the version'
@lines@)";

std::string fishQuoted(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + "'";
}

// The options of `complete` that say what completes the value.
std::string fishValue(const OptionFacts& facts) {
    const std::string words = join(facts.words, " "), exclusive = facts.argument ? " -a " : " -x -a ";
    switch (completes(facts)) {
    case Completes::Words:
        return exclusive + fishQuoted(words);
    case Completes::List:
        return exclusive + fishQuoted("(__vkperftest_list " + words + ")");
    case Completes::Files:
        return facts.argument ? " -F" : " -r -F";
    case Completes::Folders:
        return exclusive + fishQuoted("(__fish_complete_directories)");
    case Completes::Nothing:
        break;
    }
    return facts.argument ? "" : " -x";
}

std::string fishLine(const CommandFacts& command, const OptionFacts& facts) {
    std::string line = fmt::format("complete -c vkperftest -n '__vkperftest_in {}'", command.name);
    for (const std::string& name : facts.names) {
        if (!facts.argument)
            line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    if (!facts.placeholder.empty()) line += fishValue(facts);
    return line + " -d " + fishQuoted(briefly(facts.what)) + "\n";
}

} // namespace

std::string fishCompletion(std::span<const CommandFacts> commands) {
    std::string lines;
    for (const CommandFacts& command : commands)
        lines += fmt::format("complete -c vkperftest -n __vkperftest_begins -a {} -d {}\n", command.name,
                             fishQuoted(command.summary));
    for (const CommandFacts& command : commands) {
        for (const OptionFacts& facts : command.options) lines += fishLine(command, facts);
    }
    return filled(kFishScript, {{"@lines@", lines}});
}

} // namespace vkperftest
