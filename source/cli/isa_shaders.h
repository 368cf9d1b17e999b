// `isa FILE…`: users' shaders, compiled for GPUs. A program without the libraries that read shaders gets this
// from without_lint.cpp.
#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "cli/isa_compiling.h"
#include "cli/shader_request.h"
#include "cli/shader_variants.h"
#include "report/documents.h"

namespace vkperftest {

// The compute shaders of the files. Folders also hold included files, and shaders of other stages: these are
// skipped. Prints what is wrong with files, and counts them. A usage error if there is no compute shader and
// nothing wrong with any file, or if none of the shaders has a given constant.
Result<std::vector<ShaderVariants>> readShaders(const ShaderRequest& given, std::size_t& unread);

struct CompiledShaders {
    std::vector<ShaderCode> codes;
    DriverNames drivers;
    std::size_t unread = 0; // files that cannot be read or compiled to SPIR-V, or have no compute shader

    // kExitUsage if a file is unread, kExitNoDevice if no driver could be opened, kExitRowsFailed if a driver
    // rejected a shader, else what shaderFindings says.
    Result<int> exitCode(const ShaderFailures& failOn) const;
};

// Compiles every compute shader of the files for each wanted driver and target, one child after the other,
// with a status line. Prints what is wrong with files and with shaders.
Result<CompiledShaders> compileShaders(const ShaderRequest& shaders, const CompileRequest& request,
                                       const ScratchFolder& scratch);

// The child's part: compiles the request's modules of its package, and returns the exit code.
Result<int> compilePackage(const ShaderRequest& shaders, const CompileRequest& request,
                           const std::string& log);

} // namespace vkperftest
