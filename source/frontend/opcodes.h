// What an instruction is, by SPIR-V's own names.
#pragma once

#include <spirv/unified1/spirv.hpp>

#include "frontend/spirv_module.h"

namespace vkperftest {

inline spv::Op opcodeOf(const SpirvInstruction& instruction) {
    return static_cast<spv::Op>(instruction.opcode);
}

// False where there is no instruction.
inline bool is(const SpirvInstruction* instruction, spv::Op opcode) {
    return instruction && opcodeOf(*instruction) == opcode;
}

// The type of a value's id; null where there is none.
inline const SpirvInstruction* typeOf(const SpirvModule& module, std::uint32_t id) {
    const SpirvInstruction* defined = module.definition(id);
    return defined ? module.definition(defined->type) : nullptr;
}

} // namespace vkperftest
