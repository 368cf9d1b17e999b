// Whether the value of a load is needed wherever the source loads it.
#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include "addresses/control_flow.h"
#include "addresses/loop_steps.h"
#include "addresses/symbolic_values.h"
#include "frontend/spirv_module.h"

namespace vkperftest {

class NeededValues {
public:
    // All must outlive this object.
    NeededValues(const SpirvModule& module, const ControlFlow& flow, const SymbolicValues& symbols,
                 LoopSteps& steps);

    // True if each iteration of the innermost loop around the instruction (outside of loops: each invocation)
    // certainly needs its result: an effect in a block that always runs depends on it, or a value that the
    // loop accumulates does. Otherwise a compiler may move the load into a branch, or behind the loop. What
    // an invocation stores in a variable of its own, and a store that the next iteration overwrites, are no
    // effects.
    bool of(const SpirvInstruction& instruction);

private:
    struct Reached {
        bool effect = false;
        std::set<std::uint32_t> carried; // what a next iteration begins with, as ids
    };
    Reached from(std::uint32_t id, std::size_t loop);
    bool uses(const SpirvInstruction& user, std::size_t operand, std::size_t loop);
    bool accumulates(std::uint32_t id, std::size_t loop);
    std::vector<std::uint32_t> keptBy(const SpirvInstruction& store, std::size_t loop) const;
    bool isOverwritten(const SpirvInstruction& store, std::size_t loop);

    struct Use {
        std::size_t user = 0, operand = 0;
    };
    const SpirvModule* module_;
    const ControlFlow* flow_;
    const SymbolicValues* symbols_;
    LoopSteps* steps_;
    std::unordered_map<std::uint32_t, std::vector<Use>>
        users_; // by id; a literal that equals an id is one, too
};

} // namespace vkperftest
