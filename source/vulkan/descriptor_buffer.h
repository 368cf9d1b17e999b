// VK_EXT_descriptor_buffer: a set's descriptors in memory of our own.
#pragma once

#include "vulkan/binding.h"

namespace vkperftest {

VkPhysicalDeviceDescriptorBufferPropertiesEXT descriptorBufferProperties(const Device& device);

// Of a storage buffer's descriptor; it depends on the device's robustness.
std::size_t storageDescriptorBytes(const Device& device);

// Host-visible memory for descriptors: the device's own where it has such, as applications choose it and as
// the pools of sets lie there, otherwise the host's, which a GPU reads across the bus.
Result<Buffer> createDescriptorMemory(const Device& device, VkDeviceSize bytes, VkBufferUsageFlags usage);

// A buffer that holds one set of the layout, written.
Result<Buffer> writeDescriptorBuffer(const Device& device, VkDescriptorSetLayout layout,
                                     std::span<const Descriptor> descriptors);

// Binds it as the only descriptor buffer, and its start as set 0.
void recordDescriptorBuffer(VkCommandBuffer commands, VkPipelineLayout layout, const Buffer& buffer);

} // namespace vkperftest
