#include "cli/generated_texts.h"

#include <set>

#include "base/text.h"

namespace vkperftest {
namespace {

constexpr const char* kPowershellScript =
    R"(# PowerShell completion for vkperftest; printed by `vkperftest generate powershell`.
# To use it, for example in your profile:  vkperftest generate powershell | Out-String | Invoke-Expression

Register-ArgumentCompleter -Native -CommandName 'vkperftest', 'vkperftest.exe' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commands = [ordered]@{
@commands@    }
    # For each command and option: its description, and the words that may be its value; none: files.
    $options = @{
@options@    }

    $before = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
            Select-Object -Skip 1 | ForEach-Object { $_.Extent.Text })
    $command = 'run'
    if ($before.Count -gt 0 -and -not $before[0].StartsWith('-')) { $command = $before[0] }

    $found = [ordered]@{}
    $prefix = ''
    $typed = $wordToComplete
    if (($before.Count -eq 0 -and -not $typed.StartsWith('-')) -or ($before.Count -eq 1 -and $command -eq 'help')) {
        $found = $commands
    } elseif ($options.ContainsKey($command)) {
        $known = $options[$command]
        $option = if ($before.Count -gt 0) { $before[-1] } else { '' }
        if ($typed -match '^(--[a-z-]+)=(.*)$') {
            $option = $Matches[1]
            $prefix = $option + '='
            $typed = $Matches[2]
        }
        if ($known.Contains($option) -and $known[$option].Count -gt 1) {
            if ($typed.Contains(',')) {
                $comma = $typed.LastIndexOf(',') + 1
                $prefix += $typed.Substring(0, $comma)
                $typed = $typed.Substring($comma)
            }
            foreach ($word in $known[$option][1]) { $found[$word] = $word }
        } elseif ($typed.StartsWith('-')) {
            foreach ($name in $known.Keys) { $found[$name] = $known[$name][0] }
        }
    }
    foreach ($word in $found.Keys) {
        if ($word.StartsWith($typed, [System.StringComparison]::OrdinalIgnoreCase)) {
            $text = $prefix + $word
            [System.Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $found[$word])
        }
    }
}
)";

std::string powershellQuoted(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? "''" : std::string(1, c);
    return quoted + "'";
}

} // namespace

std::string powershellCompletion(std::span<const CommandFacts> commands) {
    std::string names, options;
    for (const CommandFacts& command : commands) {
        names +=
            "        " + powershellQuoted(command.name) + " = " + powershellQuoted(command.summary) + "\n";
        options += "        " + powershellQuoted(command.name) + " = [ordered]@{\n";
        std::set<std::string>
            known; // PowerShell's tables ignore case, and reject a name that is there already
        for (const OptionFacts& facts : command.options) {
            if (facts.argument) continue;
            std::vector<std::string> words;
            for (const std::string& word : facts.words) words.push_back(powershellQuoted(word));
            const std::string values = words.empty() ? "" : ", @(" + join(words, ", ") + ")";
            for (const std::string& name : facts.names) {
                if (!known.insert(lowercase(name)).second) continue;
                options += "            " + powershellQuoted(name) + " = @(" +
                           powershellQuoted(briefly(facts.what)) + values + ")\n";
            }
        }
        options += "        }\n";
    }
    names += "        'help' = 'Print the options of a command'\n";
    return filled(kPowershellScript, {{"@commands@", names}, {"@options@", options}});
}

} // namespace vkperftest
