#include "vulkan/strategy.h"

#include <algorithm>

#include <fmt/format.h>

namespace vkperftest {

extern const StrategyImplementation kAddress, kBuffer, kDynamic, kGeneralLayout, kInline, kPush,
    kPushTemplate, kSet;

std::span<const StrategyImplementation* const> strategyImplementations() {
    static constexpr const StrategyImplementation* kAll[] = {
        &kAddress, &kBuffer, &kDynamic, &kGeneralLayout, &kInline, &kPush, &kPushTemplate, &kSet};
    return kAll;
}

Descriptor wholeOf(const Buffer& buffer) {
    return {.buffer = {buffer.buffer.get(), 0, buffer.bytes}, .address = buffer.address};
}

VkDescriptorType descriptorType(DescriptorKind kind) {
    constexpr VkDescriptorType kTypes[] = {
        VK_DESCRIPTOR_TYPE_SAMPLER,
        VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
        VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
        VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
        VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,
        VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER,
        VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
        VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR,
        VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC,
        VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC,
        VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK_EXT,
    };
    return kTypes[static_cast<std::size_t>(kind)];
}

std::uint32_t descriptorCount(VkDescriptorType type, std::size_t bytes) {
    return type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK_EXT ? static_cast<std::uint32_t>(bytes) : 1;
}

std::string tooManyPushed(const DeviceRecord& device, std::span<const Binding> bindings) {
    std::uint32_t needed = 0;
    for (const Binding& binding : bindings) needed += binding.count;
    if (device.maxPushDescriptors >= needed) return {};
    return fmt::format("maxPushDescriptors is {}, but the kernel needs {}", device.maxPushDescriptors,
                       needed);
}

const StrategyImplementation& implementationOf(Strategy strategy) {
    const auto all = strategyImplementations();
    return **std::ranges::find_if(all, [&](const StrategyImplementation* each) {
        return std::ranges::find(each->names, strategyName(strategy)) != each->names.end();
    });
}

std::vector<CapabilityValue> needsOf(std::span<const Strategy> strategies) {
    std::vector<CapabilityValue> needs;
    for (const Strategy strategy : strategies) {
        if (const CapabilityValue need = implementationOf(strategy).needs; need != nullptr)
            needs.push_back(need);
    }
    return needs;
}

Result<void> checkStrategy(const DeviceRecord& device, Strategy strategy, std::span<const Binding> bindings) {
    const StrategyImplementation& implementation = implementationOf(strategy);
    if (implementation.needs != nullptr && device.*implementation.needs == 0) {
        const auto needed = std::ranges::find(kCapabilities, implementation.needs, &Capability::value);
        return unsupported(std::string(needed->missing));
    }
    const std::string exceeded =
        implementation.exceeded != nullptr ? implementation.exceeded(device, bindings) : "";
    if (!exceeded.empty()) return unsupported(exceeded);
    return {};
}

Result<OwnedSetLayout> createSetLayout(const Device& device, std::span<const Binding> bindings,
                                       Strategy strategy) {
    const StrategyImplementation& implementation = implementationOf(strategy);
    std::vector<VkDescriptorSetLayoutBinding> all;
    for (const Binding& binding : bindings) {
        const VkDescriptorType type = implementation.type(binding.kind);
        all.push_back({.binding = binding.number,
                       .descriptorType = type,
                       .descriptorCount = binding.count * descriptorCount(type, binding.bytes),
                       .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT});
    }
    return createSetLayout(device, all, implementation.layoutFlags);
}

Result<OwnedSetLayout> createSetLayout(const Device& device,
                                       std::span<const VkDescriptorSetLayoutBinding> bindings,
                                       VkDescriptorSetLayoutCreateFlags flags) {
    const VkDescriptorSetLayoutCreateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                               .flags = flags,
                                               .bindingCount = static_cast<std::uint32_t>(bindings.size()),
                                               .pBindings = bindings.data()};
    OwnedSetLayout layout;
    VKPERFTEST_TRY(
        create(layout, "vkCreateDescriptorSetLayout", vkCreateDescriptorSetLayout, device.get(), info));
    return layout;
}

} // namespace vkperftest
