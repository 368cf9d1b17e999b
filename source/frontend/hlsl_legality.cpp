#include "frontend/hlsl_legality.h"

#include <algorithm>
#include <set>

#include <spirv/unified1/spirv.hpp>

namespace vkperftest {

bool needsInlining(std::span<const std::uint32_t> words) {
    std::set<std::uint32_t> resources;      // types that are or hold one
    std::set<std::uint32_t> bufferPointers; // types of pointers that no function may take
    const auto isResource = [&](std::uint32_t id) { return resources.contains(id); };
    for (std::size_t at = 5; at < words.size();) {
        const std::span<const std::uint32_t> word = words.subspan(at, words[at] >> 16U);
        at += word.size();
        switch (static_cast<spv::Op>(word[0] & 0xffffU)) {
        case spv::OpTypeImage:
        case spv::OpTypeSampler:
        case spv::OpTypeSampledImage:
        case spv::OpTypeRuntimeArray:
            resources.insert(word[1]);
            break;
        case spv::OpTypeArray:
        case spv::OpTypeStruct:
            if (std::any_of(word.begin() + 2, word.end(), isResource)) resources.insert(word[1]);
            break;
        case spv::OpTypePointer: {
            const auto storage = static_cast<spv::StorageClass>(word[2]);
            if (storage == spv::StorageClassFunction && isResource(word[3])) return true;
            if (storage == spv::StorageClassUniform || storage == spv::StorageClassStorageBuffer)
                bufferPointers.insert(word[1]);
            break;
        }
        case spv::OpFunctionParameter:
            if (bufferPointers.contains(word[1])) return true;
            break;
        default:
            break;
        }
    }
    return false;
}

} // namespace vkperftest
