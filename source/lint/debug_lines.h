// Where in the source a module's instructions come from.
#pragma once

#include <span>

#include "lint/spirv_module.h"

namespace vkperftest {

// Sets file, line and column of the module's own instructions, from OpLine and from the DebugLine of the
// extended instructions NonSemantic.Shader.DebugInfo.100. A place holds until the next one, or its block's
// end.
void attachDebugLines(const SpirvModule& module, std::span<SpirvInstruction> instructions);

} // namespace vkperftest
