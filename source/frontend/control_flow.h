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
        std::size_t function = 0;                // the function's first block
        Held held;                               // in the block, and in all that it dominates
        std::uint32_t condition = 0;             // of the branch at its end; 0: none
        std::array<std::size_t, 2> targets = {}; // where that is true, and false
        std::size_t dominator = 0;               // immediate: a block before it, or itself
        bool loops = false;                      // it is a loop's first block
        std::vector<std::size_t> before = {};    // one an edge
    };
    const std::vector<Block>& blocks() const { return blocks_; } // the first one is none
    std::size_t blockOf(std::size_t instruction) const { return blockOf_[instruction]; }
    // Where control flow passes from the one block to the other.
    Held heldBetween(std::size_t block, std::size_t next) const;
    // False where compilers place a block before one that precedes it, or very many in between: nothing is known then.
    bool dominates(std::size_t block, std::size_t other) const;

private:
    void connect(const SpirvModule& module);
    void findDominators();

    std::vector<Block> blocks_;
    std::vector<std::size_t> blockOf_;
};

} // namespace vkperftest
