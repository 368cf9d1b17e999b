// What the experiments say of code alone: of rows that were compiled, perhaps for a GPU that is not there, and not
// executed. All functions are pure. Loads of descriptors are not counted.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cases/bound_row.h"
#include "experiments/finding.h"
#include "isa/summary.h"

namespace vkperftest {

struct RowCode {
    Case row;
    Strategy strategy = Strategy::Set;
    std::string missing; // why there is no code; empty if there is
    CodeFacts facts;     // LoadSummary::loadsPerIteration is the row's

    std::string trouble() const {
        return missing.empty() ? facts.trouble : missing;
    } // empty: its loads are known
};

// Verdicts of "uniform", beside kDoesNotShare and kScalarLoads (experiments/uniform.h).
constexpr std::string_view kBlockReads = "block reads"; // one message reads for the whole subgroup
constexpr std::string_view kSharesInPart = "shares in part";
constexpr std::string_view kNoLoad = "no load"; // of "vector", too

// Of "binding", beside kDepends (experiments/binding.h): a strategy's loads against those under `set`, or those of an
// alignment of 4 bytes against those of 16. Loads are the same if loadPhrase (isa/digest.h) is.
constexpr std::string_view kFewerLoads = "fewer loads";
constexpr std::string_view kMoreLoads = "more loads";
constexpr std::string_view kOtherLoads = "other loads"; // as many
constexpr std::string_view kSameLoads = "same loads";   // in other code
constexpr std::string_view kSameCode = "same code";

// Of "vector".
constexpr std::string_view kWhole = "not split"; // no more loads than there must be
constexpr std::string_view kSplit = "split";

// How many loads of data the code does for each load of the row; its trouble must be empty.
double loadsOfEach(const CodeFacts& facts);

// A finding for each operation's direct uniform row, push constants too: kScalarLoads, kBlockReads, kDoesNotShare,
// kSharesInPart, kNoLoad or kCannotSay (experiments/judging.h).
Answer answerUniformCode(std::span<const RowCode> codes);

// A finding for each strategy but `set`: kDepends if it has fewer loads on some rows and more on others, otherwise the
// first of the verdicts above that one of its rows has. Then one for each row that has code under both address-4 and
// address-16: kMoreLoads where 4 bytes of alignment make more loads than 16. kCannotSay without code.
Answer answerBindingCode(std::span<const RowCode> codes);

// A finding for each vector: kWhole, kSplit if it takes more loads than ones of 128 bits would, kNoLoad or kCannotSay.
// The sentences and the conclusion say at which offsets its code is another.
Answer answerVectorCode(std::span<const RowCode> codes);

} // namespace vkperftest
