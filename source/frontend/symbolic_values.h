// Integers as "something + constant", so that addresses can be compared: is this one a word after that one?
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "frontend/spirv_module.h"

namespace vkperftest {

// Hashes numbers into one. Different numbers give the same result with a chance of 1 in 2^64.
std::uint64_t mixed(std::initializer_list<std::uint64_t> numbers);

struct SymbolicValue {
    std::uint64_t symbol = 0;  // equal only if the value is; 0: only the constant
    std::int64_t constant = 0; // of 32 bits, with its sign
    std::uint32_t root = 0;    // the id that the constant was last added to, or the value's own
};

// Two loads of a variable or a buffer's place count as equal within one block if no store to it, call,
// barrier or atomic operation lies between them; a load after a store there gives the stored value. Sums are
// assumed never to wrap: (x + 8) >> 2 is (x >> 2) + 2. Specialization constants are symbols.
class SymbolicValues {
public:
    explicit SymbolicValues(const SpirvModule& module);
    SymbolicValue of(std::uint32_t id) const;

private:
    const SpirvModule* module_;
    std::vector<SymbolicValue> values_; // by instruction
};

} // namespace vkperftest
