// Phrases that several formats share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "model/merge.h"

namespace vkperftest {

std::string counted(std::size_t number, std::string_view what); // "1 figure", "2 figures"

std::string ratioText(double ratio); // "3.911x"

// Of a share: "+9.0 %", "0.0 %".
std::string signedPercent(double change);

// Half the interval's width, relative to the ratio: "±0.4 %"; "±?" without an interval.
std::string plusMinus(const PairedRatio& ratio);

// "1.000x" of the baseline, else the ratio.
std::string ratioText(const StrategyFigures& figures);

// "1.002x [0.998, 1.006]"; printed ones without the brackets
std::string ratioWithInterval(const PairedRatio& ratio);

std::string loadsText(double loadsPerNanosecond); // three significant digits or more: "29.9", "0.187"

// Three decimals, and four significant digits or more: "290.491", "0.05361".
std::string millisecondsText(double milliseconds);

// Device, driver and API version; device and source of printed figures.
std::string deviceLine(const RunResult& run);

// What must be known to read the figures: the null row, drift, marks used, unsupported and failed rows with
// reasons, why the kernels' code is not known; one sentence each. Of printed figures: their source and
// caveats instead of what only samples tell.
std::vector<std::string> remarks(const RunFigures& figures);

// Why the kernels' code is not known, a sentence; none if it is, or nobody asked.
std::vector<std::string> codeRemarks(const RunResult& run);

// remarks() where no figures stand that bear marks, and without codeRemarks().
std::vector<std::string> remarksWithoutMarks(const RunFigures& figures);

// "1 of 4 blocks left out of 3 of 276 rows; first reason: …"; empty if none was.
std::string leftOutText(const MergedRuns& merged, std::size_t blocks);

inline constexpr std::string_view kFasterAloneText =
    "faster with one load in flight than with several; advice goes by the faster form";

// "*" where the precision goal was missed, "^" where the serial twin is faster, "!" where the fastest samples
// disagree, both or neither; "~" where printed figures have a caveat.
std::string marks(const StrategyFigures& figures);

// What the driver's compiler made of the row under its first strategy (loadPhrase in isa/digest.h), and under
// others where that differs: "one 128-bit load; address-4: 4 narrow loads". Empty without figures.
std::string explanation(const RunResult& run, const RowResult& row);

// Why some or all are unknown, one sentence each; none if all are known.
std::vector<std::string> explanationRemarks(const RunResult& run);

// "Run quality: noisy: 31 % of the samples were disturbed. Measure again …", and whether the timer is wrong;
// empty where there is none to tell.
std::string qualityLine(const RunFigures& figures);

// What makes a run that is not good a better one, a sentence; empty for one that is good.
std::string qualityRemedy(const RunFigures& figures);

// One sentence with what was read, "unknown" for what was not; a second where the clock moved by more than 5
// % under load or throttling was reported; or one that says why nothing is known. None of a run that nobody
// read them for.
std::vector<std::string> conditionRemarks(const RunResult& run);

} // namespace vkperftest
