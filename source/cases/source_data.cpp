#include "cases/source_data.h"

#include <array>
#include <cstring>

#include "cases/traversal.h"

namespace vkperftest {
namespace {

// Every channel, whatever the element's size, draws from one sequence, so that a load at a wrong address or
// of a wrong channel gives another sum. Mixing steps of MurmurHash3's finalizer (Austin Appleby, public
// domain).
std::uint32_t pseudoRandomBit(std::uint32_t index) {
    std::uint32_t hash = index + 0x165667b1u; // found by search: no row's sums equal those of a shifted walk
    hash = (hash ^ (hash >> 16)) * 0x85ebca6bu;
    hash = (hash ^ (hash >> 13)) * 0xc2b2ae35u;
    return (hash ^ (hash >> 16)) & 1;
}

// 1.0 in a channel of 1, 2 or 4 bytes: normalized, half, float. Zero is all zero bits in each.
std::uint32_t one(std::uint32_t bytesPerChannel) {
    switch (bytesPerChannel) {
    case 1:
        return 0xff;
    case 2:
        return 0x3c00;
    default:
        return 0x3f800000;
    }
}

} // namespace

std::string_view resourceKindName(ResourceKind kind) {
    constexpr std::array<std::string_view, 5> kNames = {"texel buffer", "storage buffer", "uniform buffer",
                                                        "sampled image", "push constants"};
    return kNames[static_cast<std::size_t>(kind)];
}

SourceResource sourceResource(const Case& row) {
    const FormatTraits& format = traits(row.format);
    const std::uint32_t texelBytes = format.channels * format.bytesPerChannel;
    switch (row.access) {
    case Access::TypedLoad:
        return {ResourceKind::TexelBuffer, row.format, kBufferElements, texelBytes};
    case Access::RawLoad:
        return {ResourceKind::StorageBuffer, Format::R32F, kRawBytes / 4, 4};
    case Access::StructuredLoad:
        return {ResourceKind::StorageBuffer, Format::R32F, kBufferElements, row.width * 4};
    case Access::RawVector:
        return {ResourceKind::StorageBuffer, row.format, kRawBytes / 4, 4};
    case Access::StridedLoad:
    case Access::SplitLoad: {
        const bool repeats = row.outsideL1 && traversalOf(row).window > kOutsideElements;
        return {ResourceKind::StorageBuffer, Format::R32F, (row.outsideL1 ? kOutsideBytes : kRawBytes) / 4, 4,
                repeats ? kOutsideElements * row.stride / 4 : 0};
    }
    case Access::ConstantLoad:
        return {ResourceKind::UniformBuffer, Format::R32F, kBufferElements, row.width * 4};
    case Access::PushedLoad:
        return {ResourceKind::PushConstants, Format::R32F, kPushedElements, row.width * 4};
    case Access::ShortConstantLoad:
        return {ResourceKind::UniformBuffer, Format::R32F, kShortElements, row.width * 4};
    case Access::RawCopy:
    case Access::StructuredCopy:
        return {ResourceKind::StorageBuffer, Format::R32F, kRawBytes / 4, 4};
    case Access::TextureLoad:
    case Access::SampleNearest:
    case Access::SampleBilinear:
        return {ResourceKind::Texture, row.format, kTextureSize * kTextureSize, texelBytes};
    }
    return {};
}

std::uint32_t sourceValue(const SourceResource& resource, std::uint32_t element, std::uint32_t channel) {
    const std::uint32_t channels = resource.bytesPerElement / traits(resource.format).bytesPerChannel;
    return pseudoRandomBit((resource.period > 0 ? element % resource.period : element) * channels + channel);
}

std::vector<std::byte> sourceBytes(const SourceResource& resource) {
    const std::uint32_t channelBytes = traits(resource.format).bytesPerChannel;
    std::vector<std::byte> bytes(resource.bytes());
    const std::uint32_t channels = resource.bytesPerElement / channelBytes;
    for (std::uint32_t i = 0; i < resource.bytes() / channelBytes; ++i) {
        const std::uint32_t value = sourceValue(resource, i / channels, i % channels) * one(channelBytes);
        for (std::uint32_t b = 0; b < channelBytes; ++b) {
            bytes[i * channelBytes + b] =
                static_cast<std::byte>(value >> (8 * b)); // little endian, as GPUs are
        }
    }
    return bytes;
}

} // namespace vkperftest
