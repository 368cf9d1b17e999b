#include "cases/target.h"

#include <fmt/format.h>

#include "cases/source_data.h"

namespace vkperftest {
namespace {

std::string whyNoAddresses(const Case& row, std::uint32_t alignment) {
    if (row.technique != Technique::Direct && row.technique != Technique::Floor) {
        return fmt::format("the technique '{}' has no kernel with addresses", techniqueName(row.technique));
    }
    if (traverses(row.access)) return "loads of a window have no kernel with addresses";
    const bool aligned = row.width * 4 % alignment == 0 && row.byteOffset % alignment == 0;
    return aligned ? "" : fmt::format("needs loads of {0} bytes at multiples of {0}", alignment);
}

} // namespace

std::string whyUnsupported(const Target& target) {
    constexpr std::string_view kNeeds[] = {"", "needs a storage buffer", "needs a uniform buffer",
                                           "needs a storage or uniform buffer"};
    const StrategyTraits& strategy = traits(target.strategy);
    const ResourceKind kind = sourceResource(target.row).kind;
    const bool taken = strategy.takes == kAllResources ||
                       ((strategy.takes & kStorageBuffers) != 0 && kind == ResourceKind::StorageBuffer) ||
                       ((strategy.takes & kUniformBuffers) != 0 && kind == ResourceKind::UniformBuffer);
    if (!taken) return std::string(kNeeds[strategy.takes]);
    return strategy.addressAlignment == 0 ? "" : whyNoAddresses(target.row, strategy.addressAlignment);
}

std::string kernelKey(const Target& target) {
    const std::uint32_t alignment = traits(target.strategy).addressAlignment;
    if (alignment == 0) return kernelKey(target.row);
    const Case& row = target.row;
    if (copies(row.access))
        return fmt::format("address_copy.{}.{}.{}", row.width, alignment, techniqueName(row.technique));
    return fmt::format("address_load.{}.{}.{}{}", row.width, alignment, patternName(row.pattern),
                       row.technique == Technique::Floor ? ".floor" : "");
}

} // namespace vkperftest
