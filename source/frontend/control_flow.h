// Which conditions hold where in a module's code.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "frontend/spirv_module.h"

namespace vkperftest {

class ControlFlow {
public:
    explicit ControlFlow(const SpirvModule& module);

    // A condition that has that value; 0: none.
    struct Held {
        std::uint32_t condition = 0;
        bool value = false;
    };
    struct Block {
        std::size_t begin = 0, function = 0; // an instruction, the function's first block
        Held held;                           // in the block, and in all that it dominates
        Held again;                  // where control flow comes back to it, as to a loop's first block
        std::uint32_t condition = 0; // of the branch at its end; 0: none
        std::array<std::size_t, 2> targets = {}; // where that is true, and false
        std::size_t dominator = 0;               // immediate: a block before it, or itself
        std::size_t loop = 0;                    // the innermost one: its first block; 0: none
        std::size_t end = 0,
                    outer = 0; // of a loop's first block: the instruction behind it, the loop around it
        std::vector<std::size_t> before = {}; // one an edge
    };
    const std::vector<Block>& blocks() const { return blocks_; } // the first one is none
    std::size_t blockOf(std::size_t instruction) const { return blockOf_[instruction]; }
    // Where control flow passes from the one block to the other.
    Held heldBetween(std::size_t block, std::size_t next) const;
    // False where compilers place a block before one that precedes it, or very many in between: nothing is known then.
    bool dominates(std::size_t block, std::size_t other) const;
    bool inOneFunction(std::size_t instruction, std::size_t other) const {
        return blocks_[blockOf_[instruction]].function == blocks_[blockOf_[other]].function;
    }
    // The instruction behind the outermost loop that begins after the one, and holds the other; else that.
    std::size_t endOfLoops(std::size_t after, std::size_t at) const;

private:
    void connect(const SpirvModule& module);
    void findDominators();

    std::vector<Block> blocks_;
    std::vector<std::size_t> blockOf_;
};

} // namespace vkperftest
