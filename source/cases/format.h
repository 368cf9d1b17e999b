// The texel formats of the rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace vkperftest {

enum class Format {
    R8,
    RG8,
    RGBA8,
    R16F,
    RG16F,
    RGBA16F,
    R32F,
    RG32F,
    RGBA32F,
    R32UI,
    R32I,
    R8UI,
    RG8UI,
    RGBA8UI,
    R16UI,
    RG16UI,
    RGBA16UI,
    RG32UI,
    RGBA32UI,
    R8I,
    RG8I,
    RGBA8I,
    R16I,
    RG16I,
    RGBA16I,
    RG32I,
    RGBA32I,
    R8SNORM,
    RG8SNORM,
    RGBA8SNORM,
    R16,
    RG16,
    RGBA16,
    R16SNORM,
    RG16SNORM,
    RGBA16SNORM,
    RGB10A2,
    RGB10A2UI,
    R11G11B10F,
    RGB9E5,
    RGBA8SRGB,
    RGB32F,
    BC1, // without alpha
    BC3,
    BC7,
};

// What the bits of a channel mean.
enum class Numeric {
    Unorm,
    Srgb, // as unorm, but for a curve between 0 and 1 in all channels but the fourth
    Snorm,
    Uint,
    Sint,
    Float,          // of 32 bits, of 16, or, without a sign, of 11 and 10
    SharedExponent, // mantissas, and their exponent in the last part
};

struct FormatTraits {
    Format format;
    std::string_view bufferName;  // PerfTest writes "R16f" for buffers
    std::string_view textureName; // and "R16F" for textures
    Numeric numeric;
    // Of each part, from the lowest bit on; 0: there is none. Of compressed formats: of a block's two
    // colours.
    std::array<std::uint32_t, 4> bits;
    std::uint32_t channels;
    // The values of data in this format: all whole numbers from the least to the most. Every channel holds
    // them exactly (but the narrower ones only the first), every device decodes them exactly, and the
    // weighted sum of an invocation's loads stays below 2^24, so it is exact, too. For normalized formats,
    // that leaves 0, 1, -1.
    std::int32_t least, most;
    std::uint32_t blockBytes = 0; // of 4 x 4 texels that are compressed together; 0: each is stored by itself

    bool compressed() const { return blockBytes > 0; }
    // What is stored together: a texel, or a block of so many.
    std::uint32_t storedTexels() const { return compressed() ? 16 : 1; }
    std::uint32_t storedBytes() const {
        return compressed() ? blockBytes : (bits[0] + bits[1] + bits[2] + bits[3]) / 8;
    }
    // Of a texel, rounded up.
    std::uint32_t bytes() const { return (storedBytes() + storedTexels() - 1) / storedTexels(); }
    std::uint32_t bytesOf(std::uint32_t values) const { return values * bytes() / channels; }
    std::uint32_t valuesIn(std::uint32_t wholeBytes) const {
        return wholeBytes * channels * storedTexels() / storedBytes();
    }
    // "uint" or "int"; empty if it is not of integers.
    std::string_view integerType() const {
        return numeric == Numeric::Uint ? "uint" : numeric == Numeric::Sint ? "int" : "";
    }
};

// All formats in the order of their enumerators.
std::span<const FormatTraits> allFormats();

// PerfTest's formats, in its order; none is of integers.
std::span<const FormatTraits> perfTestFormats();

const FormatTraits& traits(Format format);

// The part's bits that mean the value, one of the format's data; of a shared exponent whatever the value is.
std::uint32_t encoded(const FormatTraits& format, std::size_t part, std::int32_t value);

} // namespace vkperftest
