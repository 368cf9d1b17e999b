// How far a compute shader reaches into its runtime arrays: what sizes its buffers need.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>

#include "frontend/spirv_module.h"
#include "isa/shader.h"

namespace vkperftest {

// The values that the shader can get.
struct IndexInputs {
    std::array<std::uint32_t, 3> groups = {1, 1, 1}, localSize = {1, 1, 1};
    double loaded = 0; // the largest integer in any buffer, push constant or image
    std::span<const SpecializedConstant> constants = {};
};

// A member of a block of push constants or of a uniform buffer from which an index of an array of descriptors is
// computed.
struct IndexSource {
    std::uint32_t array = 0, block = 0; // variables; without a block, an index is read from other memory
    std::uint32_t member = 0;           // its number
    std::int64_t added = 0;             // constants
    bool computed = false;              // otherwise, too
    bool alone = false; // it, or a part of it, is always the index, and nothing is compared with it

    // Not defaulted: clang-tidy 14 finds a null pointer in that.
    auto operator<=>(const IndexSource& other) const {
        const auto tied = [](const IndexSource& one) {
            return std::tie(one.array, one.block, one.member, one.added, one.computed, one.alone);
        };
        return tied(*this) <=> tied(other);
    }
};

// By the id of a variable, the largest index into its runtime array, or array of descriptors; nothing if some
// index is not bounded. An estimate by the shader's arithmetic: products, sums, shifts, and loops whose
// condition names a bound. Negative numbers and wrapping are not considered.
struct LargestIndices {
    std::map<std::uint32_t, std::optional<double>> elements, descriptors;
    std::set<IndexSource> sources; // of descriptors
};
LargestIndices largestIndices(const SpirvModule& module, const IndexInputs& inputs);

} // namespace vkperftest
