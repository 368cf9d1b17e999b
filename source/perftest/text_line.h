// One line of PerfTest's text, taken apart.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/run_result.h"

namespace vkperftest {

// A line without the signs of quoting: '>' and blanks.
std::string unquoted(std::string_view line);

// The figures behind a row's name, as written, without units. They need not be positive or finite.
struct Figures {
    std::string time;  // milliseconds
    std::string ratio; // empty if there is none
};

// The figure's number of significant digits: 3 for "0.0470"; 0 for zero.
std::size_t significantDigits(std::string_view figure);

// Whether the value, rounded to the figure's decimals, equals the figure.
bool roundsTo(double value, std::string_view figure);

// "NAME: FIGURES" or "NAME: unsupported (reason)".
struct PerfTestLine {
    std::string name;
    std::optional<Figures> figures;           // of one of the known forms
    std::optional<StrategyResult> unmeasured; // its status and reason
    bool looksLikeResult = false;             // it has figures, a status or any time
};

// Nothing if the line has no colon.
std::optional<PerfTestLine> partsOf(std::string_view line);

} // namespace vkperftest
