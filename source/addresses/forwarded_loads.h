// Loads of what the invocation itself stored before: compilers pass the stored value on instead.
#pragma once

#include <cstddef>
#include <set>

#include "frontend/spirv_module.h"

namespace vkperftest {

// The loads from buffers and shared memory, as indexes of instructions, of a place that the invocation has
// stored to, whichever way it came, or of a part of it. Nothing in between may have changed the place: no
// store that may overlap, atomic operation, barrier or call. Two buffers may overlap, whatever their bindings,
// as Mesa's compilers assume, too; two variables in shared memory do not. Places are equal if the module
// computes them with the same ids. Left out are variables and accesses that are coherent or volatile, arrays of
// buffers, and pointers without a variable. Knows nothing of what loops bring from their last iteration.
std::set<std::size_t> forwardedLoads(const SpirvModule& module);

} // namespace vkperftest
