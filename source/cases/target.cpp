#include "cases/target.h"

#include <fmt/format.h>

#include "cases/source_data.h"

namespace vkperftest {
namespace {

std::string addressObstacle(const Case& row, std::uint32_t alignment) {
    if (sourceResource(row).kind != ResourceKind::StorageBuffer) return "needs a storage buffer";
    if (row.technique != Technique::Direct && row.technique != Technique::Floor) {
        return fmt::format("the technique '{}' has no kernel with addresses", techniqueName(row.technique));
    }
    if (traverses(row.access)) return "loads of a window have no kernel with addresses";
    const bool aligned = row.width * 4 % alignment == 0 && row.byteOffset % alignment == 0;
    return aligned ? "" : fmt::format("needs loads of {0} bytes at multiples of {0}", alignment);
}

} // namespace

std::string obstacle(const Target& target) {
    const ResourceKind kind = sourceResource(target.row).kind;
    const bool uniform = kind == ResourceKind::UniformBuffer;
    switch (target.strategy) {
    case Strategy::Set:
    case Strategy::Push:
    case Strategy::Buffer:
        return {};
    case Strategy::Dynamic:
        return uniform || kind == ResourceKind::StorageBuffer ? "" : "needs a storage or uniform buffer";
    case Strategy::Inline:
        return uniform ? "" : "needs a uniform buffer";
    case Strategy::Address4:
    case Strategy::Address16:
        return addressObstacle(target.row, addressAlignment(target.strategy));
    }
    return {};
}

std::string kernelKey(const Target& target) {
    const std::uint32_t alignment = addressAlignment(target.strategy);
    if (alignment == 0) return kernelKey(target.row);
    const Case& row = target.row;
    if (copies(row.access))
        return fmt::format("address_copy.{}.{}.{}", row.width, alignment, techniqueName(row.technique));
    return fmt::format("address_load.{}.{}.{}{}", row.width, alignment, patternName(row.pattern),
                       row.technique == Technique::Floor ? ".floor" : "");
}

} // namespace vkperftest
