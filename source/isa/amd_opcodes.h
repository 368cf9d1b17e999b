// What AMD's instructions load: for the parsers of all texts that name them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "isa/listing.h"

namespace vkperftest {

// Where a scalar value lies: "s[4:7]" is {4, 4}. Of code whose registers are not yet chosen: the value's
// number, alone.
struct ScalarRange {
    std::uint32_t first = 0;
    std::uint32_t count = 0; // 0: no such value
};

// An instruction as AMD's manuals see it.
struct AmdInstruction {
    std::string opcode;
    ScalarRange destination;        // what it overwrites
    std::vector<ScalarRange> bases; // descriptors and addresses that a memory instruction takes
    std::string channels;           // of an image instruction: "xyzw"; empty for others
    bool halves = false;            // d16: channels of 16 bits
};

// The load that the instruction is, by the spelling of GCN or RDNA; nothing if it is none. An image load is
// as wide as its channels, other loads as their opcode says.
std::optional<Load> amdLoad(const AmdInstruction& instruction);

// Tells descriptors from data: a scalar load is one of a descriptor or address if, on some way from it, a
// memory instruction takes as base what it loaded, or a part of it. `details` go with the listing's
// instructions; its loops are not needed.
void findDescriptorLoads(Listing& listing, const std::vector<AmdInstruction>& details);

// Where the instruction goes on, apart from its labels.
bool amdFallsThrough(std::string_view opcode);

} // namespace vkperftest
