#include "cases/bound_row.h"

#include <fmt/format.h>

namespace vkperftest {
namespace {

std::string whyNoAddresses(const Case& row, std::uint32_t alignment) {
    const Operation& operation = row.operation;
    if (row.technique != Technique::Direct && row.technique != Technique::Floor) {
        return fmt::format("the technique '{}' has no kernel with addresses", techniqueName(row.technique));
    }
    if (operation.addressKernel.empty()) return "loads of a window have no kernel with addresses";
    const bool aligned = operation.width * 4 % alignment == 0 && operation.byteOffset % alignment == 0;
    return aligned ? "" : fmt::format("needs loads of {0} bytes at multiples of {0}", alignment);
}

} // namespace

std::string whyUnsupported(const BoundRow& bound) {
    constexpr std::string_view kNeeds[] = {"", "needs a storage buffer", "needs a uniform buffer",
                                           "needs a storage or uniform buffer"};
    const StrategyTraits& strategy = traits(bound.strategy);
    const ResourceKind kind = bound.row.operation.source.kind;
    const bool taken = strategy.takes == kAllResources ||
                       ((strategy.takes & kStorageBuffers) != 0 && kind == ResourceKind::StorageBuffer) ||
                       ((strategy.takes & kUniformBuffers) != 0 && kind == ResourceKind::UniformBuffer);
    if (!taken) return std::string(kNeeds[strategy.takes]);
    return strategy.addressAlignment == 0 ? "" : whyNoAddresses(bound.row, strategy.addressAlignment);
}

std::string kernelKey(const BoundRow& bound) {
    const std::uint32_t alignment = traits(bound.strategy).addressAlignment;
    if (alignment == 0) return kernelKey(bound.row);
    return fmt::format("{}.{}.{}", bound.row.operation.addressKernel, alignment, kernelVariant(bound.row));
}

} // namespace vkperftest
