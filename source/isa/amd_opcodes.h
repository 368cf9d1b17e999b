// What AMD's instructions load: for the parsers of all texts that name them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "isa/listing.h"

namespace vkperftest {

// Where values lie: "s[4:7]" is {4, 4}, "v[2:3]" {258, 2}. Of code whose registers are not yet chosen: the
// value's number, alone.
struct RegisterRange {
    std::uint32_t first = 0;
    std::uint32_t count = 0; // 0: no such value
};

constexpr std::uint32_t kVcc = 106; // as the hardware numbers registers
constexpr std::uint32_t kVectorRegisters = 256;

struct RegisterCopy {
    RegisterRange from, to;
};

// An instruction as AMD's manuals see it.
struct AmdInstruction {
    std::string opcode;
    std::vector<RegisterRange> destinations; // what it overwrites
    std::vector<RegisterRange> bases;        // descriptors and addresses that a memory instruction takes
    std::vector<RegisterCopy> copies;        // what it only hands on
    std::string channels;                    // of an image instruction: "xyzw"; empty for others
    bool halves = false;                     // d16: channels of 16 bits
};

// The load that the instruction is, by the spelling of GCN or RDNA; nothing if it is none. An image load is
// as wide as its channels, other loads as their opcode says.
std::optional<Load> amdLoad(const AmdInstruction& instruction);

// Whether it hands its operand on unchanged: "s_mov_b64", "v_mov_b32_e32", "v_readfirstlane_b32".
bool amdCopies(std::string_view opcode);

// Where the instruction goes on, apart from its labels.
bool amdFallsThrough(std::string_view opcode);

} // namespace vkperftest
