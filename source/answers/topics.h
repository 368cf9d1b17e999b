// The topics of advice beyond the table of loads: each compares one group of rows with another and is one entry of the
// table in topic_table.cpp.
#pragma once

#include <span>
#include <string_view>

#include "cases/load_facts.h"

namespace vkperftest {

struct Topic {
    std::string_view name;  // "typed-structured"
    std::string_view title; // what is compared with what: "Typed loads against structured ones"
    std::string_view suite; // that has its rows; empty: any
    bool (*isSubject)(const LoadFacts& load);
    bool (*isReference)(const LoadFacts& subject, const LoadFacts& reference);
    std::string_view scope = {}; // what limits the statement
    bool oneKernel = false;      // nothing differs but what is compared (answers/choice.h)
    bool notPlain = false;       // its subjects are no plain rows (isPlain), and its references need not be
};

std::span<const Topic> topics(); // in the order of reports

} // namespace vkperftest
