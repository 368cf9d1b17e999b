// Which of a shader's accesses become instructions.
#pragma once

#include <span>
#include <vector>

#include "frontend/source_accesses.h"
#include "isa/shader.h"

namespace vkperftest {

// Keeps the accesses that are left when dead code is gone, which includes branches that are never taken with
// these values of specialization constants. Of one line, all accesses to one variable are kept or dropped
// together. Accesses whose variable is not known are kept, and all are where SPIRV-Tools' optimizer fails,
// crashes or takes longer than 8 s. `accesses`: the module's.
void keepUsed(std::vector<SourceAccess>& accesses, const SpirvModule& module,
              std::span<const SpecializedConstant> constants);

// The module's words with its specialization constants as constants: of these values, and its own. Empty if
// SPIRV-Tools' optimizer fails.
std::vector<std::uint32_t> withConstants(const SpirvModule& module,
                                         std::span<const SpecializedConstant> values);

} // namespace vkperftest
