#include "vulkan/robustness.h"

#include <fmt/format.h>

namespace vkperftest {

Result<void> checkRobustness(const PhysicalDevice& device, Robustness robustness) {
    if (robustness == Robustness::Off) return {};
    const bool two = robustness == Robustness::Two;
    if (two && !hasExtensions(device, kRobustness2))
        return Error{ErrorKind::Unsupported, "the driver lacks VK_EXT_robustness2", ""};
    VkPhysicalDeviceRobustness2FeaturesEXT robust{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT};
    VkPhysicalDeviceFeatures2 all{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                  .pNext = two ? &robust : nullptr};
    vkGetPhysicalDeviceFeatures2(device, &all);
    if (all.features.robustBufferAccess == VK_FALSE)
        return Error{ErrorKind::Unsupported, "the driver lacks the feature robustBufferAccess", ""};
    const std::pair<VkBool32, const char*> needed[] = {{robust.robustBufferAccess2, "robustBufferAccess2"},
                                                       {robust.robustImageAccess2, "robustImageAccess2"},
                                                       {robust.nullDescriptor, "nullDescriptor"}};
    for (const auto& [offered, name] : needed) {
        if (two && offered == VK_FALSE) {
            return Error{ErrorKind::Unsupported,
                         fmt::format("the driver lacks the feature {} of VK_EXT_robustness2", name), ""};
        }
    }
    return {};
}

EnabledRobustness::EnabledRobustness(const PhysicalDevice& device, Robustness ofAll, Robustness most) {
    perPipeline_ = most != Robustness::Off && offers(device, kPipelineRobustness);
    bufferAccess_ = !perPipeline_ && ofAll != Robustness::Off;
    nullDescriptors_ = ofAll == Robustness::Two && checkRobustness(device, Robustness::Two).ok();
}

void EnabledRobustness::addTo(EnabledFeatures& features) const {
    if (perPipeline_) features.add(kPipelineRobustness);
    // In the order of VkPhysicalDeviceRobustness2FeaturesEXT; pipelines that demand their own need only the last.
    if (nullDescriptors_) features.add(kRobustness2, {bufferAccess_, bufferAccess_, VK_TRUE});
}

VkPipelineRobustnessCreateInfoEXT pipelineRobustness(Robustness robustness) {
    constexpr VkPipelineRobustnessBufferBehaviorEXT kBuffers[] = {
        VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DISABLED_EXT,
        VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_ROBUST_BUFFER_ACCESS_EXT,
        VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_ROBUST_BUFFER_ACCESS_2_EXT};
    const VkPipelineRobustnessBufferBehaviorEXT buffers = kBuffers[static_cast<std::size_t>(robustness)];
    return {.sType = VK_STRUCTURE_TYPE_PIPELINE_ROBUSTNESS_CREATE_INFO_EXT,
            .storageBuffers = buffers,
            .uniformBuffers = buffers,
            .vertexInputs = VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DEVICE_DEFAULT_EXT,
            .images = robustness == Robustness::Two
                          ? VK_PIPELINE_ROBUSTNESS_IMAGE_BEHAVIOR_ROBUST_IMAGE_ACCESS_2_EXT
                          : VK_PIPELINE_ROBUSTNESS_IMAGE_BEHAVIOR_DISABLED_EXT};
}

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
