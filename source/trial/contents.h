// What buffers, images and push constants of a user's shader begin with, where the user does not say it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "cases/format.h"
#include "frontend/resources.h"

namespace vkperftest {

enum class Fill {
    ByType, // floats from 0.5 to 1; integers below a limit, so that an index read from memory stays inside
    Zero,
    Random, // bytes
    Index,  // word number i is i
};

// Integers of uniform buffers and push constants: most are counts and sizes, so they are large, and each is
// another, so that results show it where a shader confuses two.
class Counts {
public:
    // All are smaller than `most`, unless that is 1: what every invocation is below bounds nothing. Each of
    // so many is another, as far as there are so many; none is one that was given.
    Counts(std::uint64_t most, std::uint64_t expected, std::set<std::uint64_t> given);

    // The next one that is at most that, too.
    std::uint64_t next(std::uint64_t atMost);

private:
    std::uint64_t most_, step_ = 1, number_ = 1;
    std::set<std::uint64_t> given_;
};

// Equal arguments give equal contents; another seed gives others, so that no resource is a copy of another.
// Neighbours differ. Integers are below `below`, which is at least 1, or those counts.
std::vector<std::byte> blockContent(const BlockLayout& layout, std::uint64_t bytes, Fill fill,
                                    std::uint64_t below, std::uint32_t seed, Counts* counts = nullptr);
std::vector<std::byte> texelContent(Format format, std::uint64_t bytes, Fill fill, std::uint64_t below,
                                    std::uint32_t seed);

void writeBits(std::span<std::byte> block, std::uint64_t offset, std::uint32_t bytes, std::uint64_t bits);

} // namespace vkperftest
