// The binding strategies: how a program's descriptors reach its dispatch. A strategy is one entry in the
// table of binding.cpp.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cases/strategy.h"
#include "kernels/catalogue.h"
#include "vulkan/device.h"

namespace vkperftest {

// One resource at one binding. Which member counts depends on the kind.
struct Descriptor {
    std::uint32_t binding = 0;
    BindingKind kind = BindingKind::StorageBuffer;
    VkDescriptorBufferInfo buffer{};
    VkDescriptorImageInfo image{};
    VkBufferView texelBuffer = VK_NULL_HANDLE;
};

// A program's descriptors under one strategy.
struct Bound {
    Strategy strategy = Strategy::Set;
    std::vector<Descriptor> descriptors;
    OwnedDescriptorPool pool;             // Set only
    VkDescriptorSet set = VK_NULL_HANDLE; // Set only; freed with its pool
};

// Unsupported, naming the extension, if the device lacks what the strategy needs for so many descriptors.
Result<void> checkStrategy(const DeviceRecord& device, Strategy strategy, std::size_t descriptors);

Result<OwnedSetLayout> createSetLayout(const Device& device, std::span<const Binding> bindings,
                                       Strategy strategy);

// Does once what the strategy does before recording.
Result<Bound> bindDescriptors(const Device& device, Strategy strategy, VkDescriptorSetLayout layout,
                              std::vector<Descriptor> descriptors);

// Records what the strategy needs before a dispatch.
void recordBinding(VkCommandBuffer commands, VkPipelineLayout layout, const Bound& bound);

} // namespace vkperftest
