#include "vulkan/binding.h"

#include <algorithm>

#include <fmt/format.h>

#include "vulkan/descriptor_buffer.h"

namespace vkperftest {
namespace {

VkDescriptorType plainType(BindingKind kind) {
    switch (kind) {
    case BindingKind::UniformTexelBuffer:
        return VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    case BindingKind::StorageBuffer:
        return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    case BindingKind::UniformBuffer:
        return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    case BindingKind::SampledImage:
        return VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    case BindingKind::Sampler:
        return VK_DESCRIPTOR_TYPE_SAMPLER;
    }
    return VK_DESCRIPTOR_TYPE_MAX_ENUM;
}

VkDescriptorType dynamicType(BindingKind kind) {
    if (kind == BindingKind::StorageBuffer) return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
    if (kind == BindingKind::UniformBuffer) return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
    return plainType(kind);
}

VkDescriptorType inlineType(BindingKind kind) {
    return kind == BindingKind::UniformBuffer ? VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK_EXT : plainType(kind);
}

// An inline block's "descriptors" are its bytes.
std::uint32_t descriptorCount(VkDescriptorType type, std::size_t bytes) {
    return type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK_EXT ? static_cast<std::uint32_t>(bytes) : 1;
}

// The writes of a set. Its blocks are kept beside them, since the writes point there.
struct Writes {
    std::vector<VkWriteDescriptorSetInlineUniformBlockEXT> blocks;
    std::vector<VkWriteDescriptorSet> all;
};

// The writes point into `descriptors`, too.
Writes writes(std::span<const Descriptor> descriptors, VkDescriptorSet set,
              VkDescriptorType (*type)(BindingKind)) {
    Writes result;
    result.blocks.reserve(descriptors.size());
    for (const Descriptor& descriptor : descriptors) {
        const VkDescriptorType written = type(descriptor.kind);
        VkWriteDescriptorSet& write = result.all.emplace_back(
            VkWriteDescriptorSet{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                 .dstSet = set,
                                 .dstBinding = descriptor.binding,
                                 .descriptorCount = descriptorCount(written, descriptor.content.size()),
                                 .descriptorType = written,
                                 .pImageInfo = &descriptor.image,
                                 .pBufferInfo = &descriptor.buffer,
                                 .pTexelBufferView = &descriptor.texelBuffer});
        if (written != VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK_EXT) continue;
        write.pNext = &result.blocks.emplace_back(VkWriteDescriptorSetInlineUniformBlockEXT{
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK_EXT,
            .dataSize = write.descriptorCount,
            .pData = descriptor.content.data()});
    }
    return result;
}

std::string nothingMissing(const DeviceRecord&, std::span<const Binding>) {
    return {};
}

Result<void> nothingToPrepare(const Device&, VkDescriptorSetLayout, Bound&) {
    return {};
}

// set ------------------------------------------------------------

template <VkDescriptorType (*type)(BindingKind)>
Result<void> writeSet(const Device& device, VkDescriptorSetLayout layout, Bound& bound) {
    std::vector<VkDescriptorPoolSize> sizes;
    VkDescriptorPoolInlineUniformBlockCreateInfoEXT blocks{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO_EXT};
    for (const Descriptor& descriptor : bound.descriptors) {
        const VkDescriptorType written = type(descriptor.kind);
        sizes.push_back({written, descriptorCount(written, descriptor.content.size())});
        if (written == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK_EXT) ++blocks.maxInlineUniformBlockBindings;
    }
    if (sizes.empty()) sizes.push_back({VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1}); // no pool may hold nothing
    const VkDescriptorPoolCreateInfo poolInfo{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                              .pNext = blocks.maxInlineUniformBlockBindings > 0 ? &blocks
                                                                                                : nullptr,
                                              .maxSets = 1,
                                              .poolSizeCount = static_cast<std::uint32_t>(sizes.size()),
                                              .pPoolSizes = sizes.data()};
    VKPERFTEST_TRY(
        create(bound.pool, "vkCreateDescriptorPool", vkCreateDescriptorPool, device.get(), poolInfo));
    const VkDescriptorSetAllocateInfo setInfo{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = bound.pool.get(),
                                              .descriptorSetCount = 1,
                                              .pSetLayouts = &layout};
    const VkResult result = vkAllocateDescriptorSets(device.get(), &setInfo, &bound.set);
    if (result != VK_SUCCESS) return callFailed("vkAllocateDescriptorSets", result);
    const Writes written = writes(bound.descriptors, bound.set, type);
    vkUpdateDescriptorSets(device.get(), static_cast<std::uint32_t>(written.all.size()), written.all.data(),
                           0, nullptr);
    return {};
}

void recordSet(VkCommandBuffer commands, VkPipelineLayout layout, const Bound& bound) {
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &bound.set,
                            static_cast<std::uint32_t>(bound.dynamicOffsets.size()),
                            bound.dynamicOffsets.data());
}

// push ------------------------------------------------------------

std::string pushMissing(const DeviceRecord& device, std::span<const Binding> bindings) {
    if (!device.pushDescriptors) return "no VK_KHR_push_descriptor";
    if (device.maxPushDescriptors < bindings.size()) {
        return fmt::format("maxPushDescriptors is {}, the kernel needs {}", device.maxPushDescriptors,
                           bindings.size());
    }
    return {};
}

void recordPush(VkCommandBuffer commands, VkPipelineLayout layout, const Bound& bound) {
    const Writes pushed = writes(bound.descriptors, VK_NULL_HANDLE, plainType);
    vkCmdPushDescriptorSetKHR(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0,
                              static_cast<std::uint32_t>(pushed.all.size()), pushed.all.data());
}

// dynamic ------------------------------------------------------------

// The set knows the buffers from their starts, and their places only when it is bound.
Result<void> writeDynamicSet(const Device& device, VkDescriptorSetLayout layout, Bound& bound) {
    std::sort(bound.descriptors.begin(), bound.descriptors.end(),
              [](const Descriptor& a, const Descriptor& b) { return a.binding < b.binding; });
    for (Descriptor& descriptor : bound.descriptors) {
        if (dynamicType(descriptor.kind) == plainType(descriptor.kind)) continue;
        bound.dynamicOffsets.push_back(static_cast<std::uint32_t>(descriptor.buffer.offset));
        descriptor.buffer.offset = 0;
    }
    return writeSet<dynamicType>(device, layout, bound);
}

// buffer ------------------------------------------------------------

std::string descriptorBufferMissing(const DeviceRecord& device, std::span<const Binding>) {
    return device.descriptorBuffers ? "" : "no feature descriptorBuffer of VK_EXT_descriptor_buffer";
}

Result<void> fillDescriptorBuffer(const Device& device, VkDescriptorSetLayout layout, Bound& bound) {
    Result<Buffer> buffer = writeDescriptorBuffer(device, layout, bound.descriptors);
    if (!buffer.ok()) return buffer.error();
    bound.descriptorBuffer = std::move(buffer).value();
    return {};
}

void recordBuffer(VkCommandBuffer commands, VkPipelineLayout layout, const Bound& bound) {
    recordDescriptorBuffer(commands, layout, bound.descriptorBuffer);
}

// inline ------------------------------------------------------------

std::string inlineMissing(const DeviceRecord& device, std::span<const Binding> bindings) {
    if (device.maxInlineUniformBytes == 0)
        return "no feature inlineUniformBlock of VK_EXT_inline_uniform_block";
    for (const Binding& binding : bindings) {
        if (binding.bytes <= device.maxInlineUniformBytes) continue;
        return fmt::format("maxInlineUniformBlockSize is {}, the kernel needs {}",
                           device.maxInlineUniformBytes, binding.bytes);
    }
    return {};
}

// address ------------------------------------------------------------
// An empty set is bound: validation layers (1.3.239) take a descriptor buffer that the dispatch before has left
// behind for one that this pipeline uses.

std::string addressMissing(const DeviceRecord& device, std::span<const Binding>) {
    return device.bufferAddresses ? "" : "no feature bufferDeviceAddress of VK_KHR_buffer_device_address";
}

// The table ------------------------------------------------------------

struct Entry {
    VkDescriptorSetLayoutCreateFlags layoutFlags;
    VkPipelineCreateFlags pipelineFlags;
    VkDescriptorType (*type)(BindingKind);
    std::string (*missing)(const DeviceRecord&, std::span<const Binding>); // empty: nothing is missing
    Result<void> (*prepare)(const Device&, VkDescriptorSetLayout, Bound&);
    void (*record)(VkCommandBuffer, VkPipelineLayout, const Bound&);
};

// By the value of Strategy.
constexpr Entry kEntries[] = {
    {0, 0, plainType, nothingMissing, writeSet<plainType>, recordSet},
    {VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR, 0, plainType, pushMissing, nothingToPrepare,
     recordPush},
    {0, 0, dynamicType, nothingMissing, writeDynamicSet, recordSet},
    {VK_DESCRIPTOR_SET_LAYOUT_CREATE_DESCRIPTOR_BUFFER_BIT_EXT, VK_PIPELINE_CREATE_DESCRIPTOR_BUFFER_BIT_EXT,
     plainType, descriptorBufferMissing, fillDescriptorBuffer, recordBuffer},
    {0, 0, inlineType, inlineMissing, writeSet<inlineType>, recordSet},
    {0, 0, plainType, addressMissing, writeSet<plainType>, recordSet},
    {0, 0, plainType, addressMissing, writeSet<plainType>, recordSet},
};

const Entry& entry(Strategy strategy) {
    return kEntries[static_cast<std::size_t>(strategy)];
}

} // namespace

