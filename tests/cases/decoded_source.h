// What a resource's bytes mean, decoded without the code that encoded them: formats are what their names say.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cases/source_data.h"

namespace vkperftest {

// IEEE 754 binary16.
inline double decodedHalf(std::uint32_t bits) {
    const int exponent = static_cast<int>(bits >> 10 & 0x1f);
    const double mantissa = bits & 0x3ff;
    const double sign = (bits & 0x8000) != 0 ? -1 : 1;
    if (exponent == 0) return sign * std::ldexp(mantissa, -24);
    if (exponent == 0x1f) return NAN;
    return sign * std::ldexp(1024 + mantissa, exponent - 25);
}

enum class Coding { Unorm, Snorm, Srgb, Unsigned, Signed, Float };

inline Coding codingNamed(std::string_view name) {
    constexpr std::string_view kNames[] = {"", "SNORM", "SRGB", "UI", "I", "F"};
    return static_cast<Coding>(std::ranges::find(kNames, name) - kNames);
}

// "RGBA16SNORM": four channels of 16 bits. Of packed formats only the sizes of texels count.
struct NamedFormat {
    explicit NamedFormat(Format format) : name(traits(format).textureName) {
        if (name.starts_with("BC")) { // of 4 x 4 texels a block
            channels = name == "BC1" ? 3 : 4;
            bits = name == "BC7" ? 7 : 5;
            bytes = name == "BC1" ? 8 : 16;
            texels = 16;
            return;
        }
        const std::size_t digits = name.find_first_of("0123456789");
        const std::size_t meaning = name.find_first_not_of("0123456789", digits);
        packed = name.starts_with("RGB10") || name.starts_with("R11") || name.starts_with("RGB9");
        channels = name == "R11G11B10F"        ? 3
                   : name.starts_with("RGB10") ? 4
                                               : static_cast<std::uint32_t>(digits);
        bits = static_cast<std::uint32_t>(std::stoul(name.substr(digits)));
        coding = codingNamed(packed || meaning == std::string::npos ? "" : name.substr(meaning));
        bytes = packed ? 4 : channels * bits / 8;
    }

