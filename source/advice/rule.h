// A topic of the advice: what its rows say in a sentence or two. Each topic is a file in rules/ with a line
// "extern const AdviceRule kName{…}", from which the build makes the table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "advice/cost.h"

namespace vkperftest {

// The headings of sentences, in this order.
enum class Heading { Use, Avoid, Buffers, Widths, Uniform, Textures, Patterns, Other, Writes, Subgroups };

std::string_view headingText(Heading heading); // "What to avoid"; for Use, the title of the table

struct Told {
    std::string text;              // without its full stop
    std::vector<CostClaim> claims; // that the text makes
    std::vector<Row> others = {};  // further rows that it rests on
};

struct AdviceRule {
    std::string_view name; // "raw"
    Heading heading;
    // Pure. Nothing if the rows do not support a sentence.
    std::vector<Told> (*tell)(const Reading& reading);
    std::string_view suite = "matrix"; // that its rows are measured for
};

// In the order of their sentences.
std::span<const AdviceRule* const> adviceRules();

} // namespace vkperftest
