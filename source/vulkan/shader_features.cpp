#include "vulkan/shader_features.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "vulkan/robustness.h"

namespace vkperftest {
namespace {

// Extensions that let compute shaders do more, and those that they depend on.
const Offer kOffers[] = {
    kSubgroupSizeControl,
    kPipelineExecutables,
    {{VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME}},
    {{VK_KHR_SHADER_NON_SEMANTIC_INFO_EXTENSION_NAME}, {}, VK_API_VERSION_1_3},
    {{VK_KHR_STORAGE_BUFFER_STORAGE_CLASS_EXTENSION_NAME}, {}, VK_API_VERSION_1_1},
    {{VK_KHR_16BIT_STORAGE_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES,
     VK_API_VERSION_1_1},
    {{VK_KHR_VARIABLE_POINTERS_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VARIABLE_POINTERS_FEATURES,
     VK_API_VERSION_1_1},
    {{VK_KHR_8BIT_STORAGE_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES,
     VK_API_VERSION_1_2},
    {{VK_KHR_SHADER_ATOMIC_INT64_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES,
     VK_API_VERSION_1_2},
    {{VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES,
     VK_API_VERSION_1_2},
    {{VK_EXT_DESCRIPTOR_INDEXING_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_FEATURES,
     VK_API_VERSION_1_2},
    {{VK_EXT_SCALAR_BLOCK_LAYOUT_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SCALAR_BLOCK_LAYOUT_FEATURES,
     VK_API_VERSION_1_2},
    {{VK_KHR_UNIFORM_BUFFER_STANDARD_LAYOUT_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_UNIFORM_BUFFER_STANDARD_LAYOUT_FEATURES,
     VK_API_VERSION_1_2},
    {{VK_KHR_SHADER_SUBGROUP_EXTENDED_TYPES_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_EXTENDED_TYPES_FEATURES,
     VK_API_VERSION_1_2},
    {{VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES,
     VK_API_VERSION_1_2},
    {{VK_KHR_VULKAN_MEMORY_MODEL_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES,
     VK_API_VERSION_1_2},
    {{VK_EXT_INLINE_UNIFORM_BLOCK_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INLINE_UNIFORM_BLOCK_FEATURES,
     VK_API_VERSION_1_3},
    {{VK_KHR_SHADER_INTEGER_DOT_PRODUCT_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES,
     VK_API_VERSION_1_3},
    {{VK_EXT_SHADER_DEMOTE_TO_HELPER_INVOCATION_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_DEMOTE_TO_HELPER_INVOCATION_FEATURES,
     VK_API_VERSION_1_3},
    {{VK_KHR_SHADER_TERMINATE_INVOCATION_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_TERMINATE_INVOCATION_FEATURES,
     VK_API_VERSION_1_3},
    {{VK_KHR_ZERO_INITIALIZE_WORKGROUP_MEMORY_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ZERO_INITIALIZE_WORKGROUP_MEMORY_FEATURES,
     VK_API_VERSION_1_3},
    {{VK_KHR_MAINTENANCE_4_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_FEATURES,
     VK_API_VERSION_1_3},
    {{VK_KHR_SHADER_CLOCK_EXTENSION_NAME}, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CLOCK_FEATURES_KHR},
    {{VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT},
    {{VK_EXT_SHADER_ATOMIC_FLOAT_2_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_2_FEATURES_EXT},
    {{VK_EXT_SHADER_IMAGE_ATOMIC_INT64_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_IMAGE_ATOMIC_INT64_FEATURES_EXT},
    {{VK_KHR_WORKGROUP_MEMORY_EXPLICIT_LAYOUT_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_WORKGROUP_MEMORY_EXPLICIT_LAYOUT_FEATURES_KHR},
    {{VK_KHR_SHADER_SUBGROUP_UNIFORM_CONTROL_FLOW_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_UNIFORM_CONTROL_FLOW_FEATURES_KHR},
    {{VK_NV_COMPUTE_SHADER_DERIVATIVES_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COMPUTE_SHADER_DERIVATIVES_FEATURES_NV},
    {{VK_KHR_ACCELERATION_STRUCTURE_EXTENSION_NAME, VK_KHR_DEFERRED_HOST_OPERATIONS_EXTENSION_NAME},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ACCELERATION_STRUCTURE_FEATURES_KHR},
    {{VK_KHR_RAY_QUERY_EXTENSION_NAME}, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_QUERY_FEATURES_KHR},
};

std::uint32_t versionOf(const PhysicalDevice& device) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(device, &properties);
    return properties.apiVersion;
}

} // namespace

ShaderFeatures::ShaderFeatures(const PhysicalDevice& device, Robustness robustness) {
    const std::uint32_t version = versionOf(device);
    const auto add = [&](const Offer& offer) {
        const bool extended = hasExtensions(device, offer);
        const bool core = offer.core != 0 && version >= offer.core;
        if (!extended && !core) return;
        if (extended) names_.insert(names_.end(), offer.extensions.begin(), offer.extensions.end());
        if (offer.features == VkStructureType{}) return;
        all_.pNext = &features_.emplace_back(Features{offer.features, all_.pNext, {}});
    };
    for (const Offer& offer : kOffers) add(offer);
    if (robustness == Robustness::Two) add(kRobustness2);
    vkGetPhysicalDeviceFeatures2(device, &all_);
    all_.features.robustBufferAccess = robustness == Robustness::Off ? VK_FALSE : VK_TRUE;
}

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
