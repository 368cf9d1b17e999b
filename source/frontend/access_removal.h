// A module without some of its loads, stores or atomic operations: what a compiler no longer emits then is
// what these became.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frontend/source_accesses.h"

namespace vkperftest {

// The module's words, without these accesses. The value of each load and atomic operation is replaced by one
// that a compiler cannot know: its indices or coordinates, the workgroup's number if these are constant, or
// the address of a pointer. So what the address needs stays, and the value differs between invocations only
// if the address does. Different members have different values, which may be negative. Stores and atomic
// operations in loops leave a barrier of the subgroup, which keeps the loop. Loads whose type has no such value are
// kept, which are pointers, booleans, and arrays that are long or sized by a specialization constant; `removed` are
// the others.
std::vector<std::uint32_t> withoutAccesses(const SpirvModule& module, std::span<const SourceAccess> accesses,
                                           std::vector<SourceAccess>& removed);

} // namespace vkperftest
