// What a resource's bytes mean, decoded without the code that encoded them.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
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

// The channels one after another.
inline std::vector<double> decodedChannels(std::span<const std::byte> bytes, Format format) {
    const std::size_t channelBytes = traits(format).bytesPerChannel;
    std::vector<double> values;
    for (std::size_t i = 0; i + channelBytes <= bytes.size(); i += channelBytes) {
        std::uint32_t bits = 0;
        for (std::size_t b = 0; b < channelBytes; ++b)
            bits |= std::to_integer<std::uint32_t>(bytes[i + b]) << (8 * b);
        if (format == Format::R32UI || format == Format::R32I) {
            values.push_back(bits);
        } else if (channelBytes == 1) {
            values.push_back(bits / 255.0);
        } else if (channelBytes == 2) {
            values.push_back(decodedHalf(bits));
        } else {
            float value = 0;
            std::memcpy(&value, &bits, sizeof value);
            values.push_back(value);
        }
    }
    return values;
}

} // namespace vkperftest
