// What the code of a shader's variant shows about the memory instructions of the shader itself.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
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

CodeOperations codeOperations(const Disassembly& disassembly);

using Places = std::set<std::string>;
using OperationIndexes = std::vector<std::size_t>; // of a code

struct AccessKind {
    Access access = Access::Load;
    bool shared = false; // in the workgroup's shared memory

    bool operator==(const AccessKind&) const = default;
};

// True if the operation is of that kind. Spilled registers belong to no variable, though fewer may be spilled
// without its loads.
bool mayBelong(const MemoryOperation& operation, const AccessKind& kind);

// How many instructions of each of the shader's operations the code lacks, of those of that kind. Compilers
// also arrange the remaining accesses anew: where as much comes as goes, nothing is lost. `places`: only what
// is there; null: everything.
std::vector<std::size_t> lostIn(const CodeOperations& code, const CodeOperations& whole,
                                const AccessKind& kind, const Places* places);

// An instruction that some accesses need.
struct NeededInstruction {
    OperationIndexes fits;           // the shader's operations that may be it
    std::optional<std::size_t> same; // the one of just its kind, in its loop
};

struct NeededInstructions {
    std::vector<NeededInstruction> all;
    bool strange = false; // some fit none of the operations well, as if they were another variable's
};

// What is in the code beyond `none`, the code without the variable, and which of the operations among those
// given of `whole`, the shader's code, it may be.
NeededInstructions neededIn(const CodeOperations& code, const CodeOperations& none,
                            const CodeOperations& whole, const OperationIndexes& among,
                            const AccessKind& kind, const Places* places);

} // namespace vkperftest
