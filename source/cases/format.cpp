#include "cases/format.h"

#include <algorithm>
#include <bit>

#include "base/enum_table.h"

namespace vkperftest {
namespace {

constexpr FormatTraits formatOf(Format format, std::string_view bufferName, std::string_view textureName,
                                Numeric numeric, std::array<std::uint32_t, 4> bits, std::int32_t least,
                                std::int32_t most, std::uint32_t blockBytes = 0) {
    const auto absent = static_cast<std::uint32_t>(std::ranges::count(bits, 0u));
    const std::uint32_t channels = numeric == Numeric::SharedExponent ? 3 : 4 - absent;
    return {format, bufferName, textureName, numeric, bits, channels, least, most, blockBytes};
}

constexpr auto kFormats = enumTable<Format, FormatTraits>({
    formatOf(Format::R8, "R8", "R8", Numeric::Unorm, {8}, 0, 1),
    formatOf(Format::RG8, "RG8", "RG8", Numeric::Unorm, {8, 8}, 0, 1),
    formatOf(Format::RGBA8, "RGBA8", "RGBA8", Numeric::Unorm, {8, 8, 8, 8}, 0, 1),
    formatOf(Format::R16F, "R16f", "R16F", Numeric::Float, {16}, 0, 1),
    formatOf(Format::RG16F, "RG16f", "RG16F", Numeric::Float, {16, 16}, 0, 1),
    formatOf(Format::RGBA16F, "RGBA16f", "RGBA16F", Numeric::Float, {16, 16, 16, 16}, 0, 1),
    formatOf(Format::R32F, "R32f", "R32F", Numeric::Float, {32}, 0, 1),
    formatOf(Format::RG32F, "RG32f", "RG32F", Numeric::Float, {32, 32}, 0, 1),
    formatOf(Format::RGBA32F, "RGBA32f", "RGBA32F", Numeric::Float, {32, 32, 32, 32}, 0, 1),
    formatOf(Format::R32UI, "R32ui", "R32UI", Numeric::Uint, {32}, 0, 4095),
    formatOf(Format::R32I, "R32i", "R32I", Numeric::Sint, {32}, -2048, 2047),
    formatOf(Format::R8UI, "R8ui", "R8UI", Numeric::Uint, {8}, 0, 255),
    formatOf(Format::RG8UI, "RG8ui", "RG8UI", Numeric::Uint, {8, 8}, 0, 255),
    formatOf(Format::RGBA8UI, "RGBA8ui", "RGBA8UI", Numeric::Uint, {8, 8, 8, 8}, 0, 255),
    formatOf(Format::R16UI, "R16ui", "R16UI", Numeric::Uint, {16}, 0, 4095),
    formatOf(Format::RG16UI, "RG16ui", "RG16UI", Numeric::Uint, {16, 16}, 0, 4095),
    formatOf(Format::RGBA16UI, "RGBA16ui", "RGBA16UI", Numeric::Uint, {16, 16, 16, 16}, 0, 4095),
    formatOf(Format::RG32UI, "RG32ui", "RG32UI", Numeric::Uint, {32, 32}, 0, 4095),
    formatOf(Format::RGBA32UI, "RGBA32ui", "RGBA32UI", Numeric::Uint, {32, 32, 32, 32}, 0, 4095),
    formatOf(Format::R8I, "R8i", "R8I", Numeric::Sint, {8}, -128, 127),
    formatOf(Format::RG8I, "RG8i", "RG8I", Numeric::Sint, {8, 8}, -128, 127),
    formatOf(Format::RGBA8I, "RGBA8i", "RGBA8I", Numeric::Sint, {8, 8, 8, 8}, -128, 127),
    formatOf(Format::R16I, "R16i", "R16I", Numeric::Sint, {16}, -2048, 2047),
    formatOf(Format::RG16I, "RG16i", "RG16I", Numeric::Sint, {16, 16}, -2048, 2047),
    formatOf(Format::RGBA16I, "RGBA16i", "RGBA16I", Numeric::Sint, {16, 16, 16, 16}, -2048, 2047),
    formatOf(Format::RG32I, "RG32i", "RG32I", Numeric::Sint, {32, 32}, -2048, 2047),
    formatOf(Format::RGBA32I, "RGBA32i", "RGBA32I", Numeric::Sint, {32, 32, 32, 32}, -2048, 2047),
    formatOf(Format::R8SNORM, "R8snorm", "R8SNORM", Numeric::Snorm, {8}, -1, 1),
    formatOf(Format::RG8SNORM, "RG8snorm", "RG8SNORM", Numeric::Snorm, {8, 8}, -1, 1),
    formatOf(Format::RGBA8SNORM, "RGBA8snorm", "RGBA8SNORM", Numeric::Snorm, {8, 8, 8, 8}, -1, 1),
    formatOf(Format::R16, "R16", "R16", Numeric::Unorm, {16}, 0, 1),
    formatOf(Format::RG16, "RG16", "RG16", Numeric::Unorm, {16, 16}, 0, 1),
    formatOf(Format::RGBA16, "RGBA16", "RGBA16", Numeric::Unorm, {16, 16, 16, 16}, 0, 1),
    formatOf(Format::R16SNORM, "R16snorm", "R16SNORM", Numeric::Snorm, {16}, -1, 1),
    formatOf(Format::RG16SNORM, "RG16snorm", "RG16SNORM", Numeric::Snorm, {16, 16}, -1, 1),
    formatOf(Format::RGBA16SNORM, "RGBA16snorm", "RGBA16SNORM", Numeric::Snorm, {16, 16, 16, 16}, -1, 1),
    formatOf(Format::RGB10A2, "RGB10A2", "RGB10A2", Numeric::Unorm, {10, 10, 10, 2}, 0, 1),
    formatOf(Format::RGB10A2UI, "RGB10A2ui", "RGB10A2UI", Numeric::Uint, {10, 10, 10, 2}, 0, 1023),
    formatOf(Format::R11G11B10F, "R11G11B10f", "R11G11B10F", Numeric::Float, {11, 11, 10}, 0, 63),
    formatOf(Format::RGB9E5, "RGB9E5", "RGB9E5", Numeric::SharedExponent, {9, 9, 9, 5}, 0, 255),
    formatOf(Format::RGBA8SRGB, "RGBA8srgb", "RGBA8SRGB", Numeric::Srgb, {8, 8, 8, 8}, 0, 1),
    formatOf(Format::RGB32F, "RGB32f", "RGB32F", Numeric::Float, {32, 32, 32}, 0, 1023),
    formatOf(Format::BC1, "BC1", "BC1", Numeric::Unorm, {5, 6, 5}, 0, 1, 8),
    formatOf(Format::BC3, "BC3", "BC3", Numeric::Unorm, {5, 6, 5, 8}, 0, 1, 16),
    formatOf(Format::BC7, "BC7", "BC7", Numeric::Unorm, {7, 7, 7, 8}, 0, 1, 16),
});

constexpr bool inOrder() {
    for (const FormatTraits& each : kFormats)
        if (&each != &kFormats[each.format]) return false;
    return true;
}
static_assert(inOrder(), "the formats' lines must be in the order of Format");

// IEEE 754's form with five bits of exponent; the value is not negative, and the mantissa holds it.
std::uint32_t smallFloat(std::uint32_t mantissaBits, std::uint32_t value) {
    constexpr std::uint32_t kBias = 15;
    if (value == 0) return 0;
    const auto exponent = static_cast<std::uint32_t>(std::bit_width(value)) - 1;
    const std::uint32_t mantissa = (value << (mantissaBits - exponent)) - (1u << mantissaBits);
    return (exponent + kBias) << mantissaBits | mantissa;
}

} // namespace

std::span<const FormatTraits> allFormats() {
    return kFormats.values;
}

std::span<const FormatTraits> perfTestFormats() {
    return allFormats().first<9>();
}

const FormatTraits& traits(Format format) {
    return kFormats[format];
}

std::uint32_t encoded(const FormatTraits& format, std::size_t part, std::int32_t value) {
    // Not the exponent of whole numbers, which a decoder that ignored it would get right: 2^-1 a mantissa's
    // one.
    constexpr std::uint32_t kExponent = 23, kMantissaOfOne = 2;
    const std::uint32_t bits = format.bits[part], all = 0xffffffff >> (32 - bits), sign = 1u << (bits - 1);
    const auto code = static_cast<std::uint32_t>(value);
    switch (format.numeric) {
    case Numeric::Unorm:
    case Numeric::Srgb:
        return value != 0 ? all : 0;
    case Numeric::Snorm: // the code below that of -1, which means the same
        return value > 0 ? all ^ sign : value < 0 ? sign : 0;
    case Numeric::Uint:
    case Numeric::Sint:
        return code & all;
    case Numeric::Float:
        return bits == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                          : smallFloat(bits == 16 ? 10 : bits - 5, code);
    case Numeric::SharedExponent:
        return part == format.channels ? kExponent : code * kMantissaOfOne;
    }
    return 0;
}

} // namespace vkperftest