    std::string name;
    Coding coding = Coding::Unorm;
    std::uint32_t channels = 0, bits = 0, bytes = 0, texels = 1; // bytes of so many texels
    bool packed = false;
};

inline double decodedNumber(Coding coding, std::uint32_t bits, std::uint32_t code) {
    const double all = static_cast<double>(std::uint64_t{1} << bits), half = all / 2;
    const double withSign = code < half ? code : code - all;
    if (coding == Coding::Unsigned) return code;
    if (coding == Coding::Signed) return withSign;
    if (coding == Coding::Snorm) return std::max(withSign / (half - 1), -1.0);
    if (coding != Coding::Float) return code / (all - 1);
    if (bits < 16) return decodedHalf(code << (15 - bits)); // it has no sign, and a shorter mantissa
    if (bits == 16) return decodedHalf(code);
    float value = 0;
    std::memcpy(&value, &code, sizeof value);
    return value;
}

// The value of an encoded light.
inline double decodedSrgb(double light) {
    return light <= 0.04045 ? light / 12.92 : std::pow((light + 0.055) / 1.055, 2.4);
}

inline std::vector<double> decodedWord(const std::string& name, std::uint32_t word) {
    const auto part = [&](std::uint32_t from, std::uint32_t bits) {
        return word >> from & ((1u << bits) - 1);
    };
    if (name == "R11G11B10F")
        return {decodedNumber(Coding::Float, 11, part(0, 11)), decodedNumber(Coding::Float, 11, part(11, 11)),
                decodedNumber(Coding::Float, 10, part(22, 10))};
    std::vector<double> values;
    if (name == "RGB9E5") {
        for (const std::uint32_t from : {0u, 9u, 18u})
            values.push_back(std::ldexp(part(from, 9), static_cast<int>(part(27, 5)) - 24));
        return values;
    }
    const Coding coding = name == "RGB10A2UI" ? Coding::Unsigned : Coding::Unorm;
    for (const std::uint32_t from : {0u, 10u, 20u})
        values.push_back(decodedNumber(coding, 10, part(from, 10)));
    values.push_back(decodedNumber(coding, 2, part(30, 2)));
    return values;
}

// A block's bits from that one on.
inline std::uint32_t bitsOf(std::span<const std::byte> block, std::uint32_t from, std::uint32_t count) {
    std::uint32_t code = 0;
    for (std::uint32_t i = 0; i < count; ++i)
        code |= (std::to_integer<std::uint32_t>(block[(from + i) / 8]) >> (from + i) % 8 & 1) << i;
    return code;
}

// The value of one of a block's two ends, by an index of which `last` means the second; not a number for what
// lies between.
inline double decodedEnd(std::span<const std::byte> block, std::uint32_t bits,
                         const std::array<std::uint32_t, 2>& ends, std::uint32_t index, std::uint32_t last) {
    if (index != 0 && index != last) return NAN;
    return decodedNumber(Coding::Unorm, bits, bitsOf(block, ends[index == 0 ? 0 : 1], bits));
}

// What BC1 and BC3 have: a texel's value of a channel.
inline double decodedColour(std::span<const std::byte> block, std::uint32_t texel, std::uint32_t channel) {
    constexpr std::uint32_t kFrom[] = {11, 5, 0}, kBits[] = {5, 6, 5};
    return decodedEnd(block, kBits[channel], {kFrom[channel], 16 + kFrom[channel]},
                      bitsOf(block, 32 + 2 * texel, 2), 1);
}

// The alpha of BC3.
inline double decodedAlpha(std::span<const std::byte> block, std::uint32_t texel) {
    return decodedEnd(block, 8, {0, 8}, bitsOf(block, 16 + 3 * texel, 3), 1);
}

// A block of BC7 in mode 5 without rotation; not a number for all others.
inline double decodedModeFive(std::span<const std::byte> block, std::uint32_t texel, std::uint32_t channel) {
    if (bitsOf(block, 0, 8) != 32) return NAN;
    const std::uint32_t bits = channel == 3 ? 8 : 7, from = 8 + 14 * channel;
    const std::uint32_t index = (channel == 3 ? 97 : 66) + (texel == 0 ? 0 : 2 * texel - 1);
    return decodedEnd(block, bits, {from, from + bits}, bitsOf(block, index, texel == 0 ? 1 : 2), 3);
}

inline std::vector<double> decodedBlocks(std::span<const std::byte> bytes, const NamedFormat& named) {
    std::vector<double> values;
    for (std::uint32_t texel = 0; texel < bytes.size() / named.bytes * named.texels; ++texel) {
        const std::uint32_t row = texel / kTextureSize, column = texel % kTextureSize;
        const std::uint32_t place = row % 4 * 4 + column % 4;
        const auto block = bytes.subspan((row / 4 * 8 + column / 4) * named.bytes, named.bytes);
        for (std::uint32_t channel = 0; channel < named.channels; ++channel)
            values.push_back(named.name == "BC7"   ? decodedModeFive(block, place, channel)
                             : named.name == "BC1" ? decodedColour(block, place, channel)
                             : channel == 3        ? decodedAlpha(block, place)
                                                   : decodedColour(block.subspan(8), place, channel));
    }
    return values;
}

// The channels one after another.
inline std::vector<double> decodedChannels(std::span<const std::byte> bytes, Format format) {
    const NamedFormat named(format);
    if (named.texels > 1) return decodedBlocks(bytes, named);
    const std::size_t step = named.packed ? named.bytes : named.bits / 8;
    std::vector<double> values;
    for (std::size_t i = 0; i + step <= bytes.size(); i += step) {
        std::uint32_t code = 0;
        for (std::size_t b = 0; b < step; ++b)
            code |= std::to_integer<std::uint32_t>(bytes[i + b]) << (8 * b);
        if (named.packed) {
            for (const double value : decodedWord(named.name, code)) values.push_back(value);
            continue;
        }
        const double value = decodedNumber(named.coding, named.bits, code);
        values.push_back(named.coding == Coding::Srgb && values.size() % 4 != 3 ? decodedSrgb(value) : value);
    }
    return values;
}

} // namespace vkperftest
