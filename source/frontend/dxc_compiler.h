// dxc, if it is on the PATH: HLSL to SPIR-V.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "base/result.h"
#include "frontend/compiled_shader.h"
#include "frontend/hlsl_text.h"
#include "frontend/shader_file.h"

namespace vkperftest {

struct Dxc {
    std::string version; // "1.8.0.4739"; empty if it does not report one
    std::string model;   // the newest shader model that it lists: "6_8"

    std::string profile(const std::string& stage) const; // "cs_6_8" for "comp"
    std::string named(const std::string& stage) const;   // "dxc 1.8.0.4739 (cs_6_8)"
};

// Asks the first dxc on the PATH, once in a process, for its version and shader models. Nothing if there is
// none.
std::optional<Dxc> findDxc();

// Compiles with debug lines, without optimization, and with structured buffers as HLSL packs them. The error
// begins with the compiler's name and holds dxc's first errors. A compilation still running at `end` is
// killed.
Result<CompiledShader> compileByDxc(const Dxc& dxc, const ShaderFile& file, const ShaderOptions& options,
                                    const EntryPoint& entryPoint, bool sixteenBitTypes,
                                    std::chrono::steady_clock::time_point end);

} // namespace vkperftest
