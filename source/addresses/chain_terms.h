// What the indices of access chains add to an address.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "addresses/symbolic_values.h"
#include "frontend/spirv_module.h"

namespace vkperftest {

struct ChainTerm {
    std::uint32_t index = 0; // its id
    std::int64_t bytes = 0;  // for each step of the index; 0: not known, as for arrays of buffers
};

class ChainTerms {
public:
    ChainTerms(const SpirvModule& module, const SymbolicValues& symbols);

    // Of one access chain, beyond the pointer that it begins with; without the members of structures, whose
    // offsets are constant. Nothing for other instructions, and if a type is not understood.
    std::optional<std::vector<ChainTerm>> of(const SpirvInstruction& chain) const;

private:
    const SpirvModule* module_;
    const SymbolicValues* symbols_;
    std::unordered_map<std::uint32_t, std::uint32_t> strides_; // of arrays
};

} // namespace vkperftest
