// Descriptor sets: writing, allocating and binding them, and the binder for descriptors in sets.
#pragma once

#include <array>
#include <span>

#include "cases/operation.h"
#include "vulkan/resources.h"
#include "vulkan/strategy.h"

namespace vkperftest {

// The writes of descriptors into a set; they point into `descriptors`. Made on the stack for every write, as
// applications do, so that recordings include its time.
struct Writes {
    Writes(std::span<const Descriptor> descriptors, VkDescriptorSet set, DescriptorType type);
    Writes(const Writes&) = delete; // they point into it, too
    Writes& operator=(const Writes&) = delete;

    std::uint32_t count = 0;
    std::array<VkWriteDescriptorSet, kMostDescriptors> all;
    std::array<VkWriteDescriptorSetInlineUniformBlockEXT, kMostDescriptors> blocks;
    // Of arrays, whose elements are written at once: lavapipe 22.3.6 pushes none but an array's first otherwise.
    std::array<VkDescriptorImageInfo, kMostDescriptors> images;
    std::array<VkDescriptorBufferInfo, kMostDescriptors> buffers;
    std::array<VkBufferView, kMostDescriptors> texelBuffers;
};

void bindSet(VkCommandBuffer commands, VkPipelineLayout layout, VkDescriptorSet set,
             std::span<const std::uint32_t> dynamicOffsets = {});

// A pool of so many sets, which have these descriptors; of inline uniform blocks, bytes.
using OwnedPool = Owned<VkDescriptorPool, vkDestroyDescriptorPool>;
Result<void> createPool(const Device& device, OwnedPool& into, std::span<const VkDescriptorPoolSize> sizes,
                        std::uint32_t sets);

// A set for every dispatch, written before any recording.
class WrittenSets : public Binder {
public:
    using Binder::Binder;
    Result<void> prepare() override;
    VkResult bind(VkCommandBuffer commands, std::uint64_t dispatch) override;

protected:
    Result<void> createPool();
    VkResult allocate(VkDescriptorSet& set) const;
    void write(VkDescriptorSet set, std::uint64_t dispatch) const;

    OwnedPool pool_; // of a set for every dispatch
    std::vector<VkDescriptorSet> sets_;
};

// What rows write to that write texels: a storage texel buffer or a storage image, in place of the buffer of
// words that all other writes share (Outputs).

// Of the operation's resource. Unsupported names the missing format feature, or the limit that is too low. The
// image is in the general layout; a texel buffer has nothing but its buffer and its view.
Result<SourceObject> createDestination(Device& device, const Operation& operation);

// Sets every word of the image, before kernels write to it.
void recordErasure(VkCommandBuffer commands, const SourceObject& image, std::uint32_t word);

// Copies what kernels wrote to the image to the buffer, whose bytes it fills and which the host reads: the windows of
// its places one after another (shaders/written_texel.hlsli).
void recordReadback(VkCommandBuffer commands, const SourceObject& image, const Operation& operation,
                    const Buffer& into);

} // namespace vkperftest
