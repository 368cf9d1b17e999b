// How many memory instructions of each kind a code has, to compare it with the code of a variant of its
// shader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "isa/memory_operations.h"

namespace vkperftest {

// A code's memory instructions, with the numbers of its loops.
struct CodeOperations {
    std::vector<MemoryOperation> operations;
    std::vector<std::string> loops;

    const std::string& loopOf(const MemoryOperation& operation) const; // empty: outside of all loops
    // The loop, and the kind of instruction without its width: "1.2 buffer_load_dword".
    std::string placeOf(const MemoryOperation& operation) const;
};

CodeOperations codeOperations(const Listing& listing);

using Places = std::set<std::string>;

// What makes two operations of two codes the same: loop, name, bits, scalar or not, surely a descriptor or
// not. Else not whether they load data or descriptors: that may depend on other loads.
using OperationKind = std::tuple<std::string, std::string, std::uint32_t, bool, bool>;

// The operations of a code that load, or that store, by kind.
class OperationCounts {
public:
    // Without `byLoop`, all loops are one. `places`: only what is there; null: everything.
    OperationCounts(const CodeOperations& code, Access access, bool byLoop, const Places* places = nullptr);

    OperationKind kindOf(const MemoryOperation& operation) const;
    std::size_t of(const OperationKind& kind) const;
    std::size_t of(const OperationKind& kind, LoadSource source) const;

    // Bits that this code has beyond the other, by kind of instruction without its width: "buffer_load_dword"
    // of "buffer_load_dwordx4", "ugm load_cmask".
    std::map<std::string, std::size_t> beyond(const OperationCounts& other) const;

private:
    const CodeOperations& code_;
    bool byLoop_;
    std::map<OperationKind, std::map<LoadSource, std::size_t>> counts_;
};

// "buffer_load_dword", as OperationCounts::beyond names it.
std::string familyOf(const std::string& name, bool scalar);

} // namespace vkperftest
