// A module as SPIRV-Tools' optimizer leaves it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "isa/shader.h"

namespace vkperftest {

// The module without instructions whose results nothing uses, without branches that are never taken with these
// values of specialization constants, and without functions that nothing calls. Variables in memory keep their
// ids, debug lines stay with their instructions, and loops stay as they are. Specialization constants get these
// values, or keep their defaults, and are constants from then on. `words` must be valid SPIR-V. Takes at most
// 8 s; an error says that the optimizer failed, crashed or took longer.
Result<std::vector<std::uint32_t>> withoutDeadCode(std::span<const std::uint32_t> words,
                                                   std::span<const SpecializedConstant> constants);

} // namespace vkperftest
