// How advice words factors, sets of formats, and loads that differ.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "advice/rule.h"
#include "analysis/strategy_rows.h"

namespace vkperftest {

// The span of several factors.
struct Span {
    double low = 0, high = 0;                     // both 0: nothing was added
    bool atLeast = false;                         // some or all factors may be larger
    bool lowAtLeast = false, highAtLeast = false; // these two may be

    // Adds how many times as long the slower of the two rows takes.
    void add(const Cost& cost);
};

std::string rangeText(const Span& span);  // "1.2 to 3.9", "53"
std::string factorText(const Span& span); // the same, but "at least 1.3" where factors may be larger

// A comparison under a pattern; `item`: a format, or a number of bytes.
struct ComparedLoads {
    std::uint32_t item = 0;
    Pattern pattern = Pattern::Uniform;
    CostClaim claim;
};

// How a sentence names what was compared.
struct Comparing {
    std::string subject;   // "Raw loads"
    std::string reference; // "typed ones"; empty: the items are the reference
    std::function<std::string(const std::vector<std::uint32_t>&)> items; // "4 and 8 bytes"; empty: all
    std::size_t patterns = 3; // to be compared: if a part covers all, they are not named
    // Whether a list of items that are as fast would be too long, and what the items are then called:
    // "formats".
    std::function<bool(const std::vector<std::uint32_t>&)> isCrowd = {};
    std::string crowd = {};
};

// "Raw loads are faster than typed ones for 4 bytes (2.9 times as fast) and 8 bytes random (1.5); slower for
// …". Nothing if `all` is empty.
std::vector<Told> tellCompared(const Comparing& how, const std::vector<ComparedLoads>& all);

// Adds the claim unless its outcome is unclear.
void compare(std::vector<ComparedLoads>& all, std::uint32_t item, Pattern pattern, const Row& subject,
             const Row& reference, double bound = kOtherKernelDiffers);

// "Push descriptors are up to 1.3 times as fast as descriptor sets in 4 rows". Nothing if no row could be
// judged.
std::vector<Told> tellUnder(const RunFigures& figures, const StrategyRows& strategy,
                            std::string_view subject);

// Adds what a part of a rule tells.
void addTold(std::vector<Told>& all, std::vector<Told> more);

std::string numbersText(const std::vector<std::uint32_t>& numbers); // "4, 8 and 16"

// "1 word", "1, 2 and 4 words"
std::string wordsText(const std::vector<std::uint32_t>& numbers);

// "4, 8 and 16 bytes"
std::string bytesText(const std::vector<std::uint32_t>& sizes);

// "", "16 bytes", "up to 8 bytes", "one channel", "RGBA8 and R32f"; of PerfTest's nine formats, in any order.
std::string formatsText(std::vector<Format> formats);
bool haveName(std::vector<Format> formats); // whether formatsText() needs no list

// "linear and random"; empty if there are `all` patterns.
std::string patternsText(std::vector<Pattern> patterns, std::size_t all = 3);

} // namespace vkperftest
