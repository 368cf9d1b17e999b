// The texel formats of the matrix.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace vkperftest {

enum class Format { R8, RG8, RGBA8, R16F, RG16F, RGBA16F, R32F, RG32F, RGBA32F };

struct FormatTraits {
    Format format;
    std::string_view bufferName;  // PerfTest writes "R16f" for buffers
    std::string_view textureName; // and "R16F" for textures
    std::uint32_t channels;
    std::uint32_t bytesPerChannel; // 1: normalized unsigned; 2 and 4: float
};

// In PerfTest's order.
std::span<const FormatTraits> formats();

const FormatTraits& traits(Format format);

} // namespace vkperftest
