// VK_EXT_descriptor_buffer: a set's descriptors in memory of our own.
#pragma once

#include "vulkan/binding.h"

namespace vkperftest {

VkPhysicalDeviceDescriptorBufferPropertiesEXT descriptorBufferProperties(const Device& device);

// Of a storage buffer's descriptor; it depends on the device's robustness.
std::size_t storageDescriptorBytes(const Device& device);

// A buffer that holds one set of the layout, written.
Result<Buffer> writeDescriptorBuffer(const Device& device, VkDescriptorSetLayout layout,
                                     std::span<const Descriptor> descriptors);

// Binds it as the only descriptor buffer, and its start as set 0.
void recordDescriptorBuffer(VkCommandBuffer commands, VkPipelineLayout layout, const Buffer& buffer);

} // namespace vkperftest
