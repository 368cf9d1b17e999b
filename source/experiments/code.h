// What the experiments find in code alone: rows that were compiled, perhaps for a GPU you don't have, but not
// run. All functions are pure. Loads of descriptors are not counted.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "cases/bound_row.h"
#include "experiments/finding.h"
#include "isa/summary.h"

namespace vkperftest {

struct RowCode {
    Case row;
    Strategy strategy = Strategy::Set;
    std::string missing; // why there is no code; empty if there is
    CodeFacts facts;     // LoadSummary::loadsPerIteration is the row's

    std::optional<Trouble> trouble() const; // nothing if its loads are known
};

// How many loads of data the code does for each load of the row; it must have no trouble.
double loadsOfEach(const CodeFacts& facts);

// A finding for each operation's direct uniform row, also of push constants: ScalarLoads, BlockReads,
// DoesNotShare, SharesInPart, NoLoad or CannotSay.
Answer answerUniformCode(std::span<const RowCode> codes);

// A finding for each strategy but `set`: Depends if it has fewer loads on some rows and more on others,
// otherwise the first of FewerLoads, MoreLoads, OtherLoads, SameLoads and SameCode that any row has. Then one
// for each row and each two promises of alignment, the wider of which is the widest that the row has code
// for: MoreLoads if 4 bytes of alignment take more loads than 16. CannotSay without code.
Answer answerBindingCode(std::span<const RowCode> codes);

// A finding for each vector: Whole, Split if it takes more loads than 128-bit loads would need, NoLoad or
// CannotSay. The sentences name the offsets whose code differs, the conclusion names the vectors.
Answer answerVectorCode(std::span<const RowCode> codes);

} // namespace vkperftest
