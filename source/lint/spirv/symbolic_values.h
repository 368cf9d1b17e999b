// Integers as "something + constant", so that addresses can be compared: is this one a word behind that one?
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/spirv_module.h"

namespace vkperftest {

// Mixes numbers into one that stands for all of them. Different ones mean different things but for one chance
// in 2^64.
std::uint64_t mixed(std::initializer_list<std::uint64_t> numbers);

struct SymbolicValue {
    std::uint64_t symbol = 0;  // equal only where the value is; 0: nothing but the constant
    std::int64_t constant = 0; // of 32 bits, with its sign
    std::uint32_t root = 0;    // the id that the constant was last added to, or the value's own
};

// Two loads of a variable or a buffer's place count as equal inside one block without a store to it, a call,
// a barrier or an atomic operation between them; a load behind a store there is what was stored. Sums are
// taken as if they never wrapped: (x + 8) >> 2 is (x >> 2) + 2. Specialization constants are symbols.
class SymbolicValues {
public:
    explicit SymbolicValues(const SpirvModule& module);
    SymbolicValue of(std::uint32_t id) const;

private:
    const SpirvModule* module_;
    std::vector<SymbolicValue> values_; // by instruction
};

} // namespace vkperftest
