// A module's atomic operations that not every device offers.
#pragma once

#include <vector>

#include "frontend/spirv_module.h"
#include "isa/shader.h"

namespace vkperftest {

// Each once, in the order of their first uses.
std::vector<AtomicUse> atomicUsesIn(const SpirvModule& module);

} // namespace vkperftest
