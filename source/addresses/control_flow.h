// The blocks and loops of a function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "frontend/spirv_module.h"

namespace vkperftest {

// Loops and blocks are numbers; this is none.
inline constexpr std::size_t kNoNumber = static_cast<std::size_t>(-1);

struct CodeBlock {
    std::size_t begin = 0, end = 0; // its instructions: from its label to behind its last one
    std::vector<std::size_t> next, previous;
    std::size_t dominator = kNoNumber; // the immediate one; none: the first block, and blocks never reached
    std::size_t loop = kNoNumber;      // the innermost around it
};

struct CodeLoop {
    std::size_t header = 0;
    std::vector<std::size_t> latches; // blocks that go back to the header
    std::size_t parent = kNoNumber;
};

class ControlFlow {
public:
    // Of the function with that id. Loops are natural ones: what leaves a loop and never comes back to its
    // header lies outside.
    ControlFlow(const SpirvModule& module, std::uint32_t function);

    const std::vector<CodeBlock>& blocks() const { return blocks_; }
    const std::vector<CodeLoop>& loops() const { return loops_; } // by their headers' order
    std::size_t blockOf(std::size_t instruction) const;           // kNoNumber outside of the function
    bool dominates(std::size_t block, std::size_t other) const;   // a block dominates itself
    bool inside(std::size_t loop, std::size_t block) const; // of that loop, or of one in it; kNoNumber: any
    bool isHeader(std::size_t block) const;
    // True if the block runs in every iteration of the loop that goes on to another one; kNoNumber: in every
    // invocation that stores anything where others may see it. One that ends without, such as behind the end
    // of the data, takes no part in the shader's work.
    bool always(std::size_t block, std::size_t loop) const;

private:
    void readBlocks(const SpirvModule& module, std::uint32_t function);
    void findDominators();
    void findLoops();
    void findAlways(const SpirvModule& module);
    std::vector<bool> reachedWithout(std::size_t block, const std::vector<std::size_t>& from,
                                     std::vector<std::size_t> CodeBlock::*next) const;

    std::vector<CodeBlock> blocks_;
    std::vector<std::size_t> order_; // reverse postorder, of blocks that can be reached
    std::vector<std::size_t> depth_; // by block, in the tree of dominators
    std::vector<CodeLoop> loops_;
    std::vector<bool> always_; // by block: in every invocation that stores anything
};

} // namespace vkperftest
