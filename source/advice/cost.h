// The basis of advice: how many times as long one row takes as another, and how certain that is. Each row
// bounds the speed of its loads from below, from above or from both sides (Row::isAtLeast, Row::isAtMost). So
// a cost is exact, a lower bound, an upper bound, or unknown.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "advice/reading.h"

namespace vkperftest {

// Smaller differences between patterns of a load, or between loads of the same data, are not mentioned.
constexpr double kDiffers = 1.1;

// The same between formats or resources, whose kernels differ: kernels with the same operations were seen to
// differ by 17 % without a cause. Between kDiffers and this bound nothing is said.
constexpr double kOtherKernelDiffers = 1.25;

// A row is "at least as fast" as another if it takes at most this many times as long, as measured, and may be
// faster.
constexpr double kNoSlower = 1.02;

enum class Sense {
    Exact,
    AtLeast, // the subject takes at least so many times as long
    AtMost,  // at most
    Unknown, // neither: instructions may limit the slower row, or a caveat may explain the whole difference
};

// The subject takes `times` times as long as the reference. Both are measured.
struct Cost {
    Row subject, reference;
    PairedRatio times; // bigger: the subject is slower
    Sense sense = Sense::Unknown;

    // Whether the measured cost bounds that of the loads themselves from below, or from above.
    bool hasLeast() const { return sense == Sense::Exact || sense == Sense::AtLeast; }
    bool hasMost() const { return sense == Sense::Exact || sense == Sense::AtMost; }

    // Whether the loads cost at least, or at most, so many times as much: the whole interval says so, and the
    // fastest samples do not disagree. Printed figures have no intervals, and are taken as they are.
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

// A claim that a sentence makes: the cost, and what the sentence says about it.
struct CostClaim {
    Cost cost;
    Outcome outcome = Outcome::Unclear;
};

// Nothing if the outcome is unclear.
std::optional<CostClaim> claimOf(const Row& subject, const Row& reference, double bound);

} // namespace vkperftest
