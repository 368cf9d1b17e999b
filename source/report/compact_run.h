// A run's table for a terminal: one line per operation if the rows are operations under patterns, otherwise
// one line per row.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "report/document.h"
#include "report/phrases.h"

namespace vkperftest {

// Each figure is the ratio under the run's first strategy, then, only where it is an exception:
//   +  limited by instructions   ?  what limits it is unclear   ^  faster with one load in flight
//   ~  not comparable
//   ±1.2%  half the 95 % interval, where it is wider than the goal
// Another strategy has a line below only if it differs from the first strategy, or if one of them failed.
// Without subjects, caption and what remarks() without marks says.
Section compactRun(const RunFigures& figures);

// The meaning of a sign after a figure, as a clause. "~" has no fixed meaning: the row's footnote explains it.
struct SignMeaning {
    char sign;
    std::string_view meaning;
};
inline constexpr SignMeaning kSignMeanings[] = {
    {'+', "limited by instructions: the loads themselves may be faster still"},
    {'?', "unclear whether loads or instructions limit it"},
    {'^', kFasterAloneText}};

// The signs of a figure, from "+?^~".
std::string signsOf(const StrategyFigures& figures);

// Equal for rows of one kind of load, in any format: a gap separates kinds. An operation unknown to this version
// is a kind of its own.
std::string kindOf(const RowResult& row);

} // namespace vkperftest
