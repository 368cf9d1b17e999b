// A topic of the advice: what its rows say in a sentence or two. Each topic is a file in rules/ with a line
// "extern const AdviceRule kName{…}", from which the build makes the table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "advice/reading.h"

namespace vkperftest {

// A sentence before its place among the others is known.
struct Told {
    std::string text;      // without its full stop
    std::vector<Row> rows; // that it rests on
    int weight = 0;        // the lightest are left out where there is not room for all
    // The text names things between which there is no difference: "push descriptors and sets". They are said in one
    // sentence, behind the other topics.
    bool same = false;
};

constexpr int kSameWeight = 86; // of that sentence

struct AdviceRule {
    std::string_view name; // "raw"
    bool suggests;         // what to do; the others are topics
    // Pure. Nothing if the rows do not carry a sentence.
    std::vector<Told> (*tell)(const Reading& reading);
};

// In the order in which they speak.
std::span<const AdviceRule* const> adviceRules();

} // namespace vkperftest