Result<void> checkStrategy(const DeviceRecord& device, Strategy strategy, std::span<const Binding> bindings) {
    const std::string missing = entry(strategy).missing(device, bindings);
    if (!missing.empty()) return Error{ErrorKind::Unsupported, missing, ""};
    return {};
}

Result<OwnedSetLayout> createSetLayout(const Device& device, std::span<const Binding> bindings,
                                       Strategy strategy) {
    std::vector<VkDescriptorSetLayoutBinding> all;
    for (const Binding& binding : bindings) {
        const VkDescriptorType type = entry(strategy).type(binding.kind);
        all.push_back({.binding = binding.number,
                       .descriptorType = type,
                       .descriptorCount = descriptorCount(type, binding.bytes),
                       .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT});
    }
    const VkDescriptorSetLayoutCreateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                               .flags = entry(strategy).layoutFlags,
                                               .bindingCount = static_cast<std::uint32_t>(all.size()),
                                               .pBindings = all.data()};
    OwnedSetLayout layout;
    VKPERFTEST_TRY(
        create(layout, "vkCreateDescriptorSetLayout", vkCreateDescriptorSetLayout, device.get(), info));
    return layout;
}

VkPipelineCreateFlags pipelineFlags(Strategy strategy) {
    return entry(strategy).pipelineFlags;
}

Result<Bound> bindDescriptors(const Device& device, Strategy strategy, VkDescriptorSetLayout layout,
                              std::vector<Descriptor> descriptors) {
    Bound bound{.strategy = strategy, .descriptors = std::move(descriptors)};
    VKPERFTEST_TRY(entry(strategy).prepare(device, layout, bound));
    return bound;
}

void recordBinding(VkCommandBuffer commands, VkPipelineLayout layout, const Bound& bound) {
    entry(bound.strategy).record(commands, layout, bound);
}

} // namespace vkperftest
