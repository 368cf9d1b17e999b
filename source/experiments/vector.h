// The experiment "vector": what does misalignment cost a load of N consecutive floats or halves? Judged from
// a run of the suite of that name, against the claim that a vector of 5 or more must be aligned to its
// natural alignment: the smallest power of two of bytes that holds it, as compilers align vectors.
//
// The cost of an offset is the row's time over that of the same kernel at offset 0, where every vector is
// naturally aligned. The kernels of a width and their floor do the very same operations, but for the load and
// the or-operation of its address.
//
// Two things may hide what misalignment costs, so both are varied. A raw buffer promises an alignment of 4
// bytes alone: a driver that must load word by word pays at every offset, and only a buffer that promises
// more shows what is lost. And where vectors lie a power of two apart, the words of several lanes may meet on
// one bank of L1, which takes longer than any misalignment: an odd number of words apart they do not.
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

// A vector that promises its alignment gains if its loads take so many times less time than those of a raw
// buffer: they have kernels of their own (kStrideCosts in experiments/stride.h).
constexpr double kPromiseGains = 1.25;

// A vector in another form, against itself in a raw buffer at offset 0: an odd number of words apart, by
// kOffsetCosts, or where a structured buffer promises its alignment, by kPromiseGains.
struct VectorForm : Compared {
    std::string vector; // "float5"
    unsigned bytes = 0; // from one to the next, or those that are promised
    bool promised = false;
};

// "float5", of a vector's load.
std::string vectorName(const Operation& load);

using Placed = std::vector<PlacedVector>;

// Those of which that was found: they cost, or do not, or could not be judged.
Placed thoseThat(const Placed& all, std::optional<bool> cost);

// Of those that could be judged: one at least.
PlacedVector worst(const Placed& all);

// The smallest number of bytes at whose multiples none of the loads costs anything; 0 if a load there costs.
// Nothing if that could not be judged.
std::optional<unsigned> enoughAlignment(const Placed& misaligned);

// How vectors must be aligned, and whether the alignment must be promised.
std::string concludeVectors(const std::vector<PlacedVector>& vectors,
                            const std::vector<VectorForm>& forms = {});

// Of what the run has rows of.
std::vector<VectorForm> compareForms(const RunFigures& figures);

// Faster, Slower, Same or CannotSay: "float5 20 bytes apart", "float4 promised 16 bytes".
Finding judgeForm(const VectorForm& form);

// Of what the run has rows of; judged is the first strategy that has figures. Offsets whose aligned row or
// floor is missing, that were not measured, are not limited by loads or scatter across the bound are not
// judged. One finding for each form of a vector (judgeForm), after those for each width: Costs, CostsNothing,
// or CannotSay where no offset costs, but one of them could not be judged. The last finding, of the subject
// "vectors of 5 or more", judges the claim by all their offsets that are no multiples of the natural
// alignment: it is borne out where they cost (ClaimRows). Where it holds in part, the sentence says from
// which alignment on none costs, if no load there was left unjudged. A usage error without any row.
Result<Answer> answerVector(const RunFigures& figures);

} // namespace vkperftest
