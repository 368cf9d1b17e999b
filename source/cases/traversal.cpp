#include "cases/traversal.h"

#include <bit>

namespace vkperftest {
namespace {

constexpr std::uint32_t kVectorWindow = 12 * 1024;
constexpr std::uint32_t kInsideBytes = 12000;
constexpr std::uint32_t kOutsideElements = kInvocationsPerGroup * kLoadsPerInvocation;

} // namespace

std::uint32_t naturalAlignment(const Case& row) {
    return std::bit_ceil(row.width * traits(row.format).bytesPerChannel);
}

Traversal traversalOf(const Case& row) {
    if (row.access == Access::RawVector) {
        const std::uint32_t alignment = naturalAlignment(row);
        return {.unit = alignment, .step = alignment, .window = kVectorWindow};
    }
    if (row.outsideL1)
        return {.step = kInvocationsPerGroup, .window = kOutsideElements, .spread = kLoadsPerInvocation - 1};
    const bool split = row.access == Access::SplitLoad;
    return {.window = kInsideBytes / (split ? 4 * (kFirstWords + kSecondWords) : row.stride)};
}

std::uint32_t secondPartOffset(const Case& row) {
    constexpr std::uint32_t kMostAlignment = 256; // of minStorageBufferOffsetAlignment
    const std::uint32_t bytes = traversalOf(row).window * kFirstWords * 4;
    return (bytes + kMostAlignment - 1) / kMostAlignment * kMostAlignment;
}

} // namespace vkperftest
