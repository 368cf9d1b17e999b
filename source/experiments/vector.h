// The experiment "vector": what does misalignment cost a load of N consecutive floats or halves? Judged from
// a run of the suite of that name. The claim: a vector of 5 or more must be aligned to its natural alignment,
// the smallest power of two of bytes that holds it, as compilers align vectors.
//
// The cost of an offset is the row's time over that of the same kernel at offset 0, where every vector is
// naturally aligned. The kernels of a width and their floor do the same operations, except for the load and
// the OR in its address.
//
// Two things may hide what misalignment costs, so both are varied. A raw buffer promises an alignment of only
// 4 bytes: a driver that must load word by word pays at every offset, and only a buffer that promises more
// shows the loss. And if vectors lie a power of two apart, the words of several lanes may meet on one bank of
// L1, which takes longer than any misalignment. An odd number of words apart, they do not meet.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/figures.h"
#include "base/result.h"
#include "cases/operation.h"
#include "experiments/judging.h"

namespace vkperftest {

// An offset costs if a load takes this many times as long there. Both rows run the same code, so the bound is
// below the differences between kernels of different code; and nobody would pad an array for less.
constexpr double kOffsetCosts = 1.1;

// A vector at an offset, compared with itself at offset 0.
struct PlacedVector : Compared {
    std::string vector;     // "float5"
    unsigned values = 0;    // 5
    unsigned alignment = 0; // natural, bytes
    unsigned offset = 0;    // bytes

    bool misaligned() const { return offset % alignment != 0; }
};

// A promise of alignment gains if its loads are this many times as fast as those of a raw buffer. The two
// have different kernels (kStrideCosts in experiments/stride.h).
constexpr double kPromiseGains = 1.25;

// A vector in another form, compared with itself in a raw buffer at offset 0: an odd number of words apart
// (bound kOffsetCosts), or in a structured buffer that promises its alignment (kPromiseGains).
struct VectorForm : Compared {
    std::string vector; // "float5"
    unsigned bytes = 0; // from one vector to the next, or promised
    bool promised = false;
};

// The name of a load's vector: "float5".
std::string vectorName(const Operation& load);

using Placed = std::vector<PlacedVector>;

// The vectors whose offset costs, does not cost, or could not be judged.
Placed thoseThat(const Placed& all, std::optional<bool> cost);

// The slowest of the vectors that could be judged; at least one must be.
PlacedVector worst(const Placed& all);

// The smallest alignment in bytes at whose multiples no load costs anything; 0 if there is none. Nothing if
// that could not be judged.
std::optional<unsigned> enoughAlignment(const Placed& misaligned);

// How vectors must be aligned, and whether the alignment must be promised.
std::string concludeVectors(const std::vector<PlacedVector>& vectors,
                            const std::vector<VectorForm>& forms = {});

// The forms that the run has rows of.
std::vector<VectorForm> compareForms(const RunFigures& figures);

// Faster, Slower, Same or CannotSay: "float5 20 bytes apart", "float4 promised 16 bytes".
Finding judgeForm(const VectorForm& form);

// Judges the rows that the run has, under the first strategy that has figures. An offset is not judged if its
// aligned row or its floor is missing, or if it was not measured, is not limited by loads or scatters across
// the bound. Findings:
// - One for each width: Costs, CostsNothing, or CannotSay if no offset costs but one could not be judged.
// - One for each form of a vector (judgeForm).
// - "vectors of 5 or more": the claim, by all offsets of these vectors that are not multiples of the natural
//   alignment. It is borne out by those that cost (ClaimRows). If it holds in part, the sentence names the
//   alignment from which no load costs, unless a load there was not judged.
// A usage error without any row.
Result<Answer> answerVector(const RunFigures& figures);

} // namespace vkperftest
