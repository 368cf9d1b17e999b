// Where in the source a module's instructions come from.
#pragma once

#include <span>

#include "lint/spirv_instruction.h"

namespace vkperftest {

// Sets file, line and column of a module's instructions, from OpLine and from the DebugLine of the
// extended instructions NonSemantic.Shader.DebugInfo.100. A place holds until the next one, or its block's
// end.
void attachDebugLines(std::span<SpirvInstruction> instructions, const SpirvDefinition& definition);

} // namespace vkperftest
