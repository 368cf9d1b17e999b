#include "cases/target.h"

#include <fmt/format.h>

namespace vkperftest {
namespace {

std::string addressObstacle(const Case& row, std::uint32_t alignment) {
    const Operation& operation = row.operation;
    if (operation.source.kind != ResourceKind::StorageBuffer) return "needs a storage buffer";
    if (row.technique != Technique::Direct && row.technique != Technique::Floor) {
        return fmt::format("the technique '{}' has no kernel with addresses", techniqueName(row.technique));
    }
    if (operation.addressKernel.empty()) return "loads of a window have no kernel with addresses";
    const bool aligned = operation.width * 4 % alignment == 0 && operation.byteOffset % alignment == 0;
    return aligned ? "" : fmt::format("needs loads of {0} bytes at multiples of {0}", alignment);
}

} // namespace

std::string obstacle(const Target& target) {
    const ResourceKind kind = target.row.operation.source.kind;
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
    return fmt::format("{}.{}.{}", target.row.operation.addressKernel, alignment, kernelVariant(target.row));
}

} // namespace vkperftest
