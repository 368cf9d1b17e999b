// Vectors of five and more elements in byte-address buffers.
#pragma once

#include <cstdint>

namespace vkperftest {

inline constexpr std::uint32_t kShortestLongVector = 5; // elements

// The vector's natural alignment in bytes: its size, rounded up to a multiple of 16 bytes for elements of 16 bits, else of
// 32. Elements of 64 bits count as two of 32; and five to seven elements of 32 bits get 32 either way.
constexpr std::uint64_t longVectorAlignment(std::uint64_t elements, std::uint32_t elementBytes) {
    const std::uint64_t width = elementBytes <= 2 ? 16 : 32;
    return (elements * elementBytes + width - 1) / width * width;
}

} // namespace vkperftest
