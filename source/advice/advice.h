// What a run of the matrix means for a shader programmer: which loads to use, which to avoid, and why.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "advice/choice.h"
#include "advice/rule.h"

namespace vkperftest {

constexpr std::size_t kAdviceColumns = 80;

struct Advice {
    std::string rule;
    std::string_view suite; // that its rows are measured for
    Heading heading = Heading::Other;
    std::string sentence;          // one or several
    std::vector<CostClaim> claims; // that the sentence makes
    std::vector<Row> rows;         // that the sentence rests on, each once, all measured
};

// A rule that said nothing.
struct Unsaid {
    std::string rule;
    std::string reason;
};

struct AdviceList {
    std::vector<LoadChoice> choices; // the answer as a table
    std::vector<Advice> said;        // by heading: first the same answer as sentences, then what to avoid
    std::vector<Unsaid> unsaid;
    std::vector<std::string> notes; // what else readers must know; if nothing was said, why

    bool empty() const { return said.empty(); }
};

// Pure. Refers to the figures.
AdviceList advise(const RunFigures& figures);

} // namespace vkperftest
