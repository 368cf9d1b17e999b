#include "vulkan/strategy.h"

#include <algorithm>
#include <initializer_list>

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

std::uint32_t countOf(const Descriptor& descriptor) {
    const bool inlined = descriptor.kind == DescriptorKind::InlineUniforms;
    return inlined ? static_cast<std::uint32_t>(descriptor.content.size()) : 1;
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

Result<void> checkStrategy(const DeviceRecord& device, Strategy strategy,
                           std::span<const ShaderBinding> bindings) {
    const StrategyImplementation& implementation = implementationOf(strategy);
    if (implementation.needs != nullptr && device.*implementation.needs == 0) {
        const auto needed = std::ranges::find(kCapabilities, implementation.needs, &Capability::value);
        return unsupported(std::string(needed->missing));
    }
    return checkBindings(device, bindings, implementation.layoutFlags);
}

Result<void> checkStrategy(const DeviceRecord& device, Strategy strategy, std::span<const Binding> bindings) {
    return checkStrategy(device, strategy, std::span<const ShaderBinding>(bindingsUnder(strategy, bindings)));
}

std::vector<ShaderBinding> bindingsUnder(Strategy strategy, std::span<const Binding> bindings) {
    std::vector<ShaderBinding> all;
    for (const Binding& one : bindings) {
        const DescriptorKind kind = implementationOf(strategy).kindOf(one.kind);
        all.push_back({0, one.number, kind, kind == DescriptorKind::InlineUniforms ? one.bytes : one.count});
    }
    return all;
}

namespace {

Result<void> atMost(const char* limit, std::uint64_t most, std::uint64_t needed) {
    if (needed <= most) return {};
    return unsupported(fmt::format("{} is {}, but the shader needs {}", limit, most, needed));
}

} // namespace

Result<void> checkBindings(const DeviceRecord& device, std::span<const ShaderBinding> bindings,
                           VkDescriptorSetLayoutCreateFlags flags) {
    const bool pushes = (flags & VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR) != 0;
    std::uint32_t pushed = 0, blocks = 0;
    for (const ShaderBinding& one : bindings) {
        if (pushes && one.set == 0 && one.count == 0)
            return unsupported("arrays without size cannot be pushed");
        if (pushes && one.set == 0) pushed += one.count;
        if (one.kind != DescriptorKind::InlineUniforms) continue;
        ++blocks;
        if (device.maxInlineUniformBytes == 0)
            return unsupported("the driver lacks VK_EXT_inline_uniform_block");
        VKPERFTEST_TRY(atMost("maxInlineUniformBlockSize", device.maxInlineUniformBytes, one.count));
    }
    if (pushes) VKPERFTEST_TRY(atMost("maxPushDescriptors", device.maxPushDescriptors, pushed));
    constexpr std::uint64_t kBlocks = 4; // that every device with the extension offers
    return atMost("maxPerStageDescriptorInlineUniformBlocks", kBlocks, blocks);
}

// Of kinds of which not every device offers many. Arrays without size count among the descriptors that
// may be updated after binding, which have limits of their own.
Result<void> checkBindings(const PhysicalDevice& device, std::span<const ShaderBinding> bindings) {
    using Kind = DescriptorKind;
    const VkPhysicalDeviceLimits limits = coreProperties(device).limits;
    const auto check = [&](const char* name, std::uint32_t most, std::initializer_list<Kind> sharing) {
        std::uint64_t needed = 0;
        for (const ShaderBinding& one : bindings)
            if (std::ranges::count(sharing, one.kind) > 0) needed += one.count;
        return atMost(name, most, needed);
    };
    if (!bindings.empty())
        VKPERFTEST_TRY(
            atMost("maxBoundDescriptorSets", limits.maxBoundDescriptorSets, bindings.back().set + 1));
    VKPERFTEST_TRY(check("maxPerStageDescriptorSamplers", limits.maxPerStageDescriptorSamplers,
                         {Kind::Sampler, Kind::CombinedImage}));
    VKPERFTEST_TRY(check("maxPerStageDescriptorSampledImages", limits.maxPerStageDescriptorSampledImages,
                         {Kind::SampledImage, Kind::CombinedImage, Kind::UniformTexels}));
    VKPERFTEST_TRY(check("maxPerStageDescriptorStorageImages", limits.maxPerStageDescriptorStorageImages,
                         {Kind::StorageImage, Kind::StorageTexels}));
    VKPERFTEST_TRY(check("maxPerStageDescriptorUniformBuffers", limits.maxPerStageDescriptorUniformBuffers,
                         {Kind::UniformBuffer, Kind::DynamicUniformBuffer}));
    VKPERFTEST_TRY(check("maxPerStageDescriptorStorageBuffers", limits.maxPerStageDescriptorStorageBuffers,
                         {Kind::StorageBuffer, Kind::DynamicStorageBuffer}));
    VKPERFTEST_TRY(check("maxDescriptorSetUniformBuffersDynamic",
                         limits.maxDescriptorSetUniformBuffersDynamic, {Kind::DynamicUniformBuffer}));
    return check("maxDescriptorSetStorageBuffersDynamic", limits.maxDescriptorSetStorageBuffersDynamic,
                 {Kind::DynamicStorageBuffer});
}

Result<std::vector<OwnedSetLayout>> createSetLayouts(const Device& device,
                                                     std::span<const ShaderBinding> bindings,
                                                     VkDescriptorSetLayoutCreateFlags flags) {
    constexpr std::uint32_t kUnsized = 1024; // stands for as many as an array without size may get
    std::vector<OwnedSetLayout> layouts(bindings.empty() ? 1 : bindings.back().set + 1);
    for (std::uint32_t set = 0; set < layouts.size(); ++set) {
        std::vector<VkDescriptorSetLayoutBinding> own;
        for (const ShaderBinding& one : bindings)
            if (one.set == set)
                own.push_back({.binding = one.binding,
                               .descriptorType = descriptorType(one.kind),
                               .descriptorCount = one.count == 0 ? kUnsized : one.count,
                               .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT});
        const VkDescriptorSetLayoutCreateInfo info{.sType =
                                                       VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                   .flags = set == 0 ? flags : 0,
                                                   .bindingCount = static_cast<std::uint32_t>(own.size()),
                                                   .pBindings = own.data()};
        VKPERFTEST_TRY(create(layouts[set], "vkCreateDescriptorSetLayout", vkCreateDescriptorSetLayout,
                              device.get(), info));
    }
    return layouts;
}

} // namespace vkperftest
