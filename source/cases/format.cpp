#include "cases/format.h"

#include <array>

namespace vkperftest {
namespace {

constexpr std::array<FormatTraits, 9> kFormats = {{
    {Format::R8, "R8", "R8", 1, 1},
    {Format::RG8, "RG8", "RG8", 2, 1},
    {Format::RGBA8, "RGBA8", "RGBA8", 4, 1},
    {Format::R16F, "R16f", "R16F", 1, 2},
    {Format::RG16F, "RG16f", "RG16F", 2, 2},
    {Format::RGBA16F, "RGBA16f", "RGBA16F", 4, 2},
    {Format::R32F, "R32f", "R32F", 1, 4},
    {Format::RG32F, "RG32f", "RG32F", 2, 4},
    {Format::RGBA32F, "RGBA32f", "RGBA32F", 4, 4},
}};

} // namespace

std::span<const FormatTraits> formats() {
    return kFormats;
}

const FormatTraits& traits(Format format) {
    return kFormats[static_cast<std::size_t>(format)];
}

} // namespace vkperftest
