// The results of PerfTest's text, corrected once all its lines are read.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "perftest/matrix_rows.h"
#include "perftest/text_line.h"

namespace vkperftest {

inline constexpr const char* kOneTable = "give one table at a time"; // a remedy

// A line that holds a row's result.
struct ResultLine {
    std::size_t number = 0; // of the line in the text, from 1
    std::size_t strategy = 0;
    PerfTestRow row;
    StrategyResult result;
    Figures figures; // as printed
};

// PerfTest's RGBA32F nearest uniform comes between RG32F nearest random and RGBA32F nearest linear, but with
// the label of the bilinear row. If the text was cut off before the bilinear row, only the position
// distinguishes the two.
void renameWrongLabel(std::vector<ResultLine>& results);

// A usage error names a row that a strategy has twice, and its lines.
Result<void> checkUnique(const std::vector<ResultLine>& results);

// If the text has only times: computes all ratios from the time of the row `baseline`. A usage error if that
// time is missing.
Result<void> computeRatios(std::vector<ResultLine>& results, std::string_view baseline);

// A row's ratio and time follow from one another through the baseline's time. Both are printed with three
// decimals, so one of them may have few digits. It is replaced by what follows from figures with more digits,
// if that rounds to what was printed.
void refine(std::vector<ResultLine>& results, std::string_view baseline);

} // namespace vkperftest
