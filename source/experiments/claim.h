// What a run says of a claim about many rows.
#pragma once

#include <cstddef>
#include <string_view>

namespace vkperftest {

constexpr std::string_view kHolds = "holds";
constexpr std::string_view kDoesNotHold = "does not hold";
constexpr std::string_view kHoldsInPart = "holds in part";

// How many of the rows bear the claim out, refute it, and could not be judged.
struct ClaimRows {
    std::size_t bearOut = 0;
    std::size_t refute = 0;
    std::size_t unclear = 0;

    std::size_t judged() const { return bearOut + refute; }
    std::size_t all() const { return judged() + unclear; }
};

// kHoldsInPart if some bear it out and others refute it, whatever the unclear ones would say. Of rows that
// agree kHolds or kDoesNotHold, but kCannotSay (experiments/judging.h) if one is unclear, or if there are
// none at all: a few rows must not speak for those that could not be judged.
std::string_view claimVerdict(const ClaimRows& rows);

} // namespace vkperftest
