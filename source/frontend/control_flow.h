// Which conditions hold where in a module's code.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "frontend/spirv_module.h"

namespace vkperftest {

class ControlFlow {
public:
    // A condition that has that value; 0: none.
    struct Held {
        std::uint32_t condition = 0;
        bool value = false;
    };
    struct Block {
        std::size_t function = 0;                // the function's first block
        Held held;                               // in the block, and in all that it dominates
        std::uint32_t condition = 0;             // of the branch at its end; 0: none
        std::array<std::size_t, 2> targets = {}; // where that is true, and false
        std::size_t dominator = 0;               // immediate: a block before it, or itself
        bool loops = false;                      // it is a loop's first block
        std::vector<std::size_t> before = {};    // one an edge
    };

    explicit ControlFlow(const SpirvModule& module) : blocks_(1), blockOf_(module.instructions().size()) {
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
        for (std::size_t i = 0; i < blockOf_.size(); ++i)
            connect(module, module.instructions()[i], blocks_[blockOf_[i]]);
        for (std::size_t b = 1; b < blocks_.size(); ++b)
            if (blocks_[b].before.size() == 1) blocks_[b].held = heldBetween(blocks_[b].before[0], b);
        findDominators();
    }

    const std::vector<Block>& blocks() const { return blocks_; } // the first one is none
    std::size_t blockOf(std::size_t instruction) const { return blockOf_[instruction]; }

    // Where control flow passes from the one block to the other.
    Held heldBetween(std::size_t block, std::size_t next) const {
        const auto& [ifTrue, ifFalse] = blocks_[block].targets;
        if (ifTrue == ifFalse || (next != ifTrue && next != ifFalse)) return {};
        return {blocks_[block].condition, next == ifTrue};
    }

    // False where compilers place a block before one that precedes it, or very many in between: nothing is known then.
    bool dominates(std::size_t block, std::size_t other) const {
        constexpr int kMost = 1000;
        for (int steps = 0; other > block && steps < kMost; ++steps) other = blocks_[other].dominator;
        return other == block;
    }

private:
    void connect(const SpirvModule& module, const SpirvInstruction& one, Block& block) {
        const auto blockAt = [&](std::uint32_t label) {
            return blockOf_[module.indexOf(*module.definition(label))];
        };
        const bool chooses = is(&one, spv::OpBranchConditional), switches = is(&one, spv::OpSwitch);
        if (is(&one, spv::OpLoopMerge)) block.loops = true;
        if (!chooses && !switches && !is(&one, spv::OpBranch)) return;
        // Literals are no labels: a switch's, as wide as what it chooses by, and the weights of a condition.
        const bool wide = switches && typeOf(module, one.operands[0])->operands[0] > 32;
        const std::size_t step = wide ? 3 : switches ? 2 : 1, end = chooses ? 3 : one.operands.size();
        for (std::size_t i = chooses || switches ? 1 : 0; i < end; i += step)
            blocks_[blockAt(one.operands[i])].before.push_back(blockOf_[module.indexOf(one)]);
        if (!chooses) return;
        block.condition = one.operands[0];
        block.targets = {blockAt(one.operands[1]), blockAt(one.operands[2])};
        if (const SpirvInstruction* const no = module.definition(block.condition);
            is(no, spv::OpLogicalNot)) {
            block.condition = no->operands[0];
            std::swap(block.targets[0], block.targets[1]);
        }
    }

    // Of blocks in an order in which each follows its dominator, as SPIR-V demands, in one pass: an edge back leads to a
    // loop's first block, which dominates where it comes from.
    void findDominators() {
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

    std::vector<Block> blocks_;
    std::vector<std::size_t> blockOf_;
};

} // namespace vkperftest
