// What a resource's bytes mean, decoded without the code that encoded them: formats are what their names say.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
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

// "RGBA16SNORM": four channels of 16 bits. Of packed formats only the sizes of texels count.
struct NamedFormat {
    explicit NamedFormat(Format format) : name(traits(format).textureName) {
        const std::size_t digits = name.find_first_of("0123456789");
        const std::size_t meaning = name.find_first_not_of("0123456789", digits);
        packed = name.starts_with("RGB10") || name.starts_with("R11") || name.starts_with("RGB9");
        channels = name == "R11G11B10F"        ? 3
                   : name.starts_with("RGB10") ? 4
                                               : static_cast<std::uint32_t>(digits);
        bits = static_cast<std::uint32_t>(std::stoul(name.substr(digits)));
        kind = meaning == std::string::npos ? "" : name.substr(meaning);
        bytes = packed ? 4 : channels * bits / 8;
    }

    std::string name, kind; // "SNORM"; empty: unsigned and normalized
    std::uint32_t channels = 0, bits = 0, bytes = 0;
    bool packed = false;
};

inline double decodedNumber(const std::string& kind, std::uint32_t bits, std::uint32_t code) {
    const double all = std::ldexp(1, static_cast<int>(bits)), half = all / 2;
    const double withSign = code < half ? code : code - all;
    if (kind == "UI") return code;
    if (kind == "I") return withSign;
    if (kind == "SNORM") return std::max(withSign / (half - 1), -1.0);
    if (kind != "F") return code / (all - 1);
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
        return {decodedNumber("F", 11, part(0, 11)), decodedNumber("F", 11, part(11, 11)),
                decodedNumber("F", 10, part(22, 10))};
    std::vector<double> values;
    if (name == "RGB9E5") {
        for (const std::uint32_t from : {0u, 9u, 18u})
            values.push_back(std::ldexp(part(from, 9), static_cast<int>(part(27, 5)) - 24));
        return values;
    }
    const std::string kind = name == "RGB10A2UI" ? "UI" : "";
    for (const std::uint32_t from : {0u, 10u, 20u}) values.push_back(decodedNumber(kind, 10, part(from, 10)));
    values.push_back(decodedNumber(kind, 2, part(30, 2)));
    return values;
}

// The channels one after another.
inline std::vector<double> decodedChannels(std::span<const std::byte> bytes, Format format) {
    const NamedFormat named(format);
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
        const double value = decodedNumber(named.kind, named.bits, code);
        values.push_back(named.kind == "SRGB" && values.size() % 4 != 3 ? decodedSrgb(value) : value);
    }
    return values;
}

} // namespace vkperftest
