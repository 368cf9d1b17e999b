// A small run made by hand, with one row of everything that a report must show.
#pragma once

#include <string>
#include <vector>

#include "model/run_result.h"

namespace vkperftest {

constexpr std::uint64_t kSampleLoads = 1u << 20; // 1/256 of PerfTest's dispatch

// Samples around so many milliseconds of PerfTest's dispatch, off by `spread` on either side in turns.
std::vector<double> samplesAround(double milliseconds, double spread, std::size_t count = 12);

StrategyResult measuredStrategy(const std::string& name, double milliseconds, double spread);

// The baseline takes 35.054 ms: 3.911 times 8.963 ms.
RowResult sampleRow(const std::string& operation, const std::string& pattern, const std::string& id,
                    std::vector<StrategyResult> strategies);

RunResult sampleRun();

// Controls that no report lists. The first row takes 1.1 times as long as its no-load control under its first strategy,
// 2.2 times under its second; the baseline takes 4.3 times as long. Its dependent control takes as long as its
// second strategy.
RunResult sampleRunWithControls();

// Nothing could be measured, as on a device that is lost in the warm-up.
RunResult emptyRun();

RowResult printedSampleRow(const std::string& operation, const std::string& pattern,
                           std::vector<PrintedFigures> figures);

// Figures that somebody else printed: without samples, A/A control and what only this program's own runs have.
RunResult printedRun();

// Without the empty part after the last line's end.
std::vector<std::string> linesOf(const std::string& text);

bool holdsNoNumber(const std::string& text);

} // namespace vkperftest
