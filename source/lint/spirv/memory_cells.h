// Which variables' contents an analysis can follow: those that only plain loads and stores touch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "frontend/spirv_module.h"

namespace vkperftest {

// The parameters of each function, in order, by its id.
using Parameters = std::unordered_map<std::uint32_t, std::vector<const SpirvInstruction*>>;
Parameters parametersOf(const SpirvModule& module);

// A cell is all that one variable of a function, or a private one, ever holds, whatever its parts. A pointer
// that is handed to a function and the parameter that takes it are one cell.
class MemoryCells {
public:
    MemoryCells(const SpirvModule& module, const Parameters& parameters);

    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    // The cell that a pointer leads to, as the index of an instruction; kNone for other memory, and for
    // variables that something else than loads and stores may change.
    std::size_t of(std::uint32_t pointer) const;

private:
    std::size_t root(std::size_t index) const;
    void unite(std::size_t a, std::size_t b);
    void take(const SpirvInstruction& instruction, const Parameters& parameters);
    void passArguments(const SpirvInstruction& call, const Parameters& parameters);
    void forbid(std::uint32_t id);

    const SpirvModule* module_;
    mutable std::vector<std::size_t> parents_; // by instruction: a forest; kNone where there is no cell
    std::vector<bool> forbidden_;              // of roots
};

} // namespace vkperftest
