// Which values of a module become which: through memory of invocations and workgroups, through functions, phis, and
// instructions that only choose, copy, or put values together and take them apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "frontend/spirv_module.h"

namespace vkperftest {

class ValueFlow {
public:
    using Ids = std::vector<std::uint32_t>;

    explicit ValueFlow(const SpirvModule& module);

    // The ids one of whose values, or a part of it, the instruction's result always is; null if it is computed, or
    // comes from elsewhere. A function's are what it returns; a load's is the variable, or 0 if that is not known.
    const Ids* sourcesOf(const SpirvInstruction& instruction) const;

    // What a pointer leads into, through access chains, copies and parameters of functions that are called once: a
    // variable, a parameter, or 0 for anything else.
    std::uint32_t baseOf(std::uint32_t pointer) const;

    // Memory of an invocation or a workgroup: a variable, or a parameter of a function that several calls pass some.
    struct Memory {
        Ids stored;        // in any part of it; 0: what is not known, since the pointer is used in other ways
        Ids passed = {};   // that it is, as a parameter: 0 for unknown memory
        Ids passedTo = {}; // parameters that may be it
    };
    const Memory* memoryAt(std::uint32_t base) const; // null for other ids

private:
    bool isMemory(std::uint32_t pointer) const;
    void collectFunctions();
    void collect(const SpirvInstruction& one);
    void pass(std::uint32_t argument, std::uint32_t parameter);

    const SpirvModule& module_;
    std::unordered_map<std::uint32_t, Ids> arguments_; // by parameter
    std::unordered_map<std::uint32_t, Memory> memory_; // by variable or parameter
    std::vector<std::optional<Ids>> sources_;          // by instruction
    std::size_t function_ = 0;                         // the last OpFunction
    bool lost_ = false;                                // something was stored nobody knows where
};

} // namespace vkperftest
