#include <algorithm>

#include <fmt/format.h>

#include "cli/generated_texts.h"

namespace vkperftest {
namespace {

constexpr const char* kBashScript =
    R"(# bash completion for vkperftest; printed by `vkperftest generate bash`.

_vkperftest() {
    local command=run begin=1 place=0 i
    local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}
    local options='' valued='' words='' list='' paths='' before=''
    COMPREPLY=()

    # bash splits --option=value at the sign.
    if [[ $current == '=' ]]; then
        current=''
    elif [[ $option == '=' ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    fi

    if ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} != -* ]]; then
        command=${COMP_WORDS[1]}
        begin=2
    fi
    if [[ ($COMP_CWORD == 1 && $current != -*) || ($COMP_CWORD == 2 && $command == help) ]]; then
        words='@commands@'
        ((COMP_CWORD > 1)) || words+=' help'
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        return
    fi

    case $command in
@options@    *) return ;;
    esac

    if [[ " $valued " == *" $option "* ]]; then
        case "$command $option" in
@values@        esac
    elif [[ $current == -* ]]; then
        words=$options
        ((COMP_CWORD > 1)) || words+=' --version'
    else
        # The place of this argument: words before it that are neither options nor their values.
        for ((i = begin; i < COMP_CWORD; ++i)); do
            case ${COMP_WORDS[i]} in
            '=') ((++i)) ;;
            -*) [[ " $valued " != *" ${COMP_WORDS[i]} "* || ${COMP_WORDS[i + 1]} == '=' ]] || ((++i)) ;;
            *) ((++place)) ;;
            esac
        done
        case "$command $place" in
@arguments@        esac
    fi

    if [[ $list ]]; then
        [[ $current != *,* ]] || before=${current%,*},
        mapfile -t COMPREPLY < <(compgen -P "$before" -W "$list" -- "${current##*,}")
        compopt -o nospace 2>/dev/null
    elif [[ $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    elif [[ $paths ]]; then
        mapfile -t COMPREPLY < <(compgen "$paths" -- "$current")
        compopt -o filenames 2>/dev/null
    fi
} && complete -F _vkperftest vkperftest
)";

// The assignment that makes the script complete such a value; empty: there is nothing to complete.
std::string bashAssignment(const OptionFacts& facts) {
    const std::string words = join(facts.words, " ");
    switch (completes(facts)) {
    case Completes::Words:
        return "words='" + words + "'";
    case Completes::List:
        return "list='" + words + "'";
    case Completes::Files:
        return "paths=-f";
    case Completes::Folders:
        return "paths=-d";
    case Completes::Nothing:
        break;
    }
    return {};
}

// Branches of a case statement: an assignment and the patterns that lead to it.
class BashBranches {
public:
    void add(const std::string& assignment, const std::string& pattern) {
        if (assignment.empty()) return;
        const auto known = std::ranges::find(branches_, assignment, &Branch::first);
        if (known != branches_.end())
            known->second += " | " + pattern;
        else
            branches_.emplace_back(assignment, pattern);
    }

    std::string text() const {
        std::string all;
        for (const auto& [assignment, patterns] : branches_)
            all += fmt::format("        {}) {} ;;\n", patterns, assignment);
        return all;
    }

private:
    using Branch = std::pair<std::string, std::string>;
    std::vector<Branch> branches_;
};

} // namespace

std::string bashCompletion(std::span<const CommandFacts> commands) {
    std::string options;
    BashBranches values, places, others; // of arguments: those in a certain place, and those in any
    for (const CommandFacts& command : commands) {
        std::vector<std::string> names, valued;
        std::size_t place = 0;
        for (const OptionFacts& facts : command.options) {
            const std::string assignment = bashAssignment(facts);
            if (facts.argument) {
                if (facts.repeatable)
                    others.add(assignment, command.name + "\\ *");
                else
                    places.add(assignment, command.name + "\\ " + std::to_string(place++));
                continue;
            }
            names.insert(names.end(), facts.names.begin(), facts.names.end());
            if (facts.placeholder.empty()) continue;
            for (const std::string& name : facts.names) {
                valued.push_back(name);
                values.add(assignment, "'" + command.name + " " + name + "'");
            }
        }
        options += "    " + command.name + ")\n        options='" + join(names, " ") + "'\n        valued='" +
                   join(valued, " ") + "'\n        ;;\n";
    }
    return filled(kBashScript, {{"@commands@", join(nameList(commands), " ")},
                                {"@options@", options},
                                {"@values@", values.text()},
                                {"@arguments@", places.text() + others.text()}});
}

} // namespace vkperftest
