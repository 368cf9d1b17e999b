// Phrases and sentences that several formats share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "model/merge.h"
#include "model/run_result.h"

namespace vkperftest {

// The clause with a capital letter at its beginning.
std::string capitalized(std::string clause);

// At most so many columns, then "…".
std::string shortened(const std::string& text, std::size_t longest = 60);

std::string ratioText(double ratio); // "3.911x"

// A relative change: "+9.0 %", "0.0 %", and from twice as much on "2.41x".
std::string signedPercent(double change);

// Half the interval's width, relative to the ratio: "±0.4 %"; "±?" without an interval.
std::string plusMinus(const PairedRatio& ratio);

// "1.000x" of the baseline, else the ratio.
std::string ratioText(const StrategyFigures& figures);

// "1.002x [0.998, 1.006]"; printed ratios without the brackets
std::string ratioWithInterval(const PairedRatio& ratio);

std::string loadsText(double loadsPerNanosecond); // three significant digits or more: "29.9", "0.187"

// Three decimals, and four significant digits or more: "290.491", "0.05361".
std::string millisecondsText(double milliseconds);

// Device, driver and API version, which is left out if `brief`; for printed figures, device and source.
std::string deviceLine(const RunResult& run, bool brief = false);

// What readers need to understand the figures, a sentence each: the A/A control, unsupported and failed rows with
// reasons; `marks`: also the marks and columns used, and why the kernels' code is unknown. For printed figures: their
// source and footnotes instead of what only samples show.
std::vector<std::string> remarks(const RunFigures& figures, bool marks = true);

// How many of the rows' figures satisfy the predicate.
template <class IsSuch> std::size_t countFigures(const RunFigures& run, const IsSuch& isSuch) {
    std::size_t all = 0;
    for (const RowFigures& row : run.rows)
        for (const std::optional<StrategyFigures>& figures : row.strategies)
            all += figures && isSuch(*figures) ? 1u : 0u;
    return all;
}

// What went wrong or is unusual, a sentence each: failed and missing rows, an interrupted run, bounds checks, and what
// conditionDoubt() says unless qualityRemedy() says it.
std::vector<std::string> troubles(const RunFigures& figures);

// What readers of bare figures must know, a sentence each: a quality that is not good, troubles(), footnotes of printed
// figures, and how many figures are missing because the device lacks what they need. Empty for a faultless run.
std::vector<std::string> doubts(const RunFigures& figures);

// "1 of 4 blocks omitted from 3 of 276 rows; first reason: …"; empty if none was.
std::string leftOutText(const MergedRuns& merged, std::size_t blocks);

inline constexpr std::string_view kFasterAloneText =
    "faster with one load in flight than with several; the advice uses the time with one load in flight";

// "*" where the precision goal was missed, "^" where the dependent control is faster, "~" where printed
// figures have a footnote; none, one or several.
std::string marks(const StrategyFigures& figures);

// "Run quality: noisy (31 % of the samples were disturbed). Measure again …"; empty for a run without a grade, or that
// was interrupted.
std::string qualityLine(const RunFigures& figures);

// The same if it is not good; else empty.
std::string doubtLine(const RunFigures& figures);

// How to get a better run, a sentence; empty if the run is good or was interrupted.
std::string qualityRemedy(const RunFigures& figures);

// A sentence if the clock moved by more than 5 %, by the driver or by the device's counter, or if throttling was
// reported; else empty.
std::string conditionDoubt(const RunResult& run);

// conditionDoubt(), and a sentence with the reason if nothing could be read.
std::vector<std::string> conditionRemarks(const RunResult& run);

// Of what has no figures: its status, or "impossible" for times that the hardware cannot reach.
std::string absenceText(const StrategyResult& result);

std::string limiterText(Limiter limiter); // "loads limit the row"

// The known rates of the device's units, with their sources: "Hopper (9.0), a clock and multiprocessor: L1 128
// bytes (…), …"; empty if none is known.
std::string rateText(const RunResult& run);

// What the columns of clocks and units mean, if a row has figures there; and of each limiter but units and loads, how
// many figures have it, and what it means. Empty for printed figures.
std::vector<std::string> columnRemarks(const RunFigures& figures);

// "38 %, 0:43 left, cbuffer{float4} load linear 3.911x": the share of the time, the time left once it can be estimated
// (from `elapsedSeconds` since measuring began), and the row that is being measured, if any, with its first
// figure so far.
std::string progressLine(double fraction, double elapsedSeconds, const RowResult* row = nullptr);

// What happens while no row is sampled: "building pipelines: 37 of 276"; once sampling has begun, "38 %,
// verifying rows: 12 of 138". `all` is 0 if nothing is counted.
std::string stageLine(RunStage stage, std::size_t done, std::size_t all, double fraction = 0);

// "0:43" or "1:02:03".
std::string durationText(double seconds);

} // namespace vkperftest
