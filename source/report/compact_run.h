// A run's table for a terminal: one line an operation where the rows are operations under patterns, otherwise
// one a row.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "report/document.h"

namespace vkperftest {

// Each figure is the ratio under the run's first strategy, then, only where it is an exception:
//   +  limited by instructions   ?  what limits it is unclear   ^  faster with one load in flight
//   !  the fastest samples give another ratio   ~  not comparable
//   ±1.2%  half the 95 % interval, where it is wider than the goal
// Another strategy has a line below only where it differs from the first, or where one of the two failed. With
// `explain` there is a line for each row, and a last column for what the driver's compiler made of it.
Compact compactRun(const RunFigures& figures, bool explain);

// What a sign behind a figure means, a clause. "~" has no meaning of its own: the row's caveat says why.
struct SignMeaning {
    char sign;
    std::string_view meaning;
};
std::span<const SignMeaning> signMeanings();

// The signs "+?!~" of a figure.
std::string signsOf(const StrategyResult& result, const StrategyFigures& figures);

// The kind of load by which rows are told together, "Buffer<>.Load" of any format; an operation that this
// version does not have is a kind of its own.
std::string kindOf(const RowResult& row);

// The figures of a line: of one operation and variant by pattern, or of one row.
struct FiguresLine {
    std::string name, kind;
    std::vector<const RowFigures*> figures; // null, or too few: the run has no such row
};

// Rows that differ in nothing have a line each. Appends the patterns that are not among those given.
std::vector<FiguresLine> linesOfOperations(const RunFigures& figures, std::vector<std::string>& patterns);

// What a row's name says beside operation and pattern: "broadcast" of "cbuffer{float4} load uniform,
// broadcast".
std::string variantOf(const RowResult& row);

} // namespace vkperftest
