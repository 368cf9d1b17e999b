#include "frontend/control_flow.h"

#include <algorithm>

namespace vkperftest {

ControlFlow::ControlFlow(const SpirvModule& module) : blocks_(1), blockOf_(module.instructions().size()) {
    std::size_t function = 0, block = 0;
    for (std::size_t i = 0; i < blockOf_.size(); ++i) {
        const spv::Op opcode = module.instructions()[i].opcode;
        if (opcode == spv::OpFunction) function = block = 0;
        if (opcode == spv::OpLabel) {
            block = blocks_.size();
            if (function == 0) function = block;
            blocks_.push_back({.function = function});
        }
        blockOf_[i] = block;
    }
    connect(module);
    findDominators();
}

void ControlFlow::connect(const SpirvModule& module) {
    const auto blockAt = [&](std::uint32_t label) {
        const SpirvInstruction* const one = module.definition(label);
        return is(one, spv::OpLabel) ? blockOf_[module.indexOf(*one)] : 0;
    };
    for (std::size_t i = 0; i < blockOf_.size(); ++i) {
        const SpirvInstruction& one = module.instructions()[i];
        Block& block = blocks_[blockOf_[i]];
        const bool chooses = is(&one, spv::OpBranchConditional);
        if (is(&one, spv::OpLoopMerge)) block.loops = true;
        if (!chooses && !is(&one, spv::OpBranch) && !is(&one, spv::OpSwitch)) continue;
        for (const std::uint32_t target : one.operands)
            if (const std::size_t next = blockAt(target); next != 0)
                blocks_[next].before.push_back(blockOf_[i]);
        if (!chooses) continue;
        block.condition = one.operands[0];
        block.targets = {blockAt(one.operands[1]), blockAt(one.operands[2])};
        if (const SpirvInstruction* const no = module.definition(block.condition);
            is(no, spv::OpLogicalNot)) {
            block.condition = no->operands[0];
            std::swap(block.targets[0], block.targets[1]);
        }
    }
    for (std::size_t b = 1; b < blocks_.size(); ++b)
        if (blocks_[b].before.size() == 1) blocks_[b].held = heldBetween(blocks_[b].before[0], b);
}

ControlFlow::Held ControlFlow::heldBetween(std::size_t block, std::size_t next) const {
    const auto& [ifTrue, ifFalse] = blocks_[block].targets;
    if (ifTrue == ifFalse || (next != ifTrue && next != ifFalse)) return {};
    return {blocks_[block].condition, next == ifTrue};
}

// Of blocks in an order in which each follows its dominator, as SPIR-V demands, in one pass: an edge back leads to a
// loop's first block, which dominates where it comes from.
void ControlFlow::findDominators() {
    std::size_t steps = 100 * blocks_.size(); // nesting may be as deep as there are blocks
    for (std::size_t b = 1; b < blocks_.size(); ++b) {
        Block& block = blocks_[b];
        block.dominator = block.function;
        std::size_t common = 0;
        for (std::size_t other : block.before) {
            if (other >= b && block.loops) continue;
            if (other >= b) other = block.function;
            if (common == 0) common = other;
            for (; common != other && steps > 0; --steps)
                (common > other ? common : other) = blocks_[std::max(common, other)].dominator;
        }
        if (common != 0 && steps > 0) block.dominator = common;
    }
}

bool ControlFlow::dominates(std::size_t block, std::size_t other) const {
    constexpr int kMost = 1000;
    for (int steps = 0; other > block && steps < kMost; ++steps) other = blocks_[other].dominator;
    return other == block;
}

} // namespace vkperftest
