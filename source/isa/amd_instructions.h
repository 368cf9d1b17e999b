// What AMD's instructions load. Shared by all parsers of AMD's code.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "isa/registers.h"

namespace vkperftest {

constexpr std::uint32_t kVcc = 106; // as the hardware numbers registers

// The registers of "s[8:11]" (with another mark `between`, "s[8-11]"), "v8" and "vcc"; an empty range for other texts.
// Unsupported for registers that no GPU has.
Result<RegisterRange> amdRegisters(std::string_view text, char between);

// Sets what follows from the opcode (as GCN or RDNA spell it), its operands and an image's channels ("xyzw"): the
// load or the write, if it is one; whether it waits for loads; whether the next instruction may follow, apart
// from jumps. An image load is as wide as its channels, other loads as their opcode says. Counters printed as
// a bare number, "s_waitcnt imm:3956", are ignored. Unsupported if no AMD opcode begins like this, or if it
// is unknown whether a memory instruction is a load.
Result<void> amdInterpret(Instruction& instruction, const std::string& channels);

// "'v_addd' is not an instruction".
Error amdNoInstruction(std::string_view line);

// True if it writes to memory: "buffer_store_dword", or "global_atomic_add", which also reads but does not
// count as a load.
bool amdStores(std::string_view opcode);

// True if it copies its operand unchanged: "s_mov_b64", "v_mov_b32_e32", "v_readfirstlane_b32".
bool amdCopies(std::string_view opcode);

// The lines of the code; the constants that Mesa prints after it become the disassembly's data.
std::vector<std::string> amdLines(std::string_view text, Disassembly& disassembly);

} // namespace vkperftest
