#include "vulkan/descriptor_sets.h"

#include <cassert>

namespace vkperftest {

Writes::Writes(std::span<const Descriptor> descriptors, VkDescriptorSet set, DescriptorType type) {
    assert(descriptors.size() <= kMostDescriptors);
    for (std::size_t i = 0; i < descriptors.size(); ++i) {
        const Descriptor& descriptor = descriptors[i];
        const bool array =
            descriptor.element > 0 || (i + 1 < descriptors.size() && descriptors[i + 1].element > 0);
        if (array) {
            images[i] = descriptor.image;
            buffers[i] = descriptor.buffer;
            texelBuffers[i] = descriptor.texelBuffer;
        }
        if (descriptor.element > 0) {
            ++all[count - 1].descriptorCount;
            continue;
        }
        const VkDescriptorType written = type(descriptor.kind);
        VkWriteDescriptorSet& write = all[count];
        write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                 .dstSet = set,
                 .dstBinding = descriptor.binding,
                 .descriptorCount = descriptorCount(written, descriptor.content.size()),
                 .descriptorType = written,
                 .pImageInfo = array ? &images[i] : &descriptor.image,
                 .pBufferInfo = array ? &buffers[i] : &descriptor.buffer,
                 .pTexelBufferView = array ? &texelBuffers[i] : &descriptor.texelBuffer};
        if (written == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK_EXT) {
            blocks[count] = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK_EXT,
                             .dataSize = write.descriptorCount,
                             .pData = descriptor.content.data()};
            write.pNext = &blocks[count];
        }
        ++count;
    }
}

void bindSet(VkCommandBuffer commands, VkPipelineLayout layout, VkDescriptorSet set,
             std::span<const std::uint32_t> dynamicOffsets) {
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set,
                            static_cast<std::uint32_t>(dynamicOffsets.size()), dynamicOffsets.data());
}

Result<void> WrittenSets::prepare() {
    VKPERFTEST_TRY(createPool());
    for (std::uint64_t i = 0; i < bindings_.dispatches; ++i) {
        VKPERFTEST_TRY(check("vkAllocateDescriptorSets", allocate(sets_.emplace_back())));
        write(sets_.back(), i);
    }
    return {};
}

VkResult WrittenSets::bind(VkCommandBuffer commands, std::uint64_t dispatch) {
    bindSet(commands, bindings_.pipelineLayout, sets_[dispatch]);
    return VK_SUCCESS;
}

Result<void> WrittenSets::createPool() {
    const auto sets = static_cast<std::uint32_t>(bindings_.dispatches);
    std::vector<VkDescriptorPoolSize> sizes;
    VkDescriptorPoolInlineUniformBlockCreateInfoEXT blocks{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO_EXT};
    for (const Descriptor& descriptor : bindings_.places.front()) {
        const VkDescriptorType type = bindings_.type(descriptor.kind);
        sizes.push_back({type, sets * descriptorCount(type, descriptor.content.size())});
        if (type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK_EXT) blocks.maxInlineUniformBlockBindings += sets;
    }
    if (sizes.empty()) sizes.push_back({VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1}); // a pool must not be empty
    const VkDescriptorPoolCreateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                          .pNext =
                                              blocks.maxInlineUniformBlockBindings > 0 ? &blocks : nullptr,
                                          .maxSets = sets,
                                          .poolSizeCount = static_cast<std::uint32_t>(sizes.size()),
                                          .pPoolSizes = sizes.data()};
    return create(pool_, "vkCreateDescriptorPool", vkCreateDescriptorPool, bindings_.device.get(), info);
}

VkResult WrittenSets::allocate(VkDescriptorSet& set) const {
    const VkDescriptorSetAllocateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                           .descriptorPool = pool_.get(),
                                           .descriptorSetCount = 1,
                                           .pSetLayouts = &bindings_.setLayout};
    return vkAllocateDescriptorSets(bindings_.device.get(), &info, &set);
}

void WrittenSets::write(VkDescriptorSet set, std::uint64_t dispatch) const {
    const Writes writes(descriptorsOf(dispatch), set, bindings_.type);
    vkUpdateDescriptorSets(bindings_.device.get(), writes.count, writes.all.data(), 0, nullptr);
}

} // namespace vkperftest
