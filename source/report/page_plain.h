// The page without JavaScript: every figure as plain HTML, which search engines read too.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/figures.h"
#include "model/json_layout.h"

namespace vkperftest {

// One file's part of the page; the run is no longer needed.
struct PagePlain {
    struct Column {
        std::string strategy;
        std::vector<std::string> cells; // by row: "1.498x+", or the status
    };
    std::string line; // phrases' deviceLine
    std::string suite, baseline;
    std::vector<std::string> rows;
    std::vector<Column> columns;
    std::vector<std::string> sentences; // what else readers should know, most important first
};

PagePlain pagePlain(const RunFigures& figures, std::vector<std::string> sentences);

// A table of the overview (overviewJson(), or null), a table for each suite, then each file's sentences. Text
// from files is escaped.
std::string plainHtml(std::span<const PagePlain* const> files, const Json& overview);

} // namespace vkperftest
