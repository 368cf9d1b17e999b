#include "vulkan/descriptor_indexing.h"

#include <fmt/format.h>

namespace vkperftest {
namespace {

const Offer kDescriptorIndexing = {{VK_EXT_DESCRIPTOR_INDEXING_EXTENSION_NAME},
                                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_FEATURES,
                                   VK_API_VERSION_1_2};

Result<void> lacking(std::string_view feature) {
    return Error{ErrorKind::Unsupported, fmt::format("the driver lacks the feature {}", feature), ""};
}

} // namespace

DescriptorIndexing::DescriptorIndexing(const PhysicalDevice& device) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(device, &properties);
    mostStorageBuffers_ = properties.limits.maxPerStageDescriptorStorageBuffers;
    vkGetPhysicalDeviceFeatures(device, &core_);
    if (properties.apiVersion < kDescriptorIndexing.core && !hasExtensions(device, kDescriptorIndexing))
        return;
    extended_.sType = kDescriptorIndexing.features;
    VkPhysicalDeviceFeatures2 all{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &extended_};
    vkGetPhysicalDeviceFeatures2(device, &all);
}

void DescriptorIndexing::addTo(EnabledFeatures& features) const {
    const VkBool32 texelBuffers = extended_.shaderUniformTexelBufferArrayDynamicIndexing,
                   images = extended_.shaderSampledImageArrayNonUniformIndexing,
                   storageBuffers = extended_.shaderStorageBufferArrayNonUniformIndexing,
                   differentTexelBuffers = extended_.shaderUniformTexelBufferArrayNonUniformIndexing;
    if (texelBuffers + images + storageBuffers + differentTexelBuffers == 0) return;
    // In the order of VkPhysicalDeviceDescriptorIndexingFeatures.
    features.add(kDescriptorIndexing, {VK_FALSE, texelBuffers, VK_FALSE, VK_FALSE, images, storageBuffers,
                                       VK_FALSE, VK_FALSE, differentTexelBuffers});
}

Result<void> DescriptorIndexing::check(const Binding& array, DescriptorIndex index) const {
    struct Needed {
        std::string_view name;
        VkBool32 offered;
    };
    const bool differs = index == DescriptorIndex::PerSubgroup || index == DescriptorIndex::PerLane;
    Needed needed{};
    switch (array.kind) {
    case BindingKind::StorageBuffer:
        if (mostStorageBuffers_ <= array.count) { // with the sums' buffer
            return Error{ErrorKind::Unsupported,
                         fmt::format("maxPerStageDescriptorStorageBuffers is {}, but the kernel needs {}",
                                     mostStorageBuffers_, array.count + 1),
                         ""};
        }
        needed = differs ? Needed{"shaderStorageBufferArrayNonUniformIndexing",
                                  extended_.shaderStorageBufferArrayNonUniformIndexing}
                         : Needed{"shaderStorageBufferArrayDynamicIndexing",
                                  core_.shaderStorageBufferArrayDynamicIndexing};
        break;
    case BindingKind::UniformTexelBuffer:
        needed = differs ? Needed{"shaderUniformTexelBufferArrayNonUniformIndexing",
                                  extended_.shaderUniformTexelBufferArrayNonUniformIndexing}
                         : Needed{"shaderUniformTexelBufferArrayDynamicIndexing",
                                  extended_.shaderUniformTexelBufferArrayDynamicIndexing};
        break;
    default:
        needed = differs ? Needed{"shaderSampledImageArrayNonUniformIndexing",
                                  extended_.shaderSampledImageArrayNonUniformIndexing}
                         : Needed{"shaderSampledImageArrayDynamicIndexing",
                                  core_.shaderSampledImageArrayDynamicIndexing};
    }
    const bool known = index == DescriptorIndex::None || index == DescriptorIndex::Constant;
    return known || needed.offered != VK_FALSE ? Result<void>() : lacking(needed.name);
}

} // namespace vkperftest
