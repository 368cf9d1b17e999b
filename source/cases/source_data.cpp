#include "cases/source_data.h"

#include <algorithm>

#include "base/enum_table.h"
#include "cases/compressed_block.h"

namespace vkperftest {
namespace {

// Every resource draws its values from one sequence, so a load at a wrong address or of a wrong channel gives
// a different sum. Mixing steps of MurmurHash3's finalizer (Austin Appleby, public domain).
std::uint32_t pseudoRandom(std::uint32_t index) {
    std::uint32_t hash = index + 0x165667b1u; // found by search: no row's sums equal those of a shifted walk
    hash = (hash ^ (hash >> 16)) * 0x85ebca6bu;
    hash = (hash ^ (hash >> 13)) * 0xc2b2ae35u;
    return hash ^ (hash >> 16);
}

constexpr std::uint32_t kBlocksOfRow = kTextureSize / kBlockSize;

// The number of the value that is drawn for that value of a compressed image: its block has two colours.
std::uint32_t ofTwoColours(const FormatTraits& format, std::uint32_t index) {
    constexpr std::uint32_t kAlpha = 3;
    const std::uint32_t channel = index % format.channels, texel = index / format.channels;
    if (channel == kAlpha) return index;
    const std::uint32_t row = texel / kTextureSize, column = texel % kTextureSize;
    const std::uint32_t block = row / kBlockSize * kBlocksOfRow + column / kBlockSize;
    return (2 * block + pseudoRandom(texel) % 2) * format.channels + channel;
}

std::vector<std::byte> blocksOf(const SourceResource& resource) {
    const FormatTraits& format = traits(resource.format);
    BitWriter writer{std::vector<std::byte>(resource.bytes())};
    for (std::uint32_t block = 0; block < resource.elements; ++block) {
        std::vector<std::int32_t> values;
        for (std::uint32_t i = 0; i < format.storedTexels(); ++i) {
            const std::uint32_t row = block / kBlocksOfRow * kBlockSize + i / kBlockSize;
            const std::uint32_t texel =
                row * kTextureSize + block % kBlocksOfRow * kBlockSize + i % kBlockSize;
            for (std::uint32_t channel = 0; channel < format.channels; ++channel)
                values.push_back(sourceValue(resource, texel * format.channels + channel));
        }
        addBlock(writer, format, values);
    }
    return std::move(writer.bytes);
}

} // namespace

std::string_view resourceKindName(ResourceKind kind) {
    constexpr auto kNames = enumTable<ResourceKind, std::string_view>(
        {"texel buffer", "storage buffer", "uniform buffer", "sampled image", "push constants",
         "storage texel buffer", "storage image", "specialization constants"});
    return kNames[kind];
}

std::string_view memoryKindName(MemoryKind kind) {
    constexpr auto kNames = enumTable<MemoryKind, std::string_view>({"device-local", "BAR", "host-cached"});
    return kNames[kind];
}

bool hasDescriptor(ResourceKind kind) {
    return kind != ResourceKind::PushConstants && kind != ResourceKind::SpecializationConstants;
}

bool isTexelBuffer(ResourceKind kind) {
    return kind == ResourceKind::TexelBuffer || kind == ResourceKind::StorageTexelBuffer;
}

bool isImage(ResourceKind kind) {
    return kind == ResourceKind::Texture || kind == ResourceKind::StorageImage;
}

std::uint32_t SourceResource::descriptorsApart() const {
    constexpr std::uint32_t kRows = 2, kBytes = 256;
    return isImage(kind) ? kRows * kTextureSize : kBytes / bytesPerElement;
}

SourceResource SourceResource::ofOneDescriptor() const {
    SourceResource one = *this;
    one.elements -= (descriptors - 1) * descriptorsApart();
    one.descriptors = 1;
    return one;
}

std::string_view imageShapeName(ImageShape shape) {
    constexpr auto kNames = enumTable<ImageShape, std::string_view>(
        {"2D", "1D", "2D array", "3D", "cube", "2D, linear tiling", "2D, two levels"});
    return kNames[shape];
}

SourceResource texels(Format format, ImageShape shape) {
    constexpr std::uint32_t kOfPlane = kTextureSize * kTextureSize, kFaces = 6;
    const std::uint32_t all = shape == ImageShape::Cube        ? kFaces * kOfPlane
                              : shape == ImageShape::TwoLevels ? kOfPlane + kOfPlane / 4
                                                               : kOfPlane;
    const FormatTraits& own = traits(format);
    return {ResourceKind::Texture, format, all / own.storedTexels(), own.storedBytes(), 0, shape};
}

std::uint32_t firstTexelOf(ImageShape shape) {
    constexpr std::uint32_t kFace = 2; // +Y
    return shape == ImageShape::Cube ? kFace * kTextureSize * kTextureSize : 0;
}

SourceResource rawWords(Format format) {
    return {ResourceKind::StorageBuffer, format, 16 * 1024 / 4, 4};
}

std::int32_t sourceValue(const SourceResource& resource, std::uint32_t index) {
    const FormatTraits& format = traits(resource.format);
    const std::uint32_t values = resource.period > 0 ? resource.period : format.valuesIn(resource.bytes());
    const std::uint32_t ofChannel = 0xffffffff >> (32 - format.bits[index % format.channels]);
    const auto last = static_cast<std::uint32_t>(format.most - format.least);
    const std::uint32_t drawn = format.compressed() ? ofTwoColours(format, index) : index;
    return format.least +
           static_cast<std::int32_t>(pseudoRandom(drawn % values) % (std::min(last, ofChannel) + 1));
}

std::vector<std::byte> sourceBytes(const SourceResource& resource) {
    const FormatTraits& format = traits(resource.format);
    if (format.compressed()) return blocksOf(resource);
    const std::uint32_t all = resource.bytes(), period = format.bytesOf(resource.period);
    const std::size_t drawn = period > 0 && period < all ? period : all;
    BitWriter writer{std::vector<std::byte>(drawn)};
    for (std::uint32_t index = 0; !writer.full();) {
        for (std::size_t part = 0; part < format.bits.size() && format.bits[part] > 0; ++part) {
            const std::int32_t value = part < format.channels ? sourceValue(resource, index++) : 0;
            writer.add(encoded(format, part, value), format.bits[part]);
        }
    }
    std::vector<std::byte> bytes = std::move(writer.bytes);
    bytes.resize(all);
    for (std::size_t i = drawn; i < all; i += drawn)
        std::copy_n(bytes.begin(), std::min(drawn, all - i), bytes.data() + i);
    return bytes;
}

} // namespace vkperftest
