// The run as rules read it: rows by what they load, and what may be said of two of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

// Smaller differences are not spoken of: of one load under two patterns, and of two that fetch the same.
constexpr double kDiffers = 1.1;

// Of two formats or resources, whose kernels differ, nothing less is called faster or slower: kernels of the same
// operations were seen to differ by 17 % with nothing behind it. Between the two bounds nothing is said.
constexpr double kOtherKernelDiffers = 1.25;

// A row under the strategy that the advice is about.
struct Row {
    std::string name;
    const StrategyFigures* figures = nullptr; // null: it was not measured

    double ratio() const { return figures->best().median; } // only of measured rows

    // Its time is that of its loads, as far as anybody knows: it is bound by them, or printed. Others are at least as
    // fast as measured.
    bool showsLoads() const;
};

enum class Outcome { Faster, Same, Slower, Unclear };

struct Contrast {
    Outcome outcome = Outcome::Unclear;
    double factor = 1;    // how many times as fast the faster row is
    bool atLeast = false; // the faster row's loads may be faster still; of Same: either row's
};

// The first row against the second. Faster or slower by `bound` or more, or the same within it, only if the whole
// interval says so and the slower row shows its loads; printed figures, which have no interval, are taken as they stand.
Contrast contrast(const Row& first, const Row& second, double bound);

// Within kDiffers of each other, and both are known to show their loads.
bool areSame(const Row& first, const Row& second);

class Reading {
public:
    explicit Reading(const RunFigures& figures);

    Row row(const Operation& operation, Pattern pattern) const;
    const RunFigures& figures() const { return *figures_; }

private:
    const RunFigures* figures_;
    std::size_t strategy_ = 0; // the first that any row was measured under
};

// A load to choose where so many bytes are wanted.
struct Candidate {
    std::string_view kind; // "raw"
    Operation operation;
    Row row = {}; // candidateRows fills it in
};

// Of 4, 8 or 16 bytes: values of 32 bits, which nothing converts.
std::vector<Candidate> candidatesOf(std::uint32_t bytes);

// The same with their rows under a pattern, without those that are not comparable; empty unless all were measured.
std::vector<Candidate> candidateRows(const Reading& reading, std::uint32_t bytes, Pattern pattern);

// The one with the highest ratio; `rows` are not empty.
const Candidate& fastestOf(const std::vector<Candidate>& rows);

} // namespace vkperftest
