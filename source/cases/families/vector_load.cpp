#include <bit>

#include <fmt/format.h>

#include "cases/families/families.h"

namespace vkperftest {

// Vectors lie at multiples of their natural alignment plus the row's byte offset, so all loads of a row are
// misaligned by the same amount. The window of 12 KB is three quarters of the smallest L1 of desktop GPUs (16
// KB, GCN and RDNA). It is not a power of two, or 256 loads would lead every invocation over the same
// vectors, to the same sum.
Operation vectorLoad(Format element, std::uint32_t width, std::uint32_t byteOffset) {
    constexpr std::uint32_t kWindow = 12 * 1024;
    const std::string_view type = element == Format::R16F ? "half" : "float";
    const std::uint32_t alignment = std::bit_ceil(traits(element).bytesOf(width));
    return {
        .name = fmt::format("ByteAddressBuffer.Load<{}{}>", type, width),
        .id = fmt::format("raw-{}{}", type, width),
        .kernel = fmt::format("raw_vector.{}.{}", type, width),
        .kind = LoadKind::RawVector,
        .source = rawWords(element),
        .width = width,
        .byteOffset = byteOffset,
        .stride = alignment,
        .traversal = Traversal{.unit = alignment, .step = alignment, .window = kWindow},
        .ofFloor = [](const Operation& offset) { return vectorLoad(offset.source.format, offset.width); }};
}

Operation looseVectorLoad(Format element, std::uint32_t width) {
    constexpr std::uint32_t kMostWindow = 12000, kWord = 4;
    Operation operation = vectorLoad(element, width);
    const std::uint32_t words = (traits(element).bytesOf(width) + kWord - 1) / kWord;
    const std::uint32_t bytes = kWord * (words | 1);
    operation.name += fmt::format(" {} bytes apart", bytes);
    operation.id += fmt::format("-apart{}", bytes);
    operation.stride = bytes;
    operation.traversal = Traversal{.unit = bytes, .step = bytes, .window = kMostWindow / bytes * bytes};
    return operation;
}

} // namespace vkperftest
