// Buffers and images with their memory, and the upload of a row's source data.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "cases/operation.h"
#include "vulkan/device.h"

namespace vkperftest {

// Memory of the device.
inline constexpr MemoryChoices kDeviceMemory = {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT};

// Where else sources may lie (MemoryKind).
inline constexpr MemoryChoices kBarMemory = {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT |
                                             VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT};
inline constexpr MemoryChoices kCachedMemory = {VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                                VK_MEMORY_PROPERTY_HOST_CACHED_BIT};

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

// The types of memory of that kind, as bits: of what is not device-local, other types than the one in which
// device-local sources lie. Unsupported, naming the flags, if the device has none, or if they are those of its
// device-local memory, which lies nowhere else then.
Result<std::uint32_t> memoryTypes(const VkPhysicalDeviceMemoryProperties& properties, MemoryKind kind);

constexpr std::uint32_t kAnyMemoryType = ~0u;

struct Buffer {
    Device::Memory memory; // declared first: released after the buffer
    Owned<VkBuffer, vkDestroyBuffer> buffer;
    VkDeviceSize bytes = 0;
    VkDeviceAddress address = 0; // 0 where the device has no addresses
};

// Of what kernels write, and verifications erase and read.
inline constexpr VkBufferUsageFlags kOutputUsage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

// Of a buffer of that kind; 0 for what is no buffer.
VkBufferUsageFlags bufferUsage(ResourceKind kind);

// In memory of one of the types.
Result<void> createBuffer(const Device& device, Buffer& into, VkDeviceSize bytes, VkBufferUsageFlags usage,
                          MemoryChoices memory, std::uint32_t types = kAnyMemoryType);

// All `writes` before it end, and are visible to all `reads` after it.
void memoryBarrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags writes,
                   VkPipelineStageFlags to, VkAccessFlags reads);

// Dispatches on either side do not overlap, and the later one sees what the earlier one wrote.
void dispatchBarrier(VkCommandBuffer commands);

// What a verification records: sets every word of the buffer, before kernels write to it; …
void recordErasure(VkCommandBuffer commands, const Buffer& buffer, std::uint32_t word);
// … makes what kernels wrote visible to the host, or
void recordHostBarrier(VkCommandBuffer commands);
// copies it to a buffer that the host reads, by `copy`.
void recordReadback(VkCommandBuffer commands, const std::function<void()>& copy);
void recordReadback(VkCommandBuffer commands, const Buffer& from, const Buffer& into);

// Copies the content into host-visible memory that no submission uses.
Result<void> writeBuffer(const Device& device, const Buffer& buffer, std::span<const std::byte> content);

// Copies what the last submission left in host-visible memory.
Result<void> readBuffer(const Device& device, const Buffer& buffer, std::span<std::byte> into);

// Storage and uniform buffers begin with this many bytes that no row reads, so that a lost dynamic offset
// gives wrong values. It is a multiple of every alignment that Vulkan lets a device require of offsets.
constexpr VkDeviceSize kSourceLead = 256;

// The layout that Vulkan has for images that are only read.
constexpr VkImageLayout kReadOnlyLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;

// What a kernel reads, usually in device-local memory: a buffer (with a view if it is a texel buffer) or an image.
struct SourceObject {
    Buffer buffer;
    VkDeviceSize lead = 0; // where the data begin in the buffer
    Owned<VkBufferView, vkDestroyBufferView> bufferView;
    Device::Memory imageMemory;
    Owned<VkImage, vkDestroyImage> image;
    Owned<VkImageView, vkDestroyImageView> imageView;
    VkImageLayout imageLayout = kReadOnlyLayout; // once it is filled
    // For all descriptors of an array but the first: images, or only views of this buffer.
    std::vector<SourceObject> further;

    // For descriptors, without a sampler.
    VkDescriptorImageInfo sampled() const { return {VK_NULL_HANDLE, imageView.get(), imageLayout}; }
};

// What an image is like, apart from its format.
struct ImageForm {
    VkExtent3D extent = {};
    VkImageType type = VK_IMAGE_TYPE_2D;
    VkImageViewType view = VK_IMAGE_VIEW_TYPE_2D;
    std::uint32_t layers = 1, levels = 1;
    VkImageTiling tiling = VK_IMAGE_TILING_OPTIMAL;
};

// Makes the object's image and its view: that usage and TRANSFER_DST only (more usage could change compression).
Result<void> createImage(const Device& device, SourceObject& object, VkFormat format, const ImageForm& form,
                         VkImageUsageFlags usage = VK_IMAGE_USAGE_SAMPLED_BIT);

// Copies the texels, level by level, layer by layer and row by row, from the beginning of the buffer, and leaves
// the image in the object's layout.
Result<void> copyToImage(Device& device, const Buffer& from, const SourceObject& object,
                         const ImageForm& form, VkDeviceSize texelBytes);

// Unsupported names the format feature that such a resource lacks, also of atomic operations on its texels if
// there are any.
Result<void> checkFormat(const Device& device, const SourceResource& resource, bool atomics = false);

// The view of a part of the buffer as texels.
Result<void> createTexelView(const Device& device, Owned<VkBufferView, vkDestroyBufferView>& into,
                             const Buffer& buffer, VkFormat format, VkDeviceSize offset = 0,
                             VkDeviceSize range = VK_WHOLE_SIZE);

// A barrier that also changes the image's layout: before a transfer from one that is undefined, else from a
// transfer to shaders that read.
void transition(VkCommandBuffer commands, VkImage image, const VkImageSubresourceRange& whole,
                VkImageLayout from, VkImageLayout to);

// Creates the resource, or all images of an array, and uploads its data. Unsupported names the format feature
// or the flags of memory that are missing. What no descriptor binds needs no object and gets an empty one.
// Storage images have the general layout, whatever is asked for.
Result<SourceObject> createSource(Device& device, const SourceResource& resource,
                                  VkImageLayout imageLayout = kReadOnlyLayout);
// The same with other content of that size.
Result<SourceObject> createSource(Device& device, const SourceResource& resource,
                                  std::span<const std::byte> content,
                                  VkImageLayout imageLayout = kReadOnlyLayout);

// Unsupported, naming the feature or limit, unless the device has the sampler and can filter the image with it.
Result<void> checkSampler(const Device& device, Sampler sampler, const SourceResource& resource);

VkFormat vulkanFormat(Format format);

} // namespace vkperftest
