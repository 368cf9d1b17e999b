// What is wrong with users' shaders, in lines, and what --fail-on finds in them.
#pragma once

#include <set>
#include <span>
#include <string>

#include "cli/shader_request.h"
#include "report/documents.h"

namespace vkperftest {

// kExitFindings if one of the wanted findings is there. If not, and if nothing could be judged for one of
// them, an error that says why; if only some codes could be judged, notes about the others.
Result<int> shaderFindings(std::span<const ShaderCode> codes, const DriverNames& drivers,
                           const ShaderFailures& wanted);

// The error about this file. Compilers name the file themselves.
std::string shaderTrouble(const std::string& path, const Error& error);

// Prints it on standard error. Compilers print one message per line.
void printShaderTrouble(const std::string& trouble);

// A note on standard error that --hlsl-version had no effect on these files; none without files.
void noteUnusedHlslVersion(const std::set<std::string>& files);

} // namespace vkperftest
