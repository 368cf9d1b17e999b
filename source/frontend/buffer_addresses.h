// Where access chains into storage buffers lead. Integers are "something + constant", so that addresses can be compared:
// is this one a word after that one?
#pragma once

#include <cstdint>
#include <initializer_list>
#include <unordered_map>
#include <vector>

#include "frontend/low_bits.h"
#include "frontend/spirv_module.h"

namespace vkperftest {

// Hashes numbers into one. Different numbers give the same result with a chance of 1 in 2^64.
std::uint64_t mixed(std::initializer_list<std::uint64_t> numbers);

struct SymbolicValue {
    std::uint64_t symbol = 0;  // equal only if the value is; 0: only the constant
    std::int64_t constant = 0; // of 32 bits, with its sign
    std::uint32_t root = 0;    // the id that the constant was last added to, or the value's own
};

// A place in a buffer. Its byte offset from the buffer's base is `symbol + constant`, as in
// SymbolicValue.
struct BufferAddress {
    std::uint32_t variable = 0; // 0: no such buffer, or a place that is not understood
    std::uint32_t type = 0;     // id of the type there
    std::uint64_t symbol = 0;
    std::int64_t constant = 0;
    LowBits low = lowBits(0, 64);     // of the offset from the base
    LowBits assumed = lowBits(0, 64); // the same if the assumption holds
    std::uint32_t arrays = 0;         // how many were indexed
    std::uint32_t stride = 0;         // of the array indexed in the last step; 0 if that was no array
    std::uint32_t indexRoot = 0;      // the index's id, without the constant that is added to it,
    std::int64_t behindRoot = 0;      // and that constant
    // In a matrix, or a vector's component chosen at run time: symbol and constant do not count.
    bool part = false;
    std::uint32_t matrixStride = 0; // of the matrix in the last member; 0: none
    bool rowMajor = false;
};

// The addresses of all chains into storage buffers, found in one pass.
class BufferAddresses {
public:
    // `assumedAlignment`: the variable part of a byte address, from which an index of words is made by
    // `address >> 2`, is assumed to be a multiple of this power of two; 0: nothing is assumed.
    // `invocation`: as AlignmentAnalysis has it.
    explicit BufferAddresses(const SpirvModule& module, std::uint32_t assumedAlignment = 0,
                             LowBits invocation = {});
    // A variable is its own base, which may be an array of buffers.
    BufferAddress of(std::uint32_t pointer) const;

    // Two loads of a variable or a buffer's place count as equal within one block if no store to it, call,
    // barrier or atomic operation lies between them; a load after a store there gives the stored value. Sums are
    // assumed never to wrap: (x + 8) >> 2 is (x >> 2) + 2. Specialization constants are symbols.
    SymbolicValue valueOf(std::uint32_t id) const;

    // The `address >> 2` that makes an index of words from a byte address; null for other instructions.
    const SpirvInstruction* wordShift(std::uint32_t id) const;

private:
    BufferAddress indexed(BufferAddress address, std::uint32_t index) const;
    BufferAddress inArray(BufferAddress address, const SpirvInstruction& type, std::uint32_t index) const;
    BufferAddress inMatrixOrVector(BufferAddress address, const SpirvInstruction& type,
                                   std::uint32_t index) const;
    LowBits assumedOffset(SymbolicValue index, LowBits proven) const;

    const SpirvModule* module_;
    AlignmentAnalysis alignment_;
    std::vector<SymbolicValue> values_; // by instruction
    std::uint32_t assumedAlignment_;
    std::unordered_map<std::uint32_t, BufferAddress> addresses_; // by pointer
};

} // namespace vkperftest
