// SPIRV-Tools' optimizer.
#pragma once

#include <functional>
#include <optional>

#include <spirv-tools/optimizer.hpp>

#include "frontend/spirv_module.h"

namespace vkperftest {

// The module behind these passes; nothing if the optimizer fails, crashes or takes longer than 8 s. Variables in memory
// keep their ids, and debug lines stay with their instructions.
std::optional<SpirvModule> optimized(const SpirvModule& module,
                                     const std::function<void(spvtools::Optimizer&)>& addPasses);

} // namespace vkperftest
