#include "frontend/hlsl_legality.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <spirv/unified1/spirv.hpp>

#include "frontend/compiled_shader.h"

namespace vkperftest {
namespace {

// True if it passes buffers, textures or samplers to functions, or keeps them in variables. Vulkan does not
// allow either; glslang's optimizer inlines them away.
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

// True if glslang gave two inputs or two outputs one location, as it does with built-in values that the stage
// does not have; its optimizer removes them if nothing uses them.
bool sharesLocations(std::span<const std::uint32_t> words) {
    std::map<std::uint32_t, std::uint32_t> locations;        // of variables
    std::set<std::pair<std::uint32_t, std::uint32_t>> taken; // storage class and location
    for (std::size_t at = kSpirvHeaderWords; at < words.size(); at += words[at] >> 16U) {
        const auto opcode = static_cast<spv::Op>(words[at] & 0xffffU);
        if (opcode == spv::OpDecorate && words[at + 2] == spv::DecorationLocation)
            locations[words[at + 1]] = words[at + 3];
        if (opcode != spv::OpVariable) continue;
        const auto location = locations.find(words[at + 2]);
        if (location != locations.end() && !taken.emplace(words[at + 3], location->second).second)
            return true;
    }
    return false;
}

} // namespace

bool needsOptimizer(std::span<const std::uint32_t> words) {
    return needsInlining(words) || sharesLocations(words);
}

} // namespace vkperftest
