// What --fail-on finds in users' shaders.
#pragma once

#include <span>

#include "cli/shader_request.h"
#include "report/documents.h"

namespace vkperftest {

// kExitFindings if one of the wanted findings is there. If not, and if nothing could be judged for one of
// them, an error that says why; if only some codes could be judged, notes about the others.
Result<int> shaderFindings(std::span<const ShaderCode> codes, const DriverNames& drivers,
                           const ShaderFailures& wanted);

} // namespace vkperftest
