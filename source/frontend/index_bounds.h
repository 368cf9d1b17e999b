// How far a compute shader reaches into its runtime arrays: what sizes its buffers need.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>

#include "frontend/spirv_module.h"
#include "isa/shader.h"

namespace vkperftest {

// The values that the shader can get.
struct IndexInputs {
    std::array<std::uint32_t, 3> groups = {1, 1, 1}, localSize = {1, 1, 1};
    // The largest integer in any storage buffer or image, and in any uniform buffer or push constant.
    double loaded = 0, pushed = 0;
    std::span<const SpecializedConstant> constants = {};
};

// By the id of a variable, the largest index into its runtime array, or array of descriptors; nothing if some
// index is not bounded. An estimate by the shader's arithmetic: products, sums, shifts, and loops whose
// condition names a bound. Negative numbers and wrapping are not considered, but that indices of descriptors have
// no bound if anything may be subtracted that varies.
struct LargestIndices {
    std::map<std::uint32_t, std::optional<double>> elements, descriptors;
};
LargestIndices largestIndices(const SpirvModule& module, const IndexInputs& inputs);

} // namespace vkperftest
