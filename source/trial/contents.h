// What buffers, images and push constants of a user's shader begin with, where the user does not say it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cases/format.h"
#include "frontend/resources.h"

namespace vkperftest {

enum class Fill {
    ByType, // floats from 0.5 to 1; integers below Numbers::below, so that an index read from memory stays inside
    Zero,
    Random, // bytes
    Index,  // word number i is i
};

// What integers are.
struct Numbers {
    std::uint64_t below = 1; // at least 1
    bool constant = false;   // each is `below` itself: counts and sizes in uniform buffers and push constants
};

// Equal arguments give equal contents; another seed gives others, so that no resource is a copy of another.
std::vector<std::byte> blockContent(const BlockLayout& layout, std::uint64_t bytes, Fill fill,
                                    const Numbers& numbers, std::uint32_t seed);
std::vector<std::byte> texelContent(Format format, std::uint64_t bytes, Fill fill, const Numbers& numbers,
                                    std::uint32_t seed);

// Writes the number as that field's type. False if that is an integer, and the number is none.
bool writeField(std::span<std::byte> block, const ScalarField& field, double number);

} // namespace vkperftest
