// The binding strategies: how a program's descriptors reach its dispatch. A strategy is one entry in the
// table of binding.cpp.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "cases/strategy.h"
#include "kernels/catalogue.h"
#include "vulkan/resources.h"

namespace vkperftest {

// One resource at one binding. Which member counts depends on the kind and the strategy.
struct Descriptor {
    std::uint32_t binding = 0;
    BindingKind kind = BindingKind::StorageBuffer;
    VkDescriptorBufferInfo buffer{}; // with its range in bytes
    VkDescriptorImageInfo image{};
    VkBufferView texelBuffer = VK_NULL_HANDLE;
    VkFormat texelFormat = VK_FORMAT_UNDEFINED;
    VkDeviceAddress address = 0;    // of the buffer's range; 0 where the device has no addresses
    std::vector<std::byte> content; // of a uniform buffer: what an inline block holds instead
};

// A program's descriptors under one strategy.
struct Bound {
    Strategy strategy = Strategy::Set;
    std::vector<Descriptor> descriptors;
    // Of the strategies that have a set
    OwnedDescriptorPool pool;
    VkDescriptorSet set = VK_NULL_HANDLE;      // freed with its pool
    std::vector<std::uint32_t> dynamicOffsets; // Dynamic: by binding
    Buffer descriptorBuffer;                   // Buffer
};

// Unsupported, naming the extension or limit, if the device lacks what the strategy needs for such bindings.
Result<void> checkStrategy(const DeviceRecord& device, Strategy strategy, std::span<const Binding> bindings);

Result<OwnedSetLayout> createSetLayout(const Device& device, std::span<const Binding> bindings,
                                       Strategy strategy);

// What pipelines must be created with.
VkPipelineCreateFlags pipelineFlags(Strategy strategy);

// Does once what the strategy does before recording.
Result<Bound> bindDescriptors(const Device& device, Strategy strategy, VkDescriptorSetLayout layout,
                              std::vector<Descriptor> descriptors);

// Records what the strategy needs before a dispatch. The addresses of Address4 and Address16 are push constants and the
// caller's matter.
void recordBinding(VkCommandBuffer commands, VkPipelineLayout layout, const Bound& bound);

} // namespace vkperftest
