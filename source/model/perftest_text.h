// The rows of PerfTest's matrix as its tables and texts name them, and its text, as people paste it: read
// into a run of printed figures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cases/case.h"
#include "model/run_result.h"

namespace vkperftest {

// The row of the matrix that a text names; case is ignored, and brackets may be square ("Buffer[R8].Load uniform").
// Null for any other text.
const Case* perfTestRow(std::string_view name);

// A clause that says why PerfTest's figures of the row of that name cannot be compared with those of a program that
// stays inside its view; empty if they can. Such a load outside only saves time.
std::string perfTestFootnote(std::string_view row);

struct ImportedText {
    // Printed figures of rows of PerfTest's matrix, in the order of the text. What PerfTest does not print, or prints
    // elsewhere, is empty, including ids and the device.
    RunResult run;
    // Lines that look like results but name no row of the matrix or have other figures: "line 12: its text".
    std::vector<std::string> ignoredLines = {};
};

// Reads one table in either form, with other text around it, quoted with '>', or in a code fence:
//   Buffer<R8>.Load uniform: 8.963ms 3.911x        PerfTest, and `--format perftest` of one strategy
//   Buffer[R8].Load uniform: 8.963ms 3.911x        as some write it for GitHub
// A heading "Performance compared to ROW" may name PerfTest's own baseline alone.
//
// PerfTest prints RGBA32F nearest uniform with the label of bilinear; such a row is renamed by its position.
// Rows that PerfTest itself does not measure well have a footnote (perfTestFootnote), even in this program's own
// text, which looks the same.
//
// A usage error names the line if a time or ratio is not positive, or a row appears twice. It is also a usage error if
// no line is a result.
Result<ImportedText> parsePerfTestText(std::string_view text);

} // namespace vkperftest
