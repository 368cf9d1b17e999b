#include "trial/contents.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace vkperftest {
namespace {

// The finalizer of SplitMix64: equal for equal places, without a pattern from place to place.
std::uint64_t mixed(std::uint64_t place, std::uint32_t seed) {
    place += 0x9e3779b97f4a7c15 * (std::uint64_t{seed} + 1);
    place = (place ^ (place >> 30U)) * 0xbf58476d1ce4e5b9;
    place = (place ^ (place >> 27U)) * 0x94d049bb133111eb;
    return place ^ (place >> 31U);
}

void writeBits(std::span<std::byte> block, std::uint64_t offset, std::uint32_t bytes, std::uint64_t bits) {
    if (offset + bytes <= block.size())
        std::memcpy(block.data() + offset, &bits, bytes); // the lower ones come first
}

// Sign and exponent of 0.5, and random mantissas below them: from 0.5 to 1.
std::uint64_t floatBits(std::uint32_t bytes, std::uint64_t random) {
    constexpr std::uint64_t kHalf = 0x3800, kFloat = 0x3f000000, kDouble = 0x3fe0000000000000;
    if (bytes == 2) return kHalf | (random & 0x3ff);
    if (bytes == 4) return kFloat | (random & 0x7fffff);
    return kDouble | (random & 0xfffffffffffff);
}

std::uint64_t integerBits(std::uint32_t bytes, std::uint64_t random, const Numbers& numbers) {
    const std::uint64_t most =
        bytes >= 8 ? ~std::uint64_t{0} >> 1U : (std::uint64_t{1} << (8 * bytes - 1)) - 1;
    return numbers.constant ? std::min(numbers.below, most)
                            : random % std::clamp<std::uint64_t>(numbers.below, 1, most);
}

void writeTyped(std::span<std::byte> block, std::uint64_t base, const std::vector<ScalarField>& fields,
                const Numbers& numbers, std::uint32_t seed) {
    for (const ScalarField& field : fields) {
        const std::uint64_t at = base + field.offset, random = mixed(at, seed);
        writeBits(block, at, field.bytes,
                  field.isFloat ? floatBits(field.bytes, random) : integerBits(field.bytes, random, numbers));
    }
}

void fillWords(std::span<std::byte> block, Fill fill, std::uint32_t seed) {
    constexpr std::uint32_t kWord = 4;
    for (std::uint64_t i = 0; fill != Fill::Zero && i < block.size() / kWord; ++i)
        writeBits(block, i * kWord, kWord, fill == Fill::Index ? i : mixed(i, seed));
}

} // namespace

std::vector<std::byte> blockContent(const BlockLayout& layout, std::uint64_t bytes, Fill fill,
                                    const Numbers& numbers, std::uint32_t seed) {
    std::vector<std::byte> block(bytes);
    if (fill != Fill::ByType) {
        fillWords(block, fill, seed);
        return block;
    }
    writeTyped(block, 0, layout.fields, numbers, seed);
    for (std::uint64_t at = layout.bytes; layout.stride > 0 && at < bytes; at += layout.stride)
        writeTyped(block, at, layout.element, numbers, seed);
    return block;
}

std::vector<std::byte> texelContent(Format format, std::uint64_t bytes, Fill fill, const Numbers& numbers,
                                    std::uint32_t seed) {
    const FormatTraits& texel = traits(format);
    const bool floats = texel.numeric == Numeric::Float && texel.bits[0] >= 16;
    const bool integers = texel.numeric == Numeric::Uint || texel.numeric == Numeric::Sint;
    std::vector<std::byte> block(bytes);
    if (fill == Fill::ByType && (floats || integers)) {
        BlockLayout layout{.stride = texel.bytes()};
        for (std::uint32_t i = 0; i < texel.channels; ++i)
            layout.element.push_back({i * texel.bits[0] / 8, texel.bits[0] / 8, floats});
        return blockContent(layout, bytes, fill, numbers, seed);
    }
    fillWords(block, fill == Fill::ByType ? Fill::Random : fill, seed);
    return block;
}

namespace {

// Rounded towards zero; what is too small becomes 0.
std::uint16_t halfOf(float number) {
    constexpr int kFloatBias = 127, kHalfBias = 15, kInfinite = 31;
    const auto bits = std::bit_cast<std::uint32_t>(number);
    const int exponent = static_cast<int>(bits >> 23U & 0xffU) - kFloatBias + kHalfBias;
    const std::uint32_t sign = bits >> 16U & 0x8000U;
    if (exponent <= 0) return static_cast<std::uint16_t>(sign);
    if (exponent >= kInfinite) return static_cast<std::uint16_t>(sign | 0x7c00U);
    return static_cast<std::uint16_t>(sign | static_cast<std::uint32_t>(exponent) << 10U |
                                      (bits >> 13U & 0x3ffU));
}

} // namespace

bool writeField(std::span<std::byte> block, const ScalarField& field, double number) {
    constexpr double kMostExact = 0x1p53;
    if (!field.isFloat) {
        if (std::floor(number) != number || std::abs(number) > kMostExact) return false;
        writeBits(block, field.offset, field.bytes,
                  static_cast<std::uint64_t>(static_cast<std::int64_t>(number)));
    } else if (field.bytes == 8) {
        writeBits(block, field.offset, 8, std::bit_cast<std::uint64_t>(number));
    } else if (field.bytes == 4) {
        writeBits(block, field.offset, 4, std::bit_cast<std::uint32_t>(static_cast<float>(number)));
    } else {
        writeBits(block, field.offset, 2, halfOf(static_cast<float>(number)));
    }
    return true;
}

} // namespace vkperftest
