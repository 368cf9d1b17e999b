// The experiment "vector": what does misalignment cost a load of N consecutive floats or halves? Judged from
// a run of the suite of that name, against the claim that a vector of 5 or more must be aligned to its
// natural alignment: the smallest power of two of bytes that holds it, as compilers align vectors.
//
// The cost of an offset is the row's time over that of the same kernel at offset 0, where every vector is
// naturally aligned, with the 95 % interval that the run's samples give it. A bound is passed or missed by
// the whole interval and by the fastest samples as well (isAtLeast in stats/paired.h).
//
// The kernels of a width and their floor do the very same operations, but for the load and the or-operation
// of its address.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "base/result.h"
#include "experiments/finding.h"

namespace vkperftest {

// An offset costs if a load takes so many times as long there. Both rows run the very same code, so less than
// kernels of different code may differ by; and nobody would pad an array for less.
constexpr double kOffsetCosts = 1.1;

// Verdicts of a width.
constexpr std::string_view kCosts = "costs";                // at one offset or more
constexpr std::string_view kCostsNothing = "costs nothing"; // at none

// A vector at an offset.
struct PlacedVector {
    std::string vector;        // "float5"
    unsigned values = 0;       // 5
    unsigned alignment = 0;    // natural, bytes
    unsigned offset = 0;       // bytes
    double cost = 1;           // times as long as at offset 0
    std::optional<bool> costs; // nothing: `trouble` says why
    std::string trouble;

    bool misaligned() const { return offset % alignment != 0; }
};

// Those of which the run has a row, floats first; a usage error if there are none. Judged is the first strategy that has
// figures. Nothing is known of those whose aligned row or floor is missing, that were not measured, are not bound by
// loads (kLoadBound) or scatter across the bound.
Result<std::vector<PlacedVector>> judgeVectors(const RunFigures& figures);

// How vectors must be aligned.
std::string concludeVectors(std::span<const PlacedVector> vectors);

// One finding for each width: kCosts, kCostsNothing, or kCannotSay (experiments/judging.h) where no offset costs, but
// one of them could not be judged. The last finding, of the subject "vectors of 5 or more", judges the claim by all their
// offsets that are no multiples of the natural alignment: it is borne out where they cost (claimVerdict). Where it holds
// in part, the sentence says from which alignment on none costs, if no load there was left unjudged.
Result<Answer> answerVector(const RunFigures& figures);

} // namespace vkperftest
