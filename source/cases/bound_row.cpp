#include "cases/bound_row.h"

#include <algorithm>

#include <fmt/format.h>

namespace vkperftest {
namespace {

Reason whyNoAddresses(const Case& row, std::uint32_t alignment) {
    const Operation& operation = row.operation;
    if (onlyWrites(operation.kind)) return {ReasonKind::WritesLackAddresses};
    if (row.technique != Technique::Direct && row.technique != Technique::Floor)
        return {ReasonKind::TechniqueLacksAddresses, std::string(techniqueName(row.technique))};
    if (operation.addressKernel.empty())
        return {operation.traversal ? ReasonKind::WindowLacksAddresses : ReasonKind::LoadLacksAddresses};
    const bool aligned = operation.width * 4 % alignment == 0 && operation.byteOffset % alignment == 0;
    return aligned ? Reason() : Reason{ReasonKind::NeedsAlignedLoads, std::to_string(alignment)};
}

} // namespace

Robustness mostRobust(std::span<const BoundRow> boundRows) {
    Robustness most = Robustness::Off;
    for (const BoundRow& bound : boundRows) most = std::max(most, bound.row.robustness);
    return most;
}

Reason whyUnsupported(const BoundRow& bound) {
    constexpr ReasonKind kNeeds[] = {ReasonKind::None, ReasonKind::NeedsStorageBuffer,
                                     ReasonKind::NeedsUniformBuffer, ReasonKind::NeedsBuffer,
                                     ReasonKind::NeedsTexture};
    const StrategyTraits& strategy = traits(bound.strategy);
    // Enough to compare mixed loads with the rows of their kinds; the others bind buffers of one kind.
    if (!bound.row.operation.parts.empty() && strategy.takes != kAllResources)
        return {ReasonKind::NeedsOneKind};
    if (bound.row.operation.index != DescriptorIndex::None && strategy.takes != kAllResources)
        return {ReasonKind::NeedsOneDescriptor};
    const ResourceKind kind = bound.row.operation.source.kind;
    const bool taken = strategy.takes == kAllResources ||
                       ((strategy.takes & kStorageBuffers) != 0 && kind == ResourceKind::StorageBuffer) ||
                       ((strategy.takes & kUniformBuffers) != 0 && kind == ResourceKind::UniformBuffer) ||
                       ((strategy.takes & kTextures) != 0 && kind == ResourceKind::Texture);
    if (!taken) return {kNeeds[strategy.takes]};
    return strategy.addressAlignment == 0 ? Reason() : whyNoAddresses(bound.row, strategy.addressAlignment);
}

std::string kernelKey(const BoundRow& bound) {
    const std::uint32_t alignment = traits(bound.strategy).addressAlignment;
    if (alignment == 0) return kernelKey(bound.row);
    return fmt::format("{}.{}.{}", bound.row.operation.addressKernel, alignment, kernelVariant(bound.row));
}

} // namespace vkperftest
