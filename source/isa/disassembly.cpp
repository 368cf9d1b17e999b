#include "isa/disassembly.h"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

struct Block {
    std::size_t begin = 0, end = 0; // of its instructions
    std::vector<std::size_t> successors;
    std::vector<std::size_t> predecessors;
};

struct Body {
    std::size_t header = 0;
    std::vector<bool> blocks; // true if it is in the loop
    std::ptrdiff_t size = 0;
};

// Marks the block and all that follow it, along paths without blocks that are already marked.
template <std::vector<std::size_t> Block::*next>
void mark(const std::vector<Block>& blocks, std::size_t from, std::vector<bool>& marked) {
    std::vector<std::size_t> open = {from};
    while (!open.empty()) {
        const std::size_t block = open.back();
        open.pop_back();
        if (marked[block]) continue;
        marked[block] = true;
        open.insert(open.end(), (blocks[block].*next).begin(), (blocks[block].*next).end());
    }
}

// Blocks that can be reached without passing `without`; all reachable blocks if there is no such block.
std::vector<bool> reachedWithout(const std::vector<Block>& blocks, std::size_t without) {
    std::vector<bool> reached(blocks.size() + 1);
    reached[without] = true;
    mark<&Block::successors>(blocks, 0, reached);
    reached[without] = false;
    return reached;
}

Result<std::vector<Block>> blocksOf(const Disassembly& disassembly) {
    const std::size_t size = disassembly.instructions.size();
    std::set<std::size_t> begins = {0};
    for (const auto& [name, at] : disassembly.labels) begins.insert(at);
    for (std::size_t i = 0; i < size; ++i) {
        if (!disassembly.instructions[i].jumps.empty() || !disassembly.instructions[i].fallsThrough)
            begins.insert(i + 1);
    }
    begins.insert(size);
    if (begins.size() > kMostCodeBlocks + 1) {
        return unread(fmt::format("it has more than {} blocks", kMostCodeBlocks));
    }
    std::vector<Block> blocks;
    for (auto begin = begins.begin(); std::next(begin) != begins.end(); ++begin)
        blocks.push_back({.begin = *begin, .end = *std::next(begin)});
    const auto blockAt = [&](std::size_t instruction) {
        return static_cast<std::size_t>(std::distance(begins.begin(), begins.find(instruction)));
    };
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const Instruction& last = disassembly.instructions[blocks[i].end - 1];
        if (last.fallsThrough && i + 1 < blocks.size()) blocks[i].successors.push_back(i + 1);
        for (const std::string& jump : last.jumps) {
            const auto label = disassembly.labels.find(jump);
            if (label == disassembly.labels.end()) {
                return unread(fmt::format("'{}' jumps to '{}', which does not exist", last.opcode, jump));
            }
            if (label->second < size) blocks[i].successors.push_back(blockAt(label->second));
        }
    }
    // Only reachable blocks count: code after the program's end must not look like an entry to a loop.
    const std::vector<bool> reached = reachedWithout(blocks, blocks.size());
    for (std::size_t block = 0; block < blocks.size(); ++block) {
        if (!reached[block]) continue;
        for (const std::size_t next : blocks[block].successors) blocks[next].predecessors.push_back(block);
    }
    return blocks;
}

std::vector<Body> bodiesOf(const std::vector<Block>& blocks) {
    std::vector<Body> bodies;
    for (std::size_t header = 0; header < blocks.size(); ++header) {
        const std::vector<std::size_t>& before = blocks[header].predecessors;
        // A loop has an entry and a back edge; the program's start is entered without a block before it.
        if (before.size() < (header == 0 ? 1 : 2)) continue;
        const std::vector<bool> elsewhere = reachedWithout(blocks, header);
        Body body{header, std::vector<bool>(blocks.size())};
        body.blocks[header] = true; // and all blocks that reach its back edges without passing it
        bool loops = false;
        for (const std::size_t block : before) {
            if (elsewhere[block]) continue; // the header does not dominate it
            loops = true;
            mark<&Block::predecessors>(blocks, block, body.blocks);
        }
        body.size = std::ranges::count(body.blocks, true);
        if (loops) bodies.push_back(std::move(body));
    }
    // Outer loops before inner ones.
    std::ranges::stable_sort(bodies, std::greater(), &Body::size);
    return bodies;
}

} // namespace

Error unread(std::string why) {
    return {ErrorKind::Unsupported, std::move(why), ""};
}

Result<void> checkSize(const Disassembly& disassembly) {
    if (disassembly.instructions.size() <= kMostInstructions) return {};
    return unread(fmt::format("it has more than {} instructions", kMostInstructions));
}

void findWaits(Disassembly& disassembly, const std::vector<TokenUse>& uses) {
    Tokens loads; // that loads hold
    std::size_t loop = kNoLoop;
    for (std::size_t i = 0; i < uses.size(); ++i) {
        Instruction& instruction = disassembly.instructions[i];
        if (instruction.loop != loop) loads.reset();
        loop = instruction.loop;
        const TokenUse& use = uses[i];
        instruction.waitsForVectorLoads = instruction.waitsForScalarLoads = (use.waitsFor & loads).any();
        loads &= ~(use.waitsFor | use.frees | use.takes);
        const Load* const load = instruction.load();
        if (load != nullptr && load->source == LoadSource::Data) loads |= use.takes;
    }
}

std::uint32_t leadingNumber(std::string_view text, int base) {
    std::uint32_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number, base);
    return number;
}

Result<void> findLoops(Disassembly& disassembly) {
    disassembly.loops.clear();
    if (disassembly.instructions.empty()) return {};
    VKPERFTEST_TRY(checkSize(disassembly));
    const Result<std::vector<Block>> blocks = blocksOf(disassembly);
    if (!blocks.ok()) return blocks.error();
    const std::vector<Body> bodies = bodiesOf(blocks.value());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        Loop loop;
        for (std::size_t outer = 0; outer < i; ++outer) {
            if (bodies[outer].blocks[bodies[i].header]) loop.parent = outer;
        }
        if (loop.parent != kNoLoop) disassembly.loops[loop.parent].innermost = false;
        disassembly.loops.push_back(loop);
        for (std::size_t block = 0; block < blocks.value().size(); ++block) {
            if (!bodies[i].blocks[block]) continue;
            for (std::size_t at = blocks.value()[block].begin; at < blocks.value()[block].end; ++at)
                disassembly.instructions[at].loop = i;
        }
    }
    return {};
}

} // namespace vkperftest
