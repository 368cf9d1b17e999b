// A module's accesses to memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "frontend/spirv_module.h"
#include "isa/memory_operations.h"

namespace vkperftest {

// Loads are from buffers, images, push constants and shared memory, and from arrays of constants if the index
// is none; sparse images are left out. Stores are to buffers, images and shared memory. So are atomic
// operations, which do not count as loads and stores; those that only load or only store are left out.
struct SourceAccess {
    Access access = Access::Load;
    std::size_t instruction = 0; // index in the module
    // The id of what it accesses: the variable, the type of a pointer, or an array of constants; 0: not
    // known.
    std::uint32_t variable = 0;
    std::uint32_t bits = 0;   // that a load reads, or a store to memory writes; 0: not known
    Place place;              // without debug lines: without line
    std::size_t loops = 0;    // around it, in its function
    bool repeats = false;     // in a loop, or in a function that is perhaps called again
    std::uint32_t branch = 0; // of an if around it; 0: outside of all in its function
    // Of the loops around it the outermost, or the entry point outside of all; 0: not known, in other functions.
    std::uint32_t outermost = 0;
    // Equal for accesses that compilers probably treat alike: to one place that is known, such as a member of
    // a uniform buffer, or to equal members of elements, in one loop.
    std::vector<std::uint32_t> likeness;
};

// In the module's order.
std::vector<SourceAccess> sourceAccesses(const SpirvModule& module);

// An array of an invocation's own, or of its functions', that code indexes by what is no constant.
struct IndexedArray {
    std::string name; // may be empty
    Place place;      // of the first such access
};
std::vector<IndexedArray> indexedArrays(const SpirvModule& module);

} // namespace vkperftest
