// The texel formats of the rows.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace vkperftest {

enum class Format { R8, RG8, RGBA8, R16F, RG16F, RGBA16F, R32F, RG32F, RGBA32F, R32UI, R32I };

struct FormatTraits {
    Format format;
    std::string_view bufferName;  // PerfTest writes "R16f" for buffers
    std::string_view textureName; // and "R16F" for textures
    std::uint32_t channels;
    std::uint32_t bytesPerChannel;
    std::uint32_t one; // the bits of 1 in a channel; all bits of 0 are zero

    std::uint32_t bytes() const { return channels * bytesPerChannel; }
};

// PerfTest's formats, in its order; none is of integers.
std::span<const FormatTraits> perfTestFormats();

const FormatTraits& traits(Format format);

} // namespace vkperftest
