// Where in its buffer an access chain points.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "addresses/alignment.h"
#include "addresses/low_bits.h"
#include "addresses/symbolic_values.h"
#include "frontend/spirv_module.h"

namespace vkperftest {

// A place in a buffer. Its byte offset from the buffer's base is `symbol + constant`, as in
// SymbolicValue.
struct BufferAddress {
    std::uint32_t variable = 0; // 0: no such buffer, or a place that is not understood
    bool uniform = false;       // it lies in a uniform buffer
    std::uint32_t type = 0;     // id of the type there
    std::uint64_t symbol = 0;
    std::int64_t constant = 0;
    LowBits low = lowBits(0, 64); // of the offset from the base
    std::uint32_t arrays = 0;     // how many were indexed
    std::uint32_t stride = 0;     // of the array indexed in the last step; 0 if that was no array
    std::uint32_t indexRoot = 0;  // the index's id, without the constant that is added to it,
    std::int64_t behindRoot = 0;  // and that constant
};

enum class BufferKinds { Storage, StorageAndUniform };

// The addresses of all chains into storage buffers, and into uniform buffers if wanted, found in one pass.
class BufferAddresses {
public:
    BufferAddresses(const SpirvModule& module, const AlignmentAnalysis& alignment,
                    const SymbolicValues& symbols, BufferKinds kinds = BufferKinds::Storage);
    BufferAddress of(std::uint32_t pointer) const;

private:
    void readLayout();
    BufferAddress base(std::uint32_t pointer) const;
    BufferAddress indexed(BufferAddress address, std::uint32_t index) const;
    BufferAddress inArray(BufferAddress address, const SpirvInstruction& type, std::uint32_t index) const;

    const SpirvModule* module_;
    const AlignmentAnalysis* alignment_;
    const SymbolicValues* symbols_;
    BufferKinds kinds_;
    std::unordered_map<std::uint32_t, std::uint32_t> strides_; // of array types
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>
        memberOffsets_;                              // by structure and number
    std::unordered_set<std::uint32_t> bufferBlocks_; // structures of storage buffers of SPIR-V 1.0
    std::unordered_map<std::uint32_t, BufferAddress> addresses_; // by pointer
};

} // namespace vkperftest
