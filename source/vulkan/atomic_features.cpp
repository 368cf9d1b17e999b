#include "vulkan/atomic_features.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace vkperftest {
namespace {

struct AtomicFeature {
    AtomicUse use;
    std::string_view name;
    const Offer* offer;
    std::size_t flag; // the feature's number in the offer's struct
};

const Offer kAtomicFloat = {{VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME},
                            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT};
const Offer kAtomicFloat2 = {{VK_EXT_SHADER_ATOMIC_FLOAT_2_EXTENSION_NAME},
                             VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_2_FEATURES_EXT};
const Offer kAtomicImageInt64 = {{VK_EXT_SHADER_IMAGE_ATOMIC_INT64_EXTENSION_NAME},
                                 VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_IMAGE_ATOMIC_INT64_FEATURES_EXT};

constexpr auto kInBuffer = AtomicMemory::Buffer, kInShared = AtomicMemory::Shared,
               kInImage = AtomicMemory::Image;
constexpr auto kInteger = AtomicKind::Integer, kExchange = AtomicKind::FloatExchange,
               kAdd = AtomicKind::FloatAdd, kMinMax = AtomicKind::FloatMinMax;

const AtomicFeature kAtomicFeatures[] = {
    {{kInteger, kInBuffer, 64}, "shaderBufferInt64Atomics", &kAtomicInt64, 0},
    {{kInteger, kInShared, 64}, "shaderSharedInt64Atomics", &kAtomicInt64, 1},
    {{kInteger, kInImage, 64}, "shaderImageInt64Atomics", &kAtomicImageInt64, 0},
    {{kExchange, kInBuffer, 32}, "shaderBufferFloat32Atomics", &kAtomicFloat, 0},
    {{kAdd, kInBuffer, 32}, "shaderBufferFloat32AtomicAdd", &kAtomicFloat, 1},
    {{kExchange, kInBuffer, 64}, "shaderBufferFloat64Atomics", &kAtomicFloat, 2},
    {{kAdd, kInBuffer, 64}, "shaderBufferFloat64AtomicAdd", &kAtomicFloat, 3},
    {{kExchange, kInShared, 32}, "shaderSharedFloat32Atomics", &kAtomicFloat, 4},
    {{kAdd, kInShared, 32}, "shaderSharedFloat32AtomicAdd", &kAtomicFloat, 5},
    {{kExchange, kInShared, 64}, "shaderSharedFloat64Atomics", &kAtomicFloat, 6},
    {{kAdd, kInShared, 64}, "shaderSharedFloat64AtomicAdd", &kAtomicFloat, 7},
    {{kExchange, kInImage, 32}, "shaderImageFloat32Atomics", &kAtomicFloat, 8},
    {{kAdd, kInImage, 32}, "shaderImageFloat32AtomicAdd", &kAtomicFloat, 9},
    {{kExchange, kInBuffer, 16}, "shaderBufferFloat16Atomics", &kAtomicFloat2, 0},
    {{kAdd, kInBuffer, 16}, "shaderBufferFloat16AtomicAdd", &kAtomicFloat2, 1},
    {{kMinMax, kInBuffer, 16}, "shaderBufferFloat16AtomicMinMax", &kAtomicFloat2, 2},
    {{kMinMax, kInBuffer, 32}, "shaderBufferFloat32AtomicMinMax", &kAtomicFloat2, 3},
    {{kMinMax, kInBuffer, 64}, "shaderBufferFloat64AtomicMinMax", &kAtomicFloat2, 4},
    {{kExchange, kInShared, 16}, "shaderSharedFloat16Atomics", &kAtomicFloat2, 5},
    {{kAdd, kInShared, 16}, "shaderSharedFloat16AtomicAdd", &kAtomicFloat2, 6},
    {{kMinMax, kInShared, 16}, "shaderSharedFloat16AtomicMinMax", &kAtomicFloat2, 7},
    {{kMinMax, kInShared, 32}, "shaderSharedFloat32AtomicMinMax", &kAtomicFloat2, 8},
    {{kMinMax, kInShared, 64}, "shaderSharedFloat64AtomicMinMax", &kAtomicFloat2, 9},
    {{kMinMax, kInImage, 32}, "shaderImageFloat32AtomicMinMax", &kAtomicFloat2, 10},
};

} // namespace

Result<void> checkAtomics(const PhysicalDevice& device, const Shader& shader) {
    for (const AtomicUse& use : shader.atomics) {
        const auto feature = std::ranges::find(kAtomicFeatures, use, &AtomicFeature::use);
        if (feature == std::end(kAtomicFeatures)) continue;
        Offer offer = *feature->offer;
        offer.flag = feature->flag;
        if (offers(device, offer)) continue;
        return Error{ErrorKind::Unsupported,
                     fmt::format("the driver lacks the feature {} of {}", feature->name, offer.extensions[0]),
                     ""};
    }
    return {};
}

} // namespace vkperftest
