// What advice rests on: how many times as long one row takes as another, and how much of that is sure. Each
// row bounds the speed of its loads from below, from above or from both sides (Row::isAtLeast,
// Row::isAtMost); so a cost is known exactly, is a least or a most, or is not known.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "advice/reading.h"

namespace vkperftest {

// Smaller differences are not spoken of: of one load under two patterns, and of two that fetch the same.
constexpr double kDiffers = 1.1;

// Of two formats or resources, whose kernels differ, nothing less is called faster or slower: kernels of the
// same operations were seen to differ by 17 % with nothing behind it. Between the two bounds nothing is said.
constexpr double kOtherKernelDiffers = 1.25;

// Two rows are "at least as fast" where the one that may be faster still takes at most this many times as
// long as measured.
constexpr double kNoSlower = 1.02;

enum class Sense {
    Exact,
    AtLeast, // the subject takes at least so many times as long
    AtMost,  // at most
    Unknown, // neither: instructions may limit the slower one, or a caveat may be all of the difference
};

// The subject takes `times` times as long as the reference. Both are measured.
struct Cost {
    Row subject, reference;
    PairedRatio times; // bigger: the subject is slower
    Sense sense = Sense::Unknown;

    // What is true of the loads as well: the cost is not less, or not more.
    bool hasLeast() const { return sense == Sense::Exact || sense == Sense::AtLeast; }
    bool hasMost() const { return sense == Sense::Exact || sense == Sense::AtMost; }

    // Whether the loads cost at least, or at most, so many times as much: the whole interval says so, and the
    // fastest samples do not disagree. Printed figures have no intervals, and are taken as they stand.
    bool isAtLeast(double bound) const;
    bool isAtMost(double bound) const;
};

// Nothing if either was not measured. Two rows of one operation whose caveats can only have made them slower,
// by the same instructions, differ by at least as much as measured.
std::optional<Cost> costOf(const Row& subject, const Row& reference);

enum class Outcome {
    Faster,   // the subject, by `bound` or more
    Same,     // within kDiffers, and both rows show their loads
    NoSlower, // at least as fast, perhaps faster
    Slower,
    Unclear,
};

Outcome outcomeOf(const Cost& cost, double bound);

// A claim that a sentence makes: the cost, and what is said of it.
struct CostClaim {
    Cost cost;
    Outcome outcome = Outcome::Unclear;
};

// Nothing unless it is clear.
std::optional<CostClaim> claimOf(const Row& subject, const Row& reference, double bound);

} // namespace vkperftest
