// `isa FILE…`: users' shaders, compiled for GPUs. A program without the libraries that read shaders gets its functions
// from without_lint.cpp.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "frontend/shader_file.h"
#include "report/documents.h"
#include "vulkan/target_compiler.h"

namespace vkperftest {

struct ShaderRequest {
    std::vector<std::string> paths;
    ShaderOptions compile;              // of addShaderOptions()
    std::vector<std::string> constants; // ID=VALUE
    bool pushDescriptors = false;       // of set 0
    bool allLines = false;              // find every line, however long that takes
};

struct CompiledShaders {
    std::vector<ShaderCode> codes;
    DriverNames drivers;
    std::size_t unread = 0; // files that cannot be read or compiled to SPIR-V, or have no compute shader
};

// Compiles every compute shader of the files for each wanted driver and target, one child after the other,
// with a status line. Prints what is wrong with files and with shaders. Folders also hold included files, and shaders
// of other stages: these are skipped. A usage error if there is no compute shader and nothing wrong with any file, or
// if none of the shaders has a given constant.
Result<CompiledShaders> compileShaders(const ShaderRequest& given, CompileRequest request);

// The child's part: reads the shaders of its request.
Result<ShaderSet> askedShaders(const Message& message);

} // namespace vkperftest
