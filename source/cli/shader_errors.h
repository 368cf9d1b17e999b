// What is wrong with users' shaders, in lines.
#pragma once

#include <set>
#include <string>

#include "base/result.h"

namespace vkperftest {

// The error about this file. Compilers name the file themselves.
std::string shaderTrouble(const std::string& path, const Error& error);

// Prints it on standard error. Compilers print one message per line.
void printShaderTrouble(const std::string& trouble);

// A note on standard error that --hlsl-version had no effect on these files; none without files.
void noteUnusedHlslVersion(const std::set<std::string>& files);

} // namespace vkperftest
