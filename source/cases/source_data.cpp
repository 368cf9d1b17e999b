#include "cases/source_data.h"

#include <algorithm>
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
constexpr std::uint32_t kBlocksOfRow = kTextureSize / kBlockSize;

// Adds a block of one colour, which every decoder decodes exactly: both of its colours are this one, and all indices 0.
// BC7's block is one of mode 5, which like BC3 compresses alpha by itself.
void addBlock(BitWriter& into, const FormatTraits& format, std::span<const std::int32_t> colour) {
    const std::size_t end = into.written + std::size_t{8} * format.storedBytes();
    const auto add = [&](std::uint32_t channel) {
        into.add(encoded(format, channel, colour[channel]), format.bits[channel]);
    };
    constexpr std::uint32_t kAlpha = 3, kModeFive = 1 << 5, kIndicesOfAlpha = 48;
    if (format.format == Format::BC7) {
        into.add(kModeFive, 8); // and no rotation of channels
        for (std::uint32_t i = 0; i < 2 * format.channels; ++i) add(i / 2);
    } else {
        if (format.channels > kAlpha) {
            for (int i = 0; i < 2; ++i) add(kAlpha);
            into.written += kIndicesOfAlpha;
        }
        for (const std::uint32_t channel : {2u, 1u, 0u, 2u, 1u, 0u}) add(channel); // blue is the lowest
    }
    into.written = end;
}

// The number of the value that is drawn for that value of a compressed image.
std::uint32_t ofBlock(const FormatTraits& format, std::uint32_t index) {
    const std::uint32_t texel = index / format.channels;
    const std::uint32_t row = texel / kTextureSize, column = texel % kTextureSize;
    return (row / kBlockSize * kBlocksOfRow + column / kBlockSize) * format.channels +
           index % format.channels;
}

std::vector<std::byte> blocksOf(const SourceResource& resource) {
    const FormatTraits& format = traits(resource.format);
    BitWriter writer{std::vector<std::byte>(resource.bytes())};
    for (std::uint32_t block = 0; block < resource.elements; ++block) {
        const std::uint32_t texel = kBlockSize * (block / kBlocksOfRow * kTextureSize + block % kBlocksOfRow);
        std::vector<std::int32_t> colour;
        for (std::uint32_t channel = 0; channel < format.channels; ++channel)
            colour.push_back(sourceValue(resource, texel * format.channels + channel));
        addBlock(writer, format, colour);
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
    const std::uint32_t drawn = format.compressed() ? ofBlock(format, index) : index;
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
