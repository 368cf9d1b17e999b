// In which direction a kernel's code changes from one driver to another.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/enum_table.h"
#include "isa/summary.h"

namespace vkperftest {

// In the order in which reports name them: the loads first, then all else.
enum class CodeShift {
    Shared,        // loads once for the subgroup instead of once in each lane
    Unshared,      // the opposite
    IntoWaterfall, // loads run once for each different descriptor
    OutOfWaterfall,
    FewerWiderLoads, // instructions for each load of the row
    WiderMoreBytes,  // fewer and wider, but more bytes in an iteration
    MoreNarrowerLoads,
    FewerLoads,
    MoreLoads,
    WiderLoads,
    NarrowerLoads,
    OtherLoads,       // as many and as wide
    UncomparedLoads,  // of unknown width, or in other loops
    FewerDescriptors, // only loads of descriptors differ
    MoreDescriptors,
    OtherDescriptors,
    FewerInstructions, // in the loop, with the same loads
    MoreInstructions,
    OtherInstructions, // as many
    Undecided,         // the same loads in two assembly syntaxes: other instructions cannot be compared
    Unknown,           // the loads are unknown on at least one side
    SameCode,
};

CodeShift codeShift(const CodeFacts& before, const CodeFacts& after);

// "fewer, wider loads"
std::string_view codeShiftName(CodeShift shift);

// How many loads of descriptors take another place in their set or pool, if this is all that differs: the
// code is as fast. Nothing if more differs, or nothing.
std::optional<std::size_t> movedDescriptors(const Disassembly& before, const Disassembly& after);

// "16 → 64 bytes for a lane in an iteration", or "in the code" without loops; empty if they are equal or not known.
std::string bytesChange(const LoadSummary& before, const LoadSummary& after);

// What the change means for the loads.
enum class LoadVerdict {
    NotWorse,
    Worse,   // more or narrower loads, or once in each lane instead of for the subgroup
    Unknown, // nothing is known to be worse, and some loads are unknown or cannot be compared
};

LoadVerdict judgeLoads(const CodeFacts& before, const CodeFacts& after);

} // namespace vkperftest
