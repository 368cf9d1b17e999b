// What a row's raw samples say, under each strategy.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/restarts.h"
#include "analysis/row_figures.h"
#include "model/run_result.h"
#include "stats/interval.h"

namespace vkperftest {

// How much a run was disturbed, by itself. The bounds were chosen on 68 runs of lavapipe beside up to three busy
// loops and compilers, and on GPUs. Of a quiet run of lavapipe, 9 % of the samples are disturbed, 2 % of the figures
// are wider than +-3 %; of GPUs none.
enum class Grade {
    Good,
    Noisy,     // many samples were disturbed, or many intervals are wide
    Disturbed, // most samples were disturbed, or most intervals are wide
};

std::string_view gradeName(Grade grade); // "good"

// What a run shows of itself. The baseline, 1 by definition, is not among its figures.
struct QualityFacts {
    double setAside = 0;                  // share of the samples that were disturbed
    std::optional<PairedRatio> aaControl; // the baseline against itself; nothing if it was not measured
    std::vector<PairedRatio> ratios;      // of all figures, at least one; of windows, the times
    double wide = 0.06;                   // an interval that is wider than this, relative, is wide
};

struct RunQuality {
    Grade grade = Grade::Good;
    std::vector<std::string> reasons; // why it is not good, a clause each, the worst first
    QualityFacts facts;
    double wideShare = 0;      // of the figures: with a wide interval, or without one
    double aaControlError = 0; // by how much the A/A control is off beyond what its own interval allows for
};

// By how much the A/A control is off beyond what its own interval allows for; 0 up to 2 %.
double aaControlError(const PairedRatio& aaControl);

RunQuality judgeQuality(const QualityFacts& facts);

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

// Fills in what its controls show about a row of the figures, under each strategy.
void judgeLimiters(const RunFigures& figures, RowFigures& row);

// An interval reaches as far at least as restarts scatter (restartReach) and as the A/A control is off
// (aaControlError).
RunFigures analyse(const RunResult& run);

// The ratio alone, of a strategy that was measured; for callers that ask after every sample.
PairedRatio ratioToBaseline(const RowResult& row, std::size_t strategy);

// True if all rows, controls, ways of recording and windows that were planned were measured or unsupported.
bool isWhole(const RunFigures& figures);

} // namespace vkperftest
