// What the experiments share: which strategy is judged, how the times of two rows compare, and why they may not.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "analysis/thresholds.h"
#include "answers/finding.h"
#include "base/result.h"

namespace vkperftest {

// A usage error, of a run without any row of the suite; `example` is such a row.
Error noRows(std::string_view suite, std::string_view example);

// Why the loads of a measured row cannot be judged: its control without loads is missing or was not measured,
// or something else limits the row or may limit it (analysis/row_figures.h). Nothing if loads limit the row.
std::optional<InconclusiveReason> whyNotLoads(const RowFigures& row, std::size_t strategy);

// The same, but nothing for a row that surely takes longer than that control: whatever limits the row, its
// time goes to its loads and what they need, such as addresses. That is enough to call two loops equal, but
// says nothing about loads alone.
std::optional<InconclusiveReason> whyNoCost(const RowFigures& row, std::size_t strategy);

// How many times as long one row takes as another, not yet judged: nothing, and why, if the run lacks one of the rows or
// did not measure it. `asPrinted`: as in Planned.
FoundRow measuredTimeOver(const RunFigures& figures, const std::string& row, const std::string& reference,
                          std::size_t strategy, bool asPrinted = false);

// The same, but rows that loads do not limit (whyNotLoads) are not compared either, with two exceptions. If
// the rows differ by `bound`, only the slower row must be limited by loads: whatever hides the other row's
// loads, they are at least that much faster. If the rows surely differ by less, whyNoCost counts instead.
FoundRow timeOver(const RunFigures& figures, const std::string& row, const std::string& reference,
                  std::size_t strategy, double bound);

// isAtLeast of the row's time (stats/paired.h); nothing without one.
std::optional<bool> isAtLeast(const FoundRow& row, double bound);

// Why that gives nothing.
InconclusiveReason whyUnclear(const FoundRow& row, double bound);

// Worse if the row takes `bound` times as long; Same if it surely takes less, and, if `twoSided`, is surely
// not faster by `bound` either; Better if it surely is faster by that.
FoundRow judgedRow(FoundRow row, double bound, bool twoSided = false);

// The rows that were measured under both `set` and the strategy, without no-load controls, in the run's order, judged
// by kSameUnderSet: whether the strategy is faster than `set`.
std::vector<FoundRow> rowsUnder(const RunFigures& figures, std::string_view strategy);

// A row's time under one strategy over that under another, which were both measured.
FoundRow judgedUnder(const RowFigures& row, std::size_t strategy, std::size_t other, double bound);

// A comparison that an experiment makes where the run has its row. One after the other with the same topic
// and subject make one finding (judgedByMost).
struct Planned {
    std::string topic = {}, subject = {}, reference = {}; // as in Finding
    std::string row = {}, other = {};                     // names of rows
    std::string at = {}, way = {};                        // as in FoundRow and Finding
    double bound = kOtherKernel;
    bool twoSided = false;
    bool whateverLimits = false; // by measuredTimeOver
    bool asPrinted = false;      // by the rows themselves, even where one load in flight is faster
};

// The index of the run's first strategy under which any of the named rows was measured; 0 if there is none.
std::size_t judgedStrategy(const RunResult& run, std::span<const std::string> names);

// The same of the planned rows that the run has.
std::size_t plannedStrategy(const RunFigures& figures, const std::vector<Planned>& all);

// One finding for each topic and subject of which the run has a row.
std::vector<Finding> judgePlanned(const RunFigures& figures, const std::vector<Planned>& all,
                                  std::size_t strategy);

// Names the judged strategy in all rows and, if the run has several, in the findings' scopes.
void nameStrategy(const RunResult& run, std::size_t strategy, std::vector<Finding>& findings);

} // namespace vkperftest
