// What AMD's instructions load, data or what another load needs: for the parsers of all texts that name them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
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

// "8", "8:11" or, with another mark between, "8-11", behind which anything may stand. No such value for what
// does not begin with a number; Unsupported for registers that no GPU has.
Result<RegisterRange> amdRegisters(bool vector, std::string_view numbers, char between);

struct RegisterCopy {
    RegisterRange from, to;
};

// An instruction as AMD's manuals see it.
struct AmdInstruction {
    std::vector<RegisterRange> destinations; // what it overwrites
    std::vector<RegisterRange> bases;        // descriptors and addresses that a memory instruction takes
    std::vector<RegisterCopy> copies;        // what it only hands on
    std::string channels;                    // of an image instruction: "xyzw"; empty for others
};

// Writes down what the opcode, its operands and the detail's channels say of the instruction: the load that
// it is, by the spelling of GCN or RDNA, or none; whether it waits for loads; whether it goes on with the
// next instruction, apart from its labels. An image load is as wide as its channels, other loads as their
// opcode says. A counter of loads that stands there as a bare number tells nothing: "s_waitcnt imm:3956".
// Unsupported if AMD has no such opcode, as far as its beginning tells, or it is one of a memory instruction
// that is not known to be, or not to be, a load.
Result<void> amdInterpret(Instruction& instruction, const AmdInstruction& detail);

// "'v_addd' is not an instruction".
Error amdNoInstruction(std::string_view line);

// Whether it writes to memory: "buffer_store_dword", "global_atomic_add", which reads, too, and counts as no
// load.
bool amdStores(std::string_view opcode);

// Whether it hands its operand on unchanged: "s_mov_b64", "v_mov_b32_e32", "v_readfirstlane_b32".
bool amdCopies(std::string_view opcode);

// The lines of the code; the constants that Mesa prints behind it become the listing's data.
std::vector<std::string> amdLines(std::string_view text, Listing& listing);

// A scalar load is one of a descriptor or address if, on some way from it, a memory instruction takes as base
// what it loaded, a part of it, or a copy. Arithmetic is not followed: what is added to an address may be
// data. `details` go with the listing's instructions; its loops are not needed. Unsupported if following them
// takes too long: code that no kernel has.
Result<void> findDescriptorLoads(Listing& listing, const std::vector<AmdInstruction>& details);

} // namespace vkperftest
