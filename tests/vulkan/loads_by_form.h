// The loads of data in a kernel's code, by what they look like: to compare mixed loads with the rows of their kinds, and
// others with what they load.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>

#include "cases/operation.h"
#include "isa/summary.h"

namespace vkperftest {

// Instructions by bits, by whether they are scalar, and by whether they stand in an innermost loop.
using LoadsByForm = std::map<std::tuple<std::uint32_t, bool, bool>, double>;

// `scalarsAreData`: also those that the parser takes for loads of descriptors because they are scalar.
inline void addLoads(const LoadSummary& summary, double share, LoadsByForm& loads,
                     bool scalarsAreData = false) {
    for (const LoadCount& entry : summary.loads) {
        const bool scalar = entry.load.source == LoadSource::Descriptor && entry.load.scalar;
        if (entry.load.source == LoadSource::Data || (scalar && scalarsAreData))
            loads[{entry.load.bits, entry.load.scalar, entry.innermost}] +=
                share * static_cast<double>(entry.count);
    }
}

// Bits of what one load of the operation loads.
inline std::uint32_t bitsOf(const Operation& operation) {
    const std::uint32_t bits = 8 * traits(operation.source.format).bytesOf(operation.width);
    if (operation.kind == LoadKind::Narrow) return bits;
    if (operation.kind == LoadKind::Unpacked) return std::max(32u, bits);
    const bool halves = operation.source.format == Format::R16F && operation.traversal;
    return operation.width * (halves ? 16 : 32);
}

} // namespace vkperftest
