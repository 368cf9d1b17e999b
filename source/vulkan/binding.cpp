#include "vulkan/binding.h"

#include <fmt/format.h>

namespace vkperftest {
namespace {

VkDescriptorType descriptorType(BindingKind kind) {
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

// The writes point into `descriptors`.
std::vector<VkWriteDescriptorSet> writes(std::span<const Descriptor> descriptors, VkDescriptorSet set) {
    std::vector<VkWriteDescriptorSet> result;
    for (const Descriptor& descriptor : descriptors) {
        result.push_back({.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                          .dstSet = set,
                          .dstBinding = descriptor.binding,
                          .descriptorCount = 1,
                          .descriptorType = descriptorType(descriptor.kind),
                          .pImageInfo = &descriptor.image,
                          .pBufferInfo = &descriptor.buffer,
                          .pTexelBufferView = &descriptor.texelBuffer});
    }
    return result;
}

// set ------------------------------------------------------------

std::string nothingMissing(const DeviceRecord&, std::size_t) {
    return {};
}

Result<void> writeSet(const Device& device, VkDescriptorSetLayout layout, Bound& bound) {
    std::vector<VkDescriptorPoolSize> sizes;
    for (const Descriptor& descriptor : bound.descriptors)
        sizes.push_back({descriptorType(descriptor.kind), 1});
    const VkDescriptorPoolCreateInfo poolInfo{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
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
    const std::vector<VkWriteDescriptorSet> all = writes(bound.descriptors, bound.set);
    vkUpdateDescriptorSets(device.get(), static_cast<std::uint32_t>(all.size()), all.data(), 0, nullptr);
    return {};
}

void recordSet(VkCommandBuffer commands, VkPipelineLayout layout, const Bound& bound) {
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &bound.set, 0, nullptr);
}

// push ------------------------------------------------------------

std::string pushMissing(const DeviceRecord& device, std::size_t descriptors) {
    if (!device.pushDescriptors) return "no VK_KHR_push_descriptor";
    if (device.maxPushDescriptors < descriptors) {
        return fmt::format("maxPushDescriptors is {}, the kernel needs {}", device.maxPushDescriptors,
                           descriptors);
    }
    return {};
}

Result<void> nothingToWrite(const Device&, VkDescriptorSetLayout, Bound&) {
    return {};
}

void recordPush(VkCommandBuffer commands, VkPipelineLayout layout, const Bound& bound) {
    const std::vector<VkWriteDescriptorSet> all = writes(bound.descriptors, VK_NULL_HANDLE);
    vkCmdPushDescriptorSetKHR(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0,
                              static_cast<std::uint32_t>(all.size()), all.data());
}

// The table ------------------------------------------------------------

struct Entry {
    VkDescriptorSetLayoutCreateFlags layoutFlags;
    std::string (*missing)(const DeviceRecord&, std::size_t descriptors); // empty: nothing is missing
    Result<void> (*prepare)(const Device&, VkDescriptorSetLayout, Bound&);
    void (*record)(VkCommandBuffer, VkPipelineLayout, const Bound&);
};

// By the value of Strategy.
constexpr Entry kEntries[] = {
    {0, nothingMissing, writeSet, recordSet},
    {VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR, pushMissing, nothingToWrite, recordPush},
};

const Entry& entry(Strategy strategy) {
    return kEntries[static_cast<std::size_t>(strategy)];
}

} // namespace

Result<void> checkStrategy(const DeviceRecord& device, Strategy strategy, std::size_t descriptors) {
    const std::string missing = entry(strategy).missing(device, descriptors);
    if (!missing.empty()) return Error{ErrorKind::Unsupported, missing, ""};
    return {};
}

Result<OwnedSetLayout> createSetLayout(const Device& device, std::span<const Binding> bindings,
                                       Strategy strategy) {
    std::vector<VkDescriptorSetLayoutBinding> all;
    for (const Binding& binding : bindings) {
        all.push_back({.binding = binding.number,
                       .descriptorType = descriptorType(binding.kind),
                       .descriptorCount = 1,
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
