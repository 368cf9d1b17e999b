// What arithmetic does to the steps between the iterations of a loop.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "frontend/opcodes.h"

namespace vkperftest {

struct LoopStep {
    enum class Kind : std::uint8_t {
        Same,    // it does not change
        Step,    // by a known number
        Unknown, // by a number that only the running shader knows
        Loaded,  // by what other changing places hold
        Repeats, // in any other way: a compiler may know that it comes back to a value that it had
    };
    Kind kind = Kind::Same;
    std::int64_t step = 0; // of Kind::Step, and not 0

    bool operator==(const LoopStep&) const = default;
};

LoopStep operator+(const LoopStep& a, const LoopStep& b);
// The one that holds for any function of values of both kinds.
LoopStep::Kind stronger(LoopStep::Kind a, LoopStep::Kind b);
// By a factor that does not change, if it is known.
LoopStep times(const LoopStep& value, std::optional<std::int64_t> factor);

// The result depends on nothing but the operands.
bool isArithmetic(spv::Op opcode);

struct StepOperand {
    LoopStep value;
    std::optional<std::int64_t> constant; // if it is one
    bool open = false;                    // it does not change, but only the running shader knows it
};

// Of an instruction for which isArithmetic holds, and that has at least one operand.
LoopStep combinedSteps(spv::Op opcode, std::span<const StepOperand> operands);

} // namespace vkperftest
