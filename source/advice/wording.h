// How advice words factors, sets of formats, and rows that differ.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "advice/rule.h"

namespace vkperftest {

// The span of several numbers.
struct Span {
    double low = 0, high = 0; // both 0: nothing was added
    bool atLeast = false;     // one of them, or all, may be larger

    Span() = default;
    Span(double value, bool mayBeLarger) : low(value), high(value), atLeast(mayBeLarger) {}
    Span(const Contrast& contrast) : Span(contrast.factor, contrast.atLeast) {}
    Span(const Row& measured) : Span(measured.ratio(), !measured.showsLoads()) {}
    void add(const Span& other);
};

std::string speedText(const Span& span);  // against the baseline: "0.75x", "1.4-1.5x", "at least 4.2x"
std::string factorText(const Span& span); // of one row against another: "1.2-3.9", "53", "at least 1.3"
// Of factorText, the least alone, without "at least".
std::string leastText(const Span& span);

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

// That there is no difference, in words that Told::same asks for; else "subject: difference", unless that is empty.
std::vector<Told> tellDifference(bool allSame, std::string same, std::string_view subject,
                                 std::string_view difference, std::vector<Row> rows, int weight);

// Rows against others.
struct RowContrasts {
    std::vector<Row> rows;                   // whose contrast is clear
    std::vector<std::string> faster, slower; // what is, by how much: "float2 1.3"
    bool allSame = true;                     // as areSame has it

    Contrast add(const Row& first, const Row& second, double bound);
    // tellDifference of both lists.
    std::vector<Told> tell(std::string same, std::string_view subject, int weight) const;
};

// "a", "a and b", "a, b and c"
std::string listText(const std::vector<std::string>& parts, std::string_view last = " and ");

} // namespace vkperftest
