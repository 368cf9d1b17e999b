// Where in the source a module's instructions come from.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "frontend/spirv_instruction.h"

namespace vkperftest {

// What a module says of an id: the instruction that defines it, null if none does, and its OpString's text.
struct DebugNames {
    std::function<const SpirvInstruction*(std::uint32_t)> definition;
    std::function<std::string(std::uint32_t)> text;
};

// Sets file, line and column of the module's own instructions, from OpLine and from the DebugLine of the extended
// instructions NonSemantic.Shader.DebugInfo.100. A place holds until the next one, or its block's end.
void attachDebugLines(const DebugNames& names, std::span<SpirvInstruction> instructions);

} // namespace vkperftest
