#include "cases/source_data.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/enum_table.h"

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

// Blocks of compressed formats that every decoder decodes exactly: texels are one of the block's two colours,
// and none lies between these.

// Bytes that are filled bit by bit, little endian, as GPUs are.
struct BitWriter {
    std::vector<std::byte> bytes; // as many as there will be
    std::size_t written = 0;      // bits

    bool full() const { return written / 8 >= bytes.size(); }
    // Adds the code's lowest bits; drops those for which there are no bytes.
    void add(std::uint32_t code, std::uint32_t bits) {
        for (std::uint32_t i = 0; i < bits && !full(); ++i, ++written)
            bytes[written / 8] |= static_cast<std::byte>((code >> i & 1) << (written % 8));
    }
};

constexpr std::uint32_t kBlockSize = 4; // texels an axis

constexpr std::uint32_t kTexels = kBlockSize * kBlockSize, kAlpha = 3,
                        kBlocksOfRow = kTextureSize / kBlockSize;

// Some channels of a block's texels: of each texel whether they equal those of the first texel, else of the
// second of two texels.
struct Ends {
    std::array<std::uint32_t, 2> texels{};
    std::array<bool, kTexels> second{};
};

Ends endsOf(std::span<const std::int32_t> values, std::uint32_t channels, std::uint32_t first,
            std::uint32_t count) {
    Ends ends;
    for (std::uint32_t texel = 0; texel < kTexels; ++texel) {
        const auto own = values.subspan(texel * channels + first, count);
        ends.second[texel] = !std::ranges::equal(own, values.subspan(first, count));
        if (ends.second[texel]) ends.texels[1] = texel;
    }
    return ends;
}

// Adds the block. `values`: of each texel the channels, row by row; 0 or 1, and of the first three channels
// together no more than two combinations. BC7's block is one of mode 5, which like BC3 compresses alpha by
// itself.
void addBlock(BitWriter& into, const FormatTraits& format, std::span<const std::int32_t> values) {
    const bool hasAlpha = format.channels > kAlpha;
    const Ends colour = endsOf(values, format.channels, 0, kAlpha);
    const Ends alpha = hasAlpha ? endsOf(values, format.channels, kAlpha, 1) : Ends();
    const auto addEnd = [&](const Ends& ends, std::size_t end, std::uint32_t channel) {
        const std::int32_t value = values[ends.texels[end] * format.channels + channel];
        into.add(encoded(format, channel, value), format.bits[channel]);
    };
    if (format.format == Format::BC7) {
        constexpr std::uint32_t kModeFive = 1 << 5, kLastIndex = 3; // which means the second colour
        into.add(kModeFive, 8);                                     // and no rotation of channels
        for (std::uint32_t channel = 0; channel < format.channels; ++channel) {
            const Ends& ends = channel == kAlpha ? alpha : colour;
            for (const std::size_t end : {0u, 1u}) addEnd(ends, end, channel);
        }
        for (const Ends& ends : {colour, alpha}) { // the first texel's index lacks its upper bit, which is 0
            for (std::uint32_t texel = 0; texel < kTexels; ++texel)
                into.add(ends.second[texel] ? kLastIndex : 0, texel == 0 ? 1 : 2);
        }
        return;
    }
    if (hasAlpha) {
        for (const std::size_t end : {0u, 1u}) addEnd(alpha, end, kAlpha);
        for (const bool second : alpha.second) into.add(second, 3);
    }
    for (const std::size_t end : {0u, 1u}) {
        for (const std::uint32_t channel : {2u, 1u, 0u}) addEnd(colour, end, channel); // blue is the lowest
    }
    for (const bool second : colour.second) into.add(second, 2);
}

// The number of the value that is drawn for that value of a compressed image: its block has two colours.
std::uint32_t ofTwoColours(const FormatTraits& format, std::uint32_t index) {
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
