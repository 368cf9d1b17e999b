// What a parent passes to a child that compiles users' shaders: a file of modules, and which of them.
#pragma once

#include <cstddef>
#include <string>

#include "cli/shader_request.h"
#include "vulkan/target_compiler.h"

namespace vkperftest {

// The key of one of the package's modules in the child's log.
std::string moduleKey(std::size_t index);

// The child's part: compiles the request's modules of its package, and returns the exit code.
Result<int> compilePackage(const ShaderRequest& shaders, const CompileRequest& request,
                           const std::string& log);

} // namespace vkperftest
