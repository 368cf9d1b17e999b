// The memory accesses of a compute shader, loop by loop: what is read, how wide, and whether neighbouring
// invocations read neighbouring places.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "addresses/shader_load.h"
#include "frontend/spirv_module.h"

namespace vkperftest {

struct ShaderLoop {
    std::string number; // "1", "1.2": the second loop in the first
    Place place;
};

struct ShaderLoads {
    std::vector<ShaderLoop> loops; // in the code's order
    // By their instructions' order. Accesses to equal places in a loop are one, those of different
    // iterations, too, if a compiler knows the places' distance.
    std::vector<ShaderLoad> loads;
    std::array<std::uint32_t, 3> workgroup{1, 1, 1};

    std::uint32_t invocations() const { return workgroup[0] * workgroup[1] * workgroup[2]; }
};

// Compilers are taken to be able to: hoist what stays the same out of loops; unroll loops, completely if the
// number of iterations may be known (LoopSteps::unrolls); load each place once, as far as they can know that
// places are equal; and move loads to where their values are needed. What invocations store does not keep
// them from it.
//
// `module` holds one entry point whose functions are inlined (frontend/simplified.h).
ShaderLoads shaderLoads(const SpirvModule& module, const std::string& entryPoint);

} // namespace vkperftest
