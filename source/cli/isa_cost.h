// `isa FILE… --cost RESULTS…`: what the loads of users' shaders cost on devices whose results are at hand.
#pragma once

#include "base/result.h"
#include "cli/isa_shaders.h"
#include "cli/output.h"

namespace vkperftest {

// Prints it for every shader and results file. Returns the exit code: kExitUsage if a shader or a results
// file cannot be read, kExitRowsFailed if a shader cannot be understood.
Result<int> showCosts(const ShaderRequest& shaders, const OutputOptions& output);

} // namespace vkperftest
