// Descriptor sets: writing, allocating and binding them, and the binder for descriptors in sets.
#pragma once

#include <array>
#include <span>

#include "cases/operation.h"
#include "vulkan/resources.h"
#include "vulkan/strategy.h"

namespace vkperftest {

// So many values, on the stack if a kernel may have as many.
template <class T> class Values {
public:
    explicit Values(std::size_t count)
        : many_(count > kMostDescriptors ? count : 0), first_(many_.empty() ? few_.data() : many_.data()) {}
    T* data() { return first_; }
    const T* data() const { return first_; }
    T& operator[](std::size_t i) { return first_[i]; }

private:
    std::array<T, kMostDescriptors> few_;
    std::vector<T> many_;
    T* first_;
};

// The writes of descriptors into a set; they point into `descriptors`. Made on the stack for every write, as
// applications do, so that recordings include its time.
struct Writes {
    Writes(std::span<const Descriptor> descriptors, VkDescriptorSet set);
    Writes(const Writes&) = delete; // they point into it, too
    Writes& operator=(const Writes&) = delete;

    std::uint32_t count = 0;
    Values<VkWriteDescriptorSet> all;
    Values<VkWriteDescriptorSetInlineUniformBlockEXT> blocks;
    // Of arrays, whose elements are written at once: lavapipe 22.3.6 pushes none but an array's first otherwise.
    Values<VkDescriptorImageInfo> images;
    Values<VkDescriptorBufferInfo> buffers;
    Values<VkBufferView> texelBuffers;
};

// A set for every dispatch, written before any recording; one for all if it has dynamic offsets, which are the buffers'.
class WrittenSets : public Binder {
public:
    using Binder::Binder;
    Result<void> prepare() override;
    VkResult bind(VkCommandBuffer commands, std::uint64_t dispatch) override;

protected:
    Result<void> createPool();
    VkResult allocate(VkDescriptorSet& set) const;
    void write(VkDescriptorSet set, std::uint64_t dispatch) const;
    void bindSet(VkCommandBuffer commands, VkDescriptorSet set,
                 std::span<const std::uint32_t> offsets = {}) const;

    Owned<VkDescriptorPool, vkDestroyDescriptorPool> pool_; // of a set for every dispatch
    std::vector<VkDescriptorSet> sets_;
    std::vector<std::vector<std::uint32_t>> offsets_; // of each place, by binding
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
