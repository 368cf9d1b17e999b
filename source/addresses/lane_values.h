// How values differ between the invocations of a workgroup.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "addresses/chain_terms.h"
#include "addresses/control_flow.h"
#include "addresses/lane_arithmetic.h"
#include "addresses/symbolic_values.h"
#include "frontend/spirv_module.h"

namespace vkperftest {

// Holds for invocations that are in one iteration of their loops together. Values that are the same within
// each subgroup count as the same for all. Numbers are assumed not to wrap. For vectors, each component is
// followed; of other composites, only whether they are the same. Variables must have become values
// (frontend/simplified.h): nothing is known of what they hold.
class LaneValues {
public:
    LaneValues(const SpirvModule& module, const ControlFlow& flow, const SymbolicValues& symbols,
               std::array<std::uint32_t, 3> workgroup);

    // Of a number, or of a vector's component.
    LaneValue of(std::uint32_t id, std::size_t component = 0) const;
    // True if an operand comes from a loop that does not contain the instruction, and that invocations leave in
    // different iterations: then they hold its values of different iterations.
    bool takesFromLeftLoop(const SpirvInstruction& instruction) const;
    // The byte that the pointer of an access chain leads to.
    LaneValue ofPlace(std::uint32_t pointer) const;

private:
    using Components = std::vector<LaneValue>; // empty: not reached

    void readDecorations();
    Components compute(const SpirvInstruction& instruction);
    Components ofInput(std::uint32_t pointer) const;
    Components ofLoad(const SpirvInstruction& instruction) const;
    Components ofPhi(const SpirvInstruction& instruction);
    Components ofComposite(const SpirvInstruction& instruction) const;
    Components ofNumbers(const SpirvInstruction& instruction) const;
    Components ofOperands(const SpirvInstruction& instruction, std::size_t first) const;
    LaneValue combined(const SpirvInstruction& instruction, std::size_t component) const;
    bool branchesTogether(std::size_t block);
    bool parts(std::size_t block) const;
    const Components& components(std::uint32_t id) const;
    std::size_t size(const SpirvInstruction& instruction) const;

    const SpirvModule* module_;
    const ControlFlow* flow_;
    const SymbolicValues* symbols_;
    std::array<std::uint32_t, 3> workgroup_;
    std::unordered_map<std::uint32_t, std::uint32_t> builtIns_; // of variables
    ChainTerms terms_;
    std::vector<Components> values_;                 // by instruction
    std::unordered_map<std::size_t, bool> together_; // branchesTogether, of this pass
};

} // namespace vkperftest
