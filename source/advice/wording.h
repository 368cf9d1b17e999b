// How advice words factors, sets of formats, and rows that differ.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "advice/rule.h"
#include "cases/format.h"

namespace vkperftest {

// The span of several numbers.
struct Span {
    double low = 0, high = 0; // both 0: nothing was added
    bool atLeast = false;     // one of them, or all, may be larger

    void add(double value, bool mayBeLarger);
    void add(const Span& other);
};

std::string speedText(const Span& span);  // against the baseline: "0.75x", "1.4-1.5x", "at least 4.2x"
std::string factorText(const Span& span); // of one row against another: "1.2-3.9", "53", "at least 1.3"
// Of factorText, the least alone, without "at least".
std::string leastText(const Span& span);
std::string timesFaster(const Span& span); // "3.9 times as fast"
std::string timesSlower(const Span& span); // "3.9 times slower"

// A format's row, or what came of contrasting it with another.
struct FormatRow {
    Format format = Format::R8;
    Row row;
};
struct FormatContrast {
    Format format = Format::R8;
    Contrast contrast;
};

std::vector<FormatRow> formatRows(const Reading& reading, Operation (*family)(Format), Pattern pattern);

// "all", "16 bytes", "up to 8 bytes", "one channel", "RGBA8 and R32f"; of PerfTest's nine formats.
std::string formatSet(const std::vector<Format>& formats);

// The speeds of the family's loads, linear and random; formats of about one speed (within kOtherKernelDiffers) together,
// the fastest first: "up to 8 bytes 1.4-1.5x, others 0.75x, linear and random". Where they do not fall into three groups
// or fewer, the slowest and the fastest: "0.86x (RGBA16f) to 1.4x (R16f)". Empty if a row was not measured, or the rows do
// not decide which is slower.
std::string speedsByPattern(const Reading& reading, Operation (*family)(Format));

// Which of the family's loads are slower or faster than the other's, linear and random: "linear one channel 3.9 times
// slower". Empty if none is. `allSame`: whether all are the same as the other's.
std::string differences(const Reading& reading, Operation (*family)(Format), Operation (*other)(Format),
                        bool& allSame);

// The measured rows of the families under those patterns.
std::vector<Row> rowsOf(const Reading& reading, const std::vector<Operation (*)(Format)>& families,
                        const std::vector<Pattern>& patterns);

// "a", "a and b", "a, b and c"
std::string listText(const std::vector<std::string>& parts, std::string_view last = " and ");

} // namespace vkperftest
