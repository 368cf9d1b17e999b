// In which direction a kernel's code changes from one driver to another.
#pragma once

#include <span>
#include <string_view>

#include "base/enum_table.h"
#include "isa/memory_operations.h"
#include "isa/summary.h"

namespace vkperftest {

// In the order in which reports name them: the loads first, then all else.
enum class CodeShift {
    Shared,          // loads once for the subgroup instead of once in each lane
    Unshared,        // the opposite
    FewerWiderLoads, // instructions for each load of the row
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

// What a change means for the loads in loops, or for those of the whole code if it has no loop.
enum class LoadVerdict {
    NotWorse,
    Worse,   // in one of the loops: more or narrower loads, or once in each lane instead of for the subgroup
    Unknown, // nothing is known to be worse, and some loads are unknown or cannot be compared
};

// Compares loop by loop if both have the same loops, else all loops together. The operations are the readings'.
// Their lines show which loops were only unrolled: these have more of the same loads, from as many loads of the
// source.
LoadVerdict judgeLoads(const CodeReading& before, const CodeReading& after,
                       std::span<const MemoryOperation> operationsBefore,
                       std::span<const MemoryOperation> operationsAfter);

} // namespace vkperftest
