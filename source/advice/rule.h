// A topic of the advice: what its rows say in a sentence or two. Each topic is a file in rules/ with a line
// "extern const AdviceRule kName{…}", from which the build makes the table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "advice/cost.h"

namespace vkperftest {

// Where a sentence stands, in this order.
enum class Heading { Use, Avoid, Buffers, Widths, Uniform, Textures, Other };

std::string_view headingText(Heading heading); // "What to avoid"; of Use the title of the table

struct Told {
    std::string text;              // without its full stop
    std::vector<CostClaim> claims; // that it makes
    std::vector<Row> others = {};  // rows that it rests on besides
};

struct AdviceRule {
    std::string_view name; // "raw"
    Heading heading;
    // Pure. Nothing if the rows do not carry a sentence.
    std::vector<Told> (*tell)(const Reading& reading);
};

// In the order in which they speak.
std::span<const AdviceRule* const> adviceRules();

} // namespace vkperftest
