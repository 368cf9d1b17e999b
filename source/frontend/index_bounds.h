// How far a compute shader reaches into its runtime arrays: what sizes its buffers need.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>

#include "frontend/integer_ranges.h"
#include "frontend/spirv_module.h"

namespace vkperftest {

// The values that the shader can get.
struct IndexInputs {
    std::array<std::uint32_t, 3> groups = {1, 1, 1}, localSize = {1, 1, 1};
    // The largest integer in any storage buffer or image, and in any uniform buffer or push constant.
    double loaded = 0, pushed = 0;
    std::map<std::uint32_t, Range> given = {}; // of push constants' members, by byte offset
};

// By the id of a variable, the largest index into its runtime array, or array of descriptors; nothing if some
// index is not bounded. An estimate by the shader's arithmetic, and by the conditions of the code around it. Wrapping
// is not considered. `module`: of inlined() (frontend/kept_accesses.h), or little is known.
using LargestIndices = std::map<std::uint32_t, std::optional<double>>;
LargestIndices largestElements(const SpirvModule& module, const IndexInputs& inputs);

// The same of arrays of descriptors; an index that may be below 0 has no bound.
LargestIndices largestDescriptors(const SpirvModule& module, const IndexInputs& inputs);

} // namespace vkperftest
