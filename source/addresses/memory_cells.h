// The variables of a module whose contents can be followed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "frontend/spirv_module.h"

namespace vkperftest {

// Each function's parameters in order, by the function's id.
using FunctionParameters = std::unordered_map<std::uint32_t, std::vector<const SpirvInstruction*>>;

FunctionParameters parametersOf(const SpirvModule& module);

// Finds the variables whose contents can be followed: only plain loads and stores touch them. A cell stands
// for all that one function's or private variable ever holds, in all its parts. A pointer argument and the
// parameter that receives it share one cell.
class MemoryCells {
public:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    MemoryCells(const SpirvModule& module, const FunctionParameters& parameters);

    // The cell that a pointer leads to, as the index of an instruction; kNone for other memory, and for
    // variables that anything but loads and stores may change.
    std::size_t of(std::uint32_t pointer) const;

private:
    std::size_t root(std::uint32_t id) const;
    void unite(std::uint32_t argument, std::uint32_t parameter);
    void forbid(std::uint32_t id);
    void take(const SpirvInstruction& instruction, const FunctionParameters& parameters);
    void passArguments(const SpirvInstruction& call, const FunctionParameters& parameters);

    const SpirvModule* module_;
    mutable std::vector<std::size_t> parents_; // by instruction: a forest; kNone where there is no cell
    std::vector<bool> forbidden_;              // of roots
};

} // namespace vkperftest
