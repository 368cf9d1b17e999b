// Command lines as people type them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vkperftest {

// The words of a shell line up to a comment, a pipe or a file; quotes keep blanks and such signs.
inline std::vector<std::string> shellWords(std::string_view line) {
    std::vector<std::string> words;
    bool open = false;
    char quote = 0;
    for (const char c : line) {
        if (quote == 0 && (c == '#' || c == '|' || c == '>' || c == '<')) break;
        if (quote == 0 && c == ' ') {
            open = false;
            continue;
        }
        if (!open) words.emplace_back();
        open = true;
        if (c == quote || (quote == 0 && (c == '"' || c == '\'')))
            quote = c == quote ? '\0' : c;
        else
            words.back() += c;
    }
    return words;
}

} // namespace vkperftest
