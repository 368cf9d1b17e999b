// Buffers and images with their memory, and the upload of a row's source data.
#pragma once

#include <cstddef>
#include <span>

#include "cases/source_data.h"
#include "vulkan/device.h"

namespace vkperftest {

// Memory of the device.
inline constexpr MemoryChoices kDeviceMemory = {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT};

// Memory that the CPU writes through a mapping, without flushes.
inline constexpr MemoryChoices kHostMemory = {VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                              VK_MEMORY_PROPERTY_HOST_COHERENT_BIT};

// Memory that the CPU reads, cached if possible: reading a GPU's write-combined memory takes about a hundred
// times as long.
inline constexpr MemoryChoices kReadMemory = {
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT |
        VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT,
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT};

struct Buffer {
    Device::Memory memory; // declared first: released after the buffer
    Owned<VkBuffer, vkDestroyBuffer> buffer;
    VkDeviceSize bytes = 0;
    VkDeviceAddress address = 0; // 0 where the device has no addresses
};

Result<void> createBuffer(const Device& device, Buffer& into, VkDeviceSize bytes, VkBufferUsageFlags usage,
                          MemoryChoices memory);

// All `writes` before it end, and are visible to all `reads` after it.
void memoryBarrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags writes,
                   VkPipelineStageFlags to, VkAccessFlags reads);

// Copies the content into host-visible memory that no submission uses.
Result<void> writeBuffer(const Device& device, const Buffer& buffer, std::span<const std::byte> content);

// Copies what the last submission left in host-visible memory.
Result<void> readBuffer(const Device& device, const Buffer& buffer, std::span<std::byte> into);

// Storage and uniform buffers begin with this many bytes that no row reads, so that a lost dynamic offset
// gives wrong values. It is a multiple of every alignment that Vulkan lets a device require of offsets.
constexpr VkDeviceSize kSourceLead = 256;

// What a kernel reads, in device-local memory: a buffer (with a view if it is a texel buffer) or an image.
struct SourceObject {
    Buffer buffer;
    VkDeviceSize lead = 0; // where the data begin in the buffer
    Owned<VkBufferView, vkDestroyBufferView> bufferView;
    Device::Memory imageMemory;
    Owned<VkImage, vkDestroyImage> image;
    Owned<VkImageView, vkDestroyImageView> imageView;
};

// Creates the resource and uploads its data. Images: optimal tiling, SAMPLED and TRANSFER_DST only (more
// usage could change compression), left in SHADER_READ_ONLY_OPTIMAL. Unsupported names the format feature
// that is missing. Push constants need no object and get an empty one.
Result<SourceObject> createSource(Device& device, const SourceResource& resource);

// Unsupported unless images of the format can be filtered linearly.
Result<void> checkLinearFilter(const Device& device, Format format);

VkFormat vulkanFormat(Format format);

} // namespace vkperftest
