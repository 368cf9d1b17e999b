#include "vulkan/robustness.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace vkperftest {
namespace {

using Core = VkPhysicalDeviceFeatures;
using Extended = VkPhysicalDeviceDescriptorIndexingFeatures;

// The feature that an index into an array of such descriptors needs; `differs`: from subgroup to subgroup or lane to lane.
struct IndexFeature {
    BindingKind kind;
    bool differs;
    std::string_view name;
    VkBool32 Core::*core;
    VkBool32 Extended::*extended; // where it is none of Vulkan 1.0
};

constexpr IndexFeature kIndexFeatures[] = {
    {BindingKind::StorageBuffer, false, "shaderStorageBufferArrayDynamicIndexing",
     &Core::shaderStorageBufferArrayDynamicIndexing, nullptr},
    {BindingKind::StorageBuffer, true, "shaderStorageBufferArrayNonUniformIndexing", nullptr,
     &Extended::shaderStorageBufferArrayNonUniformIndexing},
    {BindingKind::UniformTexelBuffer, false, "shaderUniformTexelBufferArrayDynamicIndexing", nullptr,
     &Extended::shaderUniformTexelBufferArrayDynamicIndexing},
    {BindingKind::UniformTexelBuffer, true, "shaderUniformTexelBufferArrayNonUniformIndexing", nullptr,
     &Extended::shaderUniformTexelBufferArrayNonUniformIndexing},
    {BindingKind::SampledImage, false, "shaderSampledImageArrayDynamicIndexing",
     &Core::shaderSampledImageArrayDynamicIndexing, nullptr},
    {BindingKind::SampledImage, true, "shaderSampledImageArrayNonUniformIndexing", nullptr,
     &Extended::shaderSampledImageArrayNonUniformIndexing},
};

} // namespace

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

DescriptorIndexing::DescriptorIndexing(const PhysicalDevice& device) {
    mostStorageBuffers_ = coreProperties(device).limits.maxPerStageDescriptorStorageBuffers;
    core_ = coreFeatures(device);
    if (knows(device, kDescriptorIndexing))
        extended_ = featuresOf<Extended>(device, kDescriptorIndexing.features);
}

void DescriptorIndexing::addTo(EnabledFeatures& features) const {
    Features wanted{};
    Extended some{};
    for (const IndexFeature& feature : kIndexFeatures)
        if (feature.extended != nullptr) some.*feature.extended = extended_.*feature.extended;
    std::memcpy(&wanted, &some, sizeof(some));
    if (std::ranges::count(wanted.flags, VK_TRUE) > 0) features.add(kDescriptorIndexing, wanted.flags);
}

Result<void> DescriptorIndexing::check(const Binding& array, DescriptorIndex index) const {
    // With the sums' buffer.
    if (array.kind == BindingKind::StorageBuffer && mostStorageBuffers_ <= array.count) {
        return unsupported(fmt::format("maxPerStageDescriptorStorageBuffers is {}, but the kernel needs {}",
                                       mostStorageBuffers_, array.count + 1));
    }
    if (index == DescriptorIndex::None || index == DescriptorIndex::Constant) return {};
    const bool differs = index != DescriptorIndex::Uniform;
    for (const IndexFeature& feature : kIndexFeatures) {
        if (feature.kind != array.kind || feature.differs != differs) continue;
        const VkBool32 offered = feature.core != nullptr ? core_.*feature.core : extended_.*feature.extended;
        if (offered == VK_FALSE) return lacking(feature.name);
    }
    return {};
}

} // namespace vkperftest
