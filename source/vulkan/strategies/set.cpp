// Descriptor sets, bound before the dispatch: allocated and written once (set), with offsets that are given when they are
// bound (dynamic), with uniform data in the set itself (inline, VK_EXT_inline_uniform_block), or with images in
// VK_IMAGE_LAYOUT_GENERAL, as they lie without layout transitions (general-layout, VK_KHR_unified_image_layouts).
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
        bindSet(commands, set);
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

DescriptorKind dynamicKind(DescriptorKind kind) {
    if (kind == DescriptorKind::StorageBuffer) return DescriptorKind::DynamicStorageBuffer;
    return kind == DescriptorKind::UniformBuffer ? DescriptorKind::DynamicUniformBuffer : kind;
}

DescriptorKind inlineKind(DescriptorKind kind) {
    return kind == DescriptorKind::UniformBuffer ? DescriptorKind::InlineUniforms : kind;
}

} // namespace

extern const StrategyImplementation kSet = {.names = {kSetName},
                                            .make = makeBinder<WrittenSets>,
                                            .ways = {{"dispatch only", makeBinder<OneSet>, true},
                                                     {"allocate + write + bind", makeBinder<FreshSets>},
                                                     {"write + bind", makeBinder<WritingSets>},
                                                     {"bind only", makeBinder<WrittenSets>}}};

extern const StrategyImplementation kDynamic = {.names = {"dynamic"},
                                                .kindOf = dynamicKind,
                                                .make = makeBinder<WrittenSets>,
                                                .ways = {{"dynamic offset", makeBinder<WrittenSets>}}};

extern const StrategyImplementation kInline = {.names = {"inline"},
                                               .needs = &DeviceRecord::maxInlineUniformBytes,
                                               .kindOf = inlineKind,
                                               .make = makeBinder<WrittenSets>};

extern const StrategyImplementation kGeneralLayout = {
    .names = {"general-layout"}, .imageLayout = VK_IMAGE_LAYOUT_GENERAL, .make = makeBinder<WrittenSets>};

} // namespace vkperftest
