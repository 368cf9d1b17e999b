// What changes in a shader's code from one driver or version of the shader to another.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "isa/summary.h"

namespace vkperftest {

// What a change means for the loads.
enum class LoadVerdict {
    NotWorse,
    Worse,   // more or narrower loads, or once in each lane instead of for the subgroup
    Unknown, // nothing is known to be worse, and some loads are unknown or cannot be compared
};

// The loads first, then descriptors, then all else.
struct CodeShift {
    std::string_view text; // "fewer, wider loads"
    LoadVerdict loads = LoadVerdict::NotWorse;
};

CodeShift codeShift(const CodeFacts& before, const CodeFacts& after);

// How many loads of descriptors take another place in their set or pool, if this is all that differs: the
// code is as fast. Nothing if more differs, or nothing.
std::optional<std::size_t> movedDescriptors(const Disassembly& before, const Disassembly& after);

// "16 → 64 bytes for a lane in an iteration", or "in the code" without loops; empty if they are equal or not known.
std::string bytesChange(const LoadSummary& before, const LoadSummary& after);

} // namespace vkperftest
