// What results files show about the claims of lint's rules, which are named by their ids: that something is slower.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "analysis/figures.h"
#include "answers/finding.h"
#include "cases/load_facts.h"

namespace vkperftest {

// The place of a finding, as far as it is known; 0: not known.
struct ClaimPlace {
    std::uint32_t stride = 0;       // bytes
    std::uint32_t elements = 0;     // of the vector
    std::uint32_t elementBytes = 0; // of each
    std::uint64_t offset = 0;       // bytes
};

// Tested by the rows of a suite, each against a reference.
struct Claim {
    std::string_view rule;
    std::string_view text; // "a 128-bit load at an address that is a multiple of 4 only is slower"
    std::string_view suite;
    std::string_view reference;
    // Of an unknown place, all rows. Null: alignments of addresses are compared.
    bool (*isSubject)(const LoadFacts& load, const ClaimPlace& place) = nullptr;
    bool (*isReference)(const LoadFacts& subject, const LoadFacts& reference) = nullptr;
    double bound = 0; // analysis/thresholds.h
    bool oneKernel =
        false; // nothing differs but what is claimed, so that it does not matter what limits the rows
};

// One for each rule that is about speed.
std::span<const Claim> claims();

// Null for a rule without one.
const Claim* findClaim(std::string_view rule);

// Worse: the claim is confirmed at that place; Same or Better: it is not; RowsDiffer: in part.
Finding judgeClaim(const Claim& claim, const RunFigures& figures, const ClaimPlace& place);

} // namespace vkperftest
