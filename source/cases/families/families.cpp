#include "cases/families/families.h"

#include <bit>

#include <fmt/format.h>

#include "cases/case.h"

namespace vkperftest {

std::string numbered(std::string_view name, std::uint32_t width) {
    return width == 1 ? std::string(name) : fmt::format("{}{}", name, width);
}

Operation elementLoads(std::uint32_t bytes, CachePlace place, Format member) {
    constexpr std::uint32_t kInsideBytes = 12000;
    if (place == CachePlace::InsideL1)
        return {.source = rawWords(member), .traversal = Traversal{.window = kInsideBytes / bytes}};
    constexpr std::uint32_t kStep = kInvocationsPerGroup;
    constexpr std::uint32_t kWindow = kLoadsPerGroup; // elements, each read once
    constexpr std::uint32_t kSourceBytes = 16 * 1024 * 1024;
    // A power of two, so that elements of any stride repeat after a fraction of a window.
    constexpr std::uint32_t kPeriod = 65536;
    const std::uint32_t elements = kSourceBytes / bytes / kWindow * kWindow;
    return {.source = {ResourceKind::StorageBuffer, member, kSourceBytes / 4, 4, kPeriod},
            .place = CachePlace::OwnWindow,
            .traversal = Traversal{.step = kStep, .window = elements, .spread = elements / kStep - 1}};
}

WrittenTarget targetOf(LoadKind kind, std::string_view element, Format format) {
    switch (kind) {
    case LoadKind::TypedStore:
    case LoadKind::TypedAtomic:
        return {"typed", fmt::format("RWBuffer<{}>", traits(format).bufferName),
                ResourceKind::StorageTexelBuffer};
    case LoadKind::TextureStore:
    case LoadKind::TextureAtomic:
        return {"texture", fmt::format("RWTexture2D<{}>", traits(format).textureName),
                ResourceKind::StorageImage};
    case LoadKind::SharedStore:
    case LoadKind::SharedAtomic:
        return {"shared", fmt::format("groupshared{{{}}}", element)};
    case LoadKind::StructuredStore:
    case LoadKind::StructuredAtomic:
        return {"structured", fmt::format("RWStructuredBuffer<{}>", element)};
    default:
        return {"raw", "RWByteAddressBuffer"};
    }
}

Operation stores(LoadKind kind, std::uint32_t width, std::uint32_t stride) {
    constexpr std::uint32_t kWindowBytes = 4 * kLoadsPerGroup;
    const std::uint32_t unit = kind == LoadKind::RawStore ? stride : 1;
    const std::uint32_t elements = std::bit_floor(kWindowBytes / stride);
    return {.kind = kind,
            .source = {ResourceKind::StorageBuffer, Format::R32UI, kCopySlots * kWindowBytes / 4, 4},
            .width = width,
            .stride = stride,
            .traversal =
                Traversal{.unit = unit, .step = kInvocationsPerGroup * unit, .window = elements * unit}};
}

} // namespace vkperftest
