// VK_EXT_inline_uniform_block: the uniform data lie in the descriptor set itself.
#include <fmt/format.h>

#include "vulkan/descriptor_sets.h"

namespace vkperftest {
namespace {

VkDescriptorType inlineType(BindingKind kind) {
    return kind == BindingKind::UniformBuffer ? VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK_EXT : plainType(kind);
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

extern const StrategyImplementation kInline = {.names = {"inline"},
                                               .needs = &DeviceRecord::maxInlineUniformBytes,
                                               .exceeded = exceeded,
                                               .type = inlineType,
                                               .make = makeBinder<WrittenSets>};

} // namespace vkperftest
