#include "vulkan/robustness.h"

#include <utility>

#include <fmt/format.h>

namespace vkperftest {
Result<void> checkRobustness(const PhysicalDevice& device, Robustness robustness) {
    if (robustness <= Robustness::Off) return {};
    const bool two = robustness == Robustness::Two;
    if (two && !knows(device, kRobustness2)) return unsupported("the driver lacks VK_EXT_robustness2");
    if (coreFeatures(device).robustBufferAccess == VK_FALSE) return lacking("robustBufferAccess");
    if (!two) return {};
    const auto robust = featuresOf<VkPhysicalDeviceRobustness2FeaturesEXT>(device, kRobustness2.features);
    const std::pair<VkBool32, const char*> needed[] = {{robust.robustBufferAccess2, "robustBufferAccess2"},
                                                       {robust.robustImageAccess2, "robustImageAccess2"},
                                                       {robust.nullDescriptor, "nullDescriptor"}};
    for (const auto& [offered, name] : needed)
        if (offered == VK_FALSE) return lacking(fmt::format("{} of VK_EXT_robustness2", name));
    return {};
}

VkPipelineRobustnessCreateInfoEXT pipelineRobustness(Robustness robustness) {
    constexpr VkPipelineRobustnessBufferBehaviorEXT kBuffers[] = {
        VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DISABLED_EXT,
        VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DEVICE_DEFAULT_EXT,
        VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_ROBUST_BUFFER_ACCESS_EXT,
        VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_ROBUST_BUFFER_ACCESS_2_EXT};
    const VkPipelineRobustnessBufferBehaviorEXT buffers = kBuffers[static_cast<std::size_t>(robustness)];
    return {.sType = VK_STRUCTURE_TYPE_PIPELINE_ROBUSTNESS_CREATE_INFO_EXT,
            .storageBuffers = buffers,
            .uniformBuffers = buffers,
            .vertexInputs = VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DEVICE_DEFAULT_EXT,
            .images = robustness == Robustness::Two
                          ? VK_PIPELINE_ROBUSTNESS_IMAGE_BEHAVIOR_ROBUST_IMAGE_ACCESS_2_EXT
                      : robustness == Robustness::Off
                          ? VK_PIPELINE_ROBUSTNESS_IMAGE_BEHAVIOR_DEVICE_DEFAULT_EXT
                          : VK_PIPELINE_ROBUSTNESS_IMAGE_BEHAVIOR_DISABLED_EXT};
}

Result<void> checkArray(const PhysicalDevice& device, const Binding& array, DescriptorIndex index) {
    const bool buffers = array.kind == DescriptorKind::StorageBuffer;
    const std::uint32_t most = coreProperties(device).limits.maxPerStageDescriptorStorageBuffers;
    if (buffers && most <= array.count) // with the sums' buffer
        return unsupported(fmt::format("maxPerStageDescriptorStorageBuffers is {}, but the kernel needs {}",
                                       most, array.count + 1));
    if (index == DescriptorIndex::None || index == DescriptorIndex::Constant) return {};
    const VkPhysicalDeviceFeatures features = coreFeatures(device);
    if (buffers && features.shaderStorageBufferArrayDynamicIndexing == VK_FALSE)
        return lacking("shaderStorageBufferArrayDynamicIndexing");
    if (array.kind == DescriptorKind::SampledImage &&
        features.shaderSampledImageArrayDynamicIndexing == VK_FALSE)
        return lacking("shaderSampledImageArrayDynamicIndexing");
    return {};
}

} // namespace vkperftest
