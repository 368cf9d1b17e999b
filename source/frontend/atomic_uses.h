// A module's atomic operations that not every device offers.
#pragma once

#include <vector>

#include "frontend/spirv_module.h"
#include "isa/shader.h"

namespace vkperftest {

// Sorted, each once.
std::vector<AtomicUse> atomicUsesIn(const SpirvModule& module);

} // namespace vkperftest
