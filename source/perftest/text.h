// PerfTest's text, as people paste it: read into a run of printed figures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/run_result.h"

namespace vkperftest {

struct ImportedText {
    // Printed figures of rows of PerfTest's matrix, in the order of the text. `device.name` is the adapter
    // that the text says was used, empty if it does not say; what PerfTest does not print is empty, ids too.
    RunResult run;
    // Lines that look like results but name no row of the matrix or have other figures: "line 12: its text".
    std::vector<std::string> ignoredLines;
    std::vector<std::size_t> otherLines; // numbers of those that look like no result, ascending
};

// Reads one table in any of these forms, with chatter around it, quoted with '>', or in a code fence:
//   Buffer<R8>.Load uniform: 8.963ms 3.911x        PerfTest, and this program's `--format perftest`
//   Buffer[R8].Load uniform: 8.963ms 3.911x        as some write it for GitHub
//   Load R8 invariant: 0.536ms                     PerfTest of 2017; ratios are computed
// This program's text may have several blocks, headed "Performance compared to ROW (STRATEGY)", and lines
// "NAME: unsupported (reason)", likewise failed and not measured. The baseline is the row that the heading
// names, PerfTest's own without a heading; the strategy of a heading without one is `set`.
//
// A ratio of few digits is taken from the times instead, and a time of few digits from the ratio, where the baseline's
// time allows that and what was printed is that figure rounded.
//
// PerfTest prints RGBA32F nearest uniform under the label of bilinear; such a row is renamed by its place.
// Rows that PerfTest itself does not measure well have a caveat (perfTestCaveat), in this program's own text
// too, which cannot be told apart.
//
// A usage error that names the line where a time or ratio is not positive and finite, where a row comes
// twice, or where the form of the figures changes; one if ratios cannot be computed, or if no line is a
// result.
Result<ImportedText> parsePerfTestText(std::string_view text);

} // namespace vkperftest
