#include "cases/format.h"

#include "base/enum_table.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kNormalized = 0xff, kHalf = 0x3c00, kFloat = 0x3f800000; // 1 in each

constexpr auto kFormats = enumTable<Format, FormatTraits>({
    {Format::R8, "R8", "R8", 1, 1, kNormalized},
    {Format::RG8, "RG8", "RG8", 2, 1, kNormalized},
    {Format::RGBA8, "RGBA8", "RGBA8", 4, 1, kNormalized},
    {Format::R16F, "R16f", "R16F", 1, 2, kHalf},
    {Format::RG16F, "RG16f", "RG16F", 2, 2, kHalf},
    {Format::RGBA16F, "RGBA16f", "RGBA16F", 4, 2, kHalf},
    {Format::R32F, "R32f", "R32F", 1, 4, kFloat},
    {Format::RG32F, "RG32f", "RG32F", 2, 4, kFloat},
    {Format::RGBA32F, "RGBA32f", "RGBA32F", 4, 4, kFloat},
    {Format::R32UI, "R32ui", "R32UI", 1, 4, 1},
    {Format::R32I, "R32i", "R32I", 1, 4, 1},
});

} // namespace

std::span<const FormatTraits> perfTestFormats() {
    return std::span(kFormats.values).first<9>();
}

const FormatTraits& traits(Format format) {
    return kFormats[format];
}

} // namespace vkperftest
