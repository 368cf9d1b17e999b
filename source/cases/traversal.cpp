#include "cases/traversal.h"

#include <bit>

namespace vkperftest {
namespace {

constexpr std::uint32_t kVectorWindow = 12 * 1024;
constexpr std::uint32_t kInsideBytes = 12000;
constexpr std::uint32_t kLeastOutside = 1024 * 1024;

} // namespace

std::uint32_t naturalAlignment(const Case& row) {
    return std::bit_ceil(row.width * traits(row.format).bytesPerChannel);
}

Traversal traversalOf(const Case& row) {
    if (row.access == Access::RawVector) {
        const std::uint32_t alignment = naturalAlignment(row);
        return {.unit = alignment, .step = alignment, .window = kVectorWindow};
    }
    const bool split = row.access == Access::SplitLoad;
    const std::uint32_t bytes = split ? 4 * (kFirstWords + kSecondWords) : row.stride;
    if (!row.outsideL1) return {.window = kInsideBytes / bytes};
    std::uint32_t window = kOutsideElements;
    while (window * bytes < kLeastOutside) window *= 2;
    return {.step = kInvocationsPerGroup, .window = window, .spread = window / kInvocationsPerGroup - 1};
}

std::uint32_t secondPartOffset(const Case& row) {
    constexpr std::uint32_t kMostAlignment = 256; // of minStorageBufferOffsetAlignment
    const std::uint32_t bytes = traversalOf(row).window * kFirstWords * 4;
    return (bytes + kMostAlignment - 1) / kMostAlignment * kMostAlignment;
}

} // namespace vkperftest
