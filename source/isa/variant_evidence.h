// What the code of a shader's variant shows about the memory instructions of the shader itself.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "isa/operation_counts.h"
#include "isa/variant_plan.h"

namespace vkperftest {

using OperationIndexes = std::vector<std::size_t>; // of a code

// True if the operation is of the group's kind of access and memory. Spilled registers belong to no variable,
// though fewer may be spilled without its loads.
bool mayBelong(const MemoryOperation& operation, const AccessGroup& group);

// How many instructions of each of the shader's operations the code lacks, of those that may belong to the
// group. Compilers also arrange the remaining accesses anew: where as much comes as goes, nothing is lost.
// `places`: only what is there; null: everything.
std::vector<std::size_t> lostIn(const CodeOperations& code, const CodeOperations& whole,
                                const AccessGroup& group, const Places* places);

// What a variable's accesses became.
struct LostAccesses {
    const AccessGroup& group;
    const CodeOperations& whole; // the shader's code
    const CodeOperations& none;  // the code without these accesses
    OperationIndexes operations; // of the shader, that disappear with the accesses
};

// An instruction that some accesses need.
struct NeededInstruction {
    OperationIndexes fits;           // the shader's operations that may be it
    std::optional<std::size_t> same; // the one of just its kind, in its loop
};

struct NeededInstructions {
    std::vector<NeededInstruction> all;
    bool strange = false; // some fit none of the operations well, as if they were another variable's
};

// What is in the code beyond that without the group, and which of the operations among those given it may be.
NeededInstructions neededIn(const CodeOperations& code, const LostAccesses& lost,
                            const OperationIndexes& among, const Places* places);

} // namespace vkperftest
