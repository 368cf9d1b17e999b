#include "cases/compressed_block.h"

#include <algorithm>
#include <array>

namespace vkperftest {
namespace {

constexpr std::uint32_t kTexels = kBlockSize * kBlockSize, kAlpha = 3;

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

} // namespace

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

} // namespace vkperftest
