// What AMD's instructions load: data, or what another load needs. Shared by all parsers of AMD's code.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "isa/disassembly.h"

namespace vkperftest {

// Where a value lies: "s[4:7]" is {4, 4}, "v[2:3]" is {258, 2}. Before register allocation: {the value's
// number, 1}.
struct RegisterRange {
    std::uint32_t first = 0;
    std::uint32_t count = 0; // 0: no such value
};

constexpr std::uint32_t kVcc = 106; // as the hardware numbers registers
constexpr std::uint32_t kVectorRegisters = 256;

// Reads "8", "8:11" or, with another mark `between`, "8-11"; anything may follow. Returns an empty range for
// text that does not begin with a number, Unsupported for registers that no GPU has.
Result<RegisterRange> amdRegisters(bool vector, std::string_view numbers, char between);

struct RegisterCopy {
    RegisterRange from, to;
};

// An instruction as AMD's manuals see it.
struct AmdInstruction {
    std::vector<RegisterRange> destinations; // what it overwrites
    std::vector<RegisterRange> bases;        // descriptors and addresses that a memory instruction takes
    std::vector<RegisterCopy> copies;        // values that it only copies
    std::string channels;                    // of an image instruction: "xyzw"; empty for others
};

// Sets what follows from the opcode (as GCN or RDNA spell it), its operands and the detail's channels: the
// load or the write, if it is one; whether it waits for loads; whether the next instruction may follow, apart
// from jumps. An image load is as wide as its channels, other loads as their opcode says. Counters printed as
// a bare number, "s_waitcnt imm:3956", are ignored. Unsupported if no AMD opcode begins like this, or if it
// is unknown whether a memory instruction is a load.
Result<void> amdInterpret(Instruction& instruction, const AmdInstruction& detail);

// "'v_addd' is not an instruction".
Error amdNoInstruction(std::string_view line);

// True if it writes to memory: "buffer_store_dword", or "global_atomic_add", which also reads but does not
// count as a load.
bool amdStores(std::string_view opcode);

// True if it copies its operand unchanged: "s_mov_b64", "v_mov_b32_e32", "v_readfirstlane_b32".
bool amdCopies(std::string_view opcode);

// The lines of the code; the constants that Mesa prints after it become the disassembly's data.
std::vector<std::string> amdLines(std::string_view text, Disassembly& disassembly);

// Marks scalar loads of descriptors and addresses: on some path from the load, a memory instruction takes as
// its base what was loaded, a part of it, or a copy. Arithmetic is not followed: what is added to an address
// may be data. `details` belong to the disassembly's instructions; its loops are not needed. Unsupported if this
// takes too long, as it does for no real kernel.
Result<void> findDescriptorLoads(Disassembly& disassembly, const std::vector<AmdInstruction>& details);

} // namespace vkperftest
