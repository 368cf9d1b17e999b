// The figures of a run's row, once for all formats: a new one is one entry of figuresOf().
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "analysis/figures.h"
#include "report/document.h"

namespace vkperftest {

struct Figure {
    std::string_view name; // in JSON and CSV; empty: neither has it
    std::variant<std::monostate, double, bool, std::string> value = {}; // nothing: not known
    bool spans = false;                                                 // may have an interval
    std::optional<Interval> interval = {};                              // 95 %
    int column = 0;                                                     // of a run's table; 0: none
    Column look = {};           // of that column; spare: only if known
    std::string text = {};      // there; empty: not known
    std::string_view unit = {}; // behind the text where it has no column
};

// Under the strategy of that number; without values if it was not measured.
std::vector<Figure> figuresOf(const RowFigures& row, std::size_t strategy);

// Without the interval.
nlohmann::ordered_json valueJson(const Figure& figure);

} // namespace vkperftest
