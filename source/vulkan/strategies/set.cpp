// Descriptor sets, bound before the dispatch: allocated and written once (set), with offsets that are given when they are
// bound (dynamic), with uniform data in the set itself (inline, VK_EXT_inline_uniform_block), or with images in
// VK_IMAGE_LAYOUT_GENERAL, as they lie without layout transitions (general-layout, VK_KHR_unified_image_layouts).
#include <algorithm>

#include <fmt/format.h>

#include "vulkan/descriptor_sets.h"

namespace vkperftest {
namespace {

// Sets allocated in advance, written while recording.
class WritingSets : public WrittenSets {
public:
    using WrittenSets::WrittenSets;
    VkResult bind(VkCommandBuffer commands, std::uint64_t dispatch) override {
        write(sets_[dispatch], dispatch);
        return WrittenSets::bind(commands, dispatch);
    }
};

// Sets allocated and written while recording.
class FreshSets : public WrittenSets {
public:
    using WrittenSets::WrittenSets;
    Result<void> prepare() override { return createPool(); }
    VkResult bind(VkCommandBuffer commands, std::uint64_t dispatch) override {
        VkDescriptorSet set = VK_NULL_HANDLE;
        const VkResult result = allocate(set);
        if (result != VK_SUCCESS) return result;
        write(set, dispatch);
        bindSet(commands, bindings_.pipelineLayout, set);
        return VK_SUCCESS;
    }
    void reset() override { vkResetDescriptorPool(bindings_.device.get(), pool_.get(), 0); }
};

// All dispatches share one binding: the cost of recording without binding.
class OneSet : public WrittenSets {
public:
    using WrittenSets::WrittenSets;
    void begin(VkCommandBuffer commands) override { WrittenSets::bind(commands, 0); }
    VkResult bind(VkCommandBuffer, std::uint64_t) override { return VK_SUCCESS; }
};

VkDescriptorType dynamicType(DescriptorKind kind) {
    if (kind == DescriptorKind::StorageBuffer) return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
    if (kind == DescriptorKind::UniformBuffer) return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
    return descriptorType(kind);
}

// One set for all places; it describes the buffers from their beginnings.
class DynamicSet : public WrittenSets {
public:
    using WrittenSets::WrittenSets;

    Result<void> prepare() override {
        for (std::vector<Descriptor>& place : bindings_.places) {
            std::ranges::sort(place, {}, &Descriptor::binding);
            std::vector<std::uint32_t>& offsets = offsets_.emplace_back();
            for (Descriptor& descriptor : place) {
                if (dynamicType(descriptor.kind) == descriptorType(descriptor.kind)) continue;
                offsets.push_back(static_cast<std::uint32_t>(descriptor.buffer.offset));
                descriptor.buffer.offset = 0;
            }
        }
        bindings_.dispatches = 1;
        return WrittenSets::prepare();
    }

    VkResult bind(VkCommandBuffer commands, std::uint64_t dispatch) override {
        bindSet(commands, bindings_.pipelineLayout, sets_.front(), offsets_[dispatch % offsets_.size()]);
        return VK_SUCCESS;
    }

private:
    std::vector<std::vector<std::uint32_t>> offsets_; // of each place, by binding
};

VkDescriptorType inlineType(DescriptorKind kind) {
    return kind == DescriptorKind::UniformBuffer ? VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK_EXT
                                                 : descriptorType(kind);
}

std::string exceeded(const DeviceRecord& device, std::span<const Binding> bindings) {
    for (const Binding& binding : bindings) {
        if (binding.bytes <= device.maxInlineUniformBytes) continue;
        return fmt::format("maxInlineUniformBlockSize is {}, but the kernel needs {}",
                           device.maxInlineUniformBytes, binding.bytes);
    }
    return {};
}

} // namespace

extern const StrategyImplementation kSet = {.names = {kSetName},
                                            .make = makeBinder<WrittenSets>,
                                            .ways = {{"dispatch only", makeBinder<OneSet>, true},
                                                     {"allocate + write + bind", makeBinder<FreshSets>},
                                                     {"write + bind", makeBinder<WritingSets>},
                                                     {"bind only", makeBinder<WrittenSets>}}};

extern const StrategyImplementation kDynamic = {.names = {"dynamic"},
                                                .type = dynamicType,
                                                .make = makeBinder<DynamicSet>,
                                                .ways = {{"dynamic offset", makeBinder<DynamicSet>}}};

extern const StrategyImplementation kInline = {.names = {"inline"},
                                               .needs = &DeviceRecord::maxInlineUniformBytes,
                                               .exceeded = exceeded,
                                               .type = inlineType,
                                               .make = makeBinder<WrittenSets>};

extern const StrategyImplementation kGeneralLayout = {
    .names = {"general-layout"}, .imageLayout = VK_IMAGE_LAYOUT_GENERAL, .make = makeBinder<WrittenSets>};

} // namespace vkperftest
