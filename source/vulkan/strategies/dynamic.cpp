// One descriptor set; its buffers take offsets that are given when it is bound.
#include <algorithm>

#include "vulkan/descriptor_sets.h"

namespace vkperftest {
namespace {

VkDescriptorType dynamicType(BindingKind kind) {
    if (kind == BindingKind::StorageBuffer) return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
    if (kind == BindingKind::UniformBuffer) return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
    return plainType(kind);
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
                if (dynamicType(descriptor.kind) == plainType(descriptor.kind)) continue;
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

} // namespace

extern const StrategyImplementation kDynamic = {.names = {"dynamic"},
                                                .type = dynamicType,
                                                .make = makeBinder<DynamicSet>,
                                                .ways = {{"dynamic offset", makeBinder<DynamicSet>}}};

} // namespace vkperftest
