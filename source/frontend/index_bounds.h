// How far a compute shader reaches into its runtime arrays: what sizes its buffers need.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "frontend/layouts.h"
#include "frontend/spirv_module.h"
#include "isa/shader.h"

namespace vkperftest {

// An integer, or several, in push constants or a uniform buffer.
struct ConstantMember {
    std::uint32_t set = 0, binding = 0; // of push constants kPushed
    std::uint32_t offset = 0;           // in bytes

    static constexpr std::uint32_t kPushed = ~0U;
    // Not defaulted: clang-tidy 14 finds a null pointer in that.
    bool operator<(const ConstantMember& other) const {
        return std::tie(set, binding, offset) < std::tie(other.set, other.binding, other.offset);
    }
};

// The values that the shader can get.
struct IndexInputs {
    std::array<std::uint32_t, 3> groups = {1, 1, 1}, localSize = {1, 1, 1};
    // The largest integer in any storage buffer or image, and in any uniform buffer or push constant.
    double loaded = 0, pushed = 0;
    std::map<ConstantMember, double> members = {}; // those that hold other integers than `pushed`
    std::span<const SpecializedConstant> constants = {};
};

// By the id of a variable, the largest index into its runtime array, or array of descriptors; nothing if some
// index is not bounded. An estimate by the shader's arithmetic, and by the conditions of the code around it. Wrapping
// is not considered.
using LargestIndices = std::map<std::uint32_t, std::optional<double>>;
LargestIndices largestElements(const SpirvModule& module, const IndexInputs& inputs);

// The same of arrays of descriptors; an index that may be below 0 has no bound.
struct DescriptorIndices {
    LargestIndices largest;
    std::map<ConstantMember, std::vector<ScalarField>> members; // that the indices are computed from
};
DescriptorIndices largestDescriptors(const SpirvModule& module, const IndexInputs& inputs);

} // namespace vkperftest
