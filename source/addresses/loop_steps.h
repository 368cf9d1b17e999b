// How values change from one iteration of a loop to the next, as far as a compiler can find out.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

#include "addresses/chain_terms.h"
#include "addresses/control_flow.h"
#include "addresses/step_arithmetic.h"
#include "addresses/symbolic_values.h"
#include "frontend/spirv_module.h"

namespace vkperftest {

// Loops are those of the flow. Values of a loop inside the asked one, which a compiler may unroll completely
// (`unrolls`), have those of any one of its iterations. Numbers are assumed not to wrap.
class LoopSteps {
public:
    LoopSteps(const SpirvModule& module, const ControlFlow& flow, const SymbolicValues& symbols);

    // Of a number, or of a vector's component.
    LoopStep of(std::size_t loop, std::uint32_t id, std::size_t component = 0);
    // Of the byte that a pointer leads to.
    LoopStep ofPlace(std::size_t loop, std::uint32_t pointer);
    // True if a compiler may know after how many iterations invocations leave the loop at the latest.
    bool unrolls(std::size_t loop);

private:
    LoopStep compute(std::size_t loop, const SpirvInstruction& instruction, std::size_t component);
    LoopStep ofPhi(std::size_t loop, const SpirvInstruction& phi, std::size_t component);
    LoopStep ofCounter(std::size_t loop, const SpirvInstruction& phi, std::uint32_t next,
                       std::size_t component);
    LoopStep ofComposite(std::size_t loop, const SpirvInstruction& instruction, std::size_t component);
    LoopStep ofLoad(std::size_t loop, const SpirvInstruction& instruction);
    LoopStep ofNumbers(std::size_t loop, const SpirvInstruction& instruction, std::size_t component);
    LoopStep ofWhole(std::size_t loop, std::uint32_t id);
    std::optional<std::int64_t> constantOf(std::uint32_t id, std::size_t component = 0) const;
    std::optional<std::int64_t> increment(const SpirvInstruction& phi, std::uint32_t next) const;
    bool isFixed(std::uint32_t id);
    bool leavesAfterKnown(std::size_t loop, std::uint32_t condition);

    const SpirvModule* module_;
    const ControlFlow* flow_;
    const SymbolicValues* symbols_;
    ChainTerms terms_;
    int depth_ = 0;
    std::map<std::tuple<std::size_t, std::uint32_t, std::size_t>, LoopStep> known_;
    std::map<std::uint32_t, bool> fixed_;
    std::map<std::size_t, bool> unrolls_;
};

} // namespace vkperftest
