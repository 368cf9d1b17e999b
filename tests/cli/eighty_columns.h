// Runs the program on 80 columns.
#pragma once

#include "base/text.h"
#include "matchers.h"
#include "program.h"

namespace vkperftest {

constexpr const char* kEighty = "COLUMNS=80";

// A word that is longer than a line, such as a path, is not broken: it could not be copied then. A label stays with it.
inline void expectFits(const std::string& text) {
    for (const std::string& line : split(text, '\n')) {
        const bool labelled = line.starts_with("BASE ") || line.starts_with("NEW ");
        const std::size_t begin = line.find_first_not_of(' ', labelled ? 5 : 0);
        const bool oneWord = begin != std::string::npos && line.find(' ', begin) == std::string::npos;
        EXPECT_TRUE(columns(line) <= 80 || oneWord) << line;
        EXPECT_FALSE(line.ends_with(' ')) << line;
    }
}

template <class... Parts> Outcome onEighty(fmt::format_string<const Parts&...> form, const Parts&... parts) {
    const std::string line = fmt::format(form, parts...);
    SCOPED_TRACE(line);
    const Outcome outcome = runProgram(shellWords(line), kEighty);
    expectFits(outcome.out);
    expectFits(outcome.err);
    return outcome;
}

} // namespace vkperftest
