// Loads of what the invocation itself stored before: compilers pass the stored value on instead.
#pragma once

#include <cstddef>
#include <set>

#include "frontend/spirv_module.h"

namespace vkperftest {

// The loads from buffers and shared memory, as indexes of instructions, before which on every way the
// invocation stored to just this place, or to a larger one that holds it, and nothing in between may have
// changed it: no store that may overlap, atomic operation, barrier or call. Places are equal if the module
// computes them with the same ids. Coherent and volatile variables, and pointers without a variable, are left
// out; such variables apart, two variables do not overlap, as Mesa's compilers assume, too. Knows nothing of
// what loops bring from their last iteration.
std::set<std::size_t> forwardedLoads(const SpirvModule& module);

} // namespace vkperftest
