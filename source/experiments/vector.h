// The experiment "vector": what does misalignment cost a load of N consecutive floats or halves? Judged from
// a run of the suite of that name, against the claim that a vector of 5 or more must be aligned to its
// natural alignment: the smallest power of two of bytes that holds it, as compilers align vectors.
//
// The cost of an offset is the row's time over that of the same kernel at offset 0, where every vector is
// naturally aligned. The kernels of a width and their floor do the very same operations, but for the load and
// the or-operation of its address.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/figures.h"
#include "base/result.h"
#include "cases/operation.h"
#include "experiments/judging.h"

namespace vkperftest {

// An offset costs if a load takes so many times as long there. Both rows run the very same code, so less than
// kernels of different code may differ by; and nobody would pad an array for less.
constexpr double kOffsetCosts = 1.1;

// A vector at an offset, against itself at offset 0.
struct PlacedVector : Compared {
    std::string vector;     // "float5"
    unsigned values = 0;    // 5
    unsigned alignment = 0; // natural, bytes
    unsigned offset = 0;    // bytes

    bool misaligned() const { return offset % alignment != 0; }
};

// "float5", of a vector's load.
std::string vectorName(const Operation& load);

// How vectors must be aligned.
std::string concludeVectors(const std::vector<PlacedVector>& vectors);

// Of what the run has rows of; judged is the first strategy that has figures. Offsets whose aligned row or floor is
// missing, that were not measured, are not limited by loads or scatter across the bound are not judged.
// One finding for each width: Costs, CostsNothing, or CannotSay where no offset costs, but one of them could not be
// judged. The last finding, of the subject "vectors of 5 or more", judges the claim by all their offsets that are no
// multiples of the natural alignment: it is borne out where they cost (ClaimRows). Where it holds in part, the sentence
// says from which alignment on none costs, if no load there was left unjudged. A usage error without any row.
Result<Answer> answerVector(const RunFigures& figures);

} // namespace vkperftest
