// What a run of the matrix means for somebody who writes shaders: which loads to use, and which to avoid.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "advice/reading.h"

namespace vkperftest {

constexpr std::size_t kAdviceLines = 12;
constexpr std::size_t kAdviceColumns = 80;

struct Advice {
    std::string rule; // of things without a difference, several: "raw, push"
    std::string sentence;
    std::vector<Row> rows; // that it rests on, all of them measured
};

// A rule that said nothing, or a sentence that there was no room for.
struct Unsaid {
    std::string rule;
    std::string reason;
};

struct AdviceList {
    std::vector<Advice> said; // topics first, then suggestions
    std::vector<Unsaid> unsaid;
    std::string note; // what else must be known; may be empty
};

// Pure. Of an unusable run only a note that says so. The sentences and the note fill at most kAdviceLines lines of
// kAdviceColumns columns (wrappedAdvice). Refers to the figures.
AdviceList advise(const RunFigures& figures);

// What 1x means: "1x is the speed of Buffer<RGBA8>.Load random".
std::string adviceUnit(const RunFigures& figures);

// The sentence in lines of at most kAdviceColumns columns, all but the first indented.
std::vector<std::string> wrappedAdvice(std::string_view sentence);

} // namespace vkperftest
