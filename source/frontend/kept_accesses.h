// Modules as compilers see them, and which of their accesses become instructions.
#pragma once

#include <vector>

#include "frontend/source_accesses.h"

namespace vkperftest {

// Keeps the accesses that are left when dead code is gone, which includes branches that are never taken with
// the defaults of specialization constants. Of one line, all accesses to one variable are kept or dropped
// together. Accesses whose variable is not known are kept, and all are where SPIRV-Tools' optimizer fails,
// crashes or takes longer than 3 s. `accesses`: the module's.
void keepUsed(std::vector<SourceAccess>& accesses, const SpirvModule& module);

// The module without dead code, with functions inlined, and their variables as values where these need no memory. Other
// variables keep their ids, debug lines stay with their instructions, and loops stay as they are. The same module where
// the optimizer fails as above.
SpirvModule inlined(const SpirvModule& module);

} // namespace vkperftest
