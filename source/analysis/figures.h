// What a row's raw samples say, under each strategy.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/quality.h"
#include "analysis/restarts.h"
#include "analysis/row_figures.h"
#include "model/run_result.h"
#include "stats/paired.h"

namespace vkperftest {

// What a run's raw samples say: every figure that reports, experiments and comparisons with known GPUs use.

// Strategies in the rows, counted by status.
struct StatusCounts {
    std::size_t measured = 0;
    std::size_t unsupported = 0;
    std::size_t failed = 0;
    std::size_t notMeasured = 0;
};

// Refers to the run, which must outlive it unchanged.
struct RunFigures {
    const RunResult* run = nullptr;
    std::vector<RowFigures> rows, controls; // in the run's order
    RowFigures aaControl;                   // without strategies where the run has none
    StatusCounts counts;                    // of the rows
    double disturbedShare = 0;              // of the rows' samples: those that were disturbed
    std::optional<RunQuality> quality;      // nothing where nothing was measured, or the figures are printed

    // `row` is a row, a control or the A/A control of the run.
    const RowFigures& of(const RowResult& row) const;

    // Among rows and controls; null if it is not there.
    const RowFigures* find(std::string_view name) const;
};

// An interval reaches as far at least as restarts scatter (analysis/restarts.h) and as the A/A control is off
// (aaControlError).
RunFigures analyse(const RunResult& run);

// The figures of one row, control or A/A control while the run goes on, at the cost of that row alone. Its
// intervals come from its own samples; the other rows may still widen them.
RowFigures analyseRow(const RunResult& run, const RowResult& row);

// The ratio alone, of a strategy that was measured; for callers that ask after every sample.
PairedRatio ratioToBaseline(const RowResult& row, std::size_t strategy);

// True if all rows, controls, ways of recording and windows that were planned were measured or unsupported.
bool isWhole(const RunFigures& figures);

} // namespace vkperftest
