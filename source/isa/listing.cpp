#include "isa/listing.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace vkperftest {
namespace {

struct Block {
    std::size_t begin = 0, end = 0; // of its instructions
    std::vector<std::size_t> successors;
    std::vector<std::size_t> predecessors;
};

struct Body {
    std::size_t header = 0;
    std::set<std::size_t> blocks;
};

// Of the blocks that can be reached; code behind the program's end must not look like a way into a loop.
void linkPredecessors(std::vector<Block>& blocks) {
    std::vector<bool> reached(blocks.size(), false);
    std::vector<std::size_t> open = {0};
    while (!open.empty()) {
        const std::size_t block = open.back();
        open.pop_back();
        if (reached[block]) continue;
        reached[block] = true;
        for (const std::size_t next : blocks[block].successors) {
            blocks[next].predecessors.push_back(block);
            open.push_back(next);
        }
    }
}

Result<std::vector<Block>> blocksOf(const Listing& listing) {
    const std::size_t size = listing.instructions.size();
    std::set<std::size_t> begins = {0};
    for (const auto& [name, at] : listing.labels) begins.insert(at);
    for (std::size_t i = 0; i < size; ++i) {
        if (!listing.instructions[i].jumps.empty() || !listing.instructions[i].fallsThrough)
            begins.insert(i + 1);
    }
    begins.insert(size);
    std::vector<Block> blocks;
    for (auto begin = begins.begin(); std::next(begin) != begins.end(); ++begin)
        blocks.push_back({.begin = *begin, .end = *std::next(begin)});
    const auto blockAt = [&](std::size_t instruction) {
        return static_cast<std::size_t>(std::distance(begins.begin(), begins.find(instruction)));
    };
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const Instruction& last = listing.instructions[blocks[i].end - 1];
        if (last.fallsThrough && i + 1 < blocks.size()) blocks[i].successors.push_back(i + 1);
        for (const std::string& jump : last.jumps) {
            const auto label = listing.labels.find(jump);
            if (label == listing.labels.end()) {
                return Error{ErrorKind::Unsupported,
                             fmt::format("'{}' jumps to '{}', which is not there", last.opcode, jump), ""};
            }
            if (label->second < size) blocks[i].successors.push_back(blockAt(label->second));
        }
    }
    linkPredecessors(blocks);
    return blocks;
}

// dominators[b]: the blocks that every way from the first block to b passes; all blocks if there is no way.
std::vector<std::set<std::size_t>> dominators(const std::vector<Block>& blocks) {
    std::set<std::size_t> all;
    for (std::size_t i = 0; i < blocks.size(); ++i) all.insert(i);
    std::vector<std::set<std::size_t>> result(blocks.size(), all);
    result[0] = {0};
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 1; i < blocks.size(); ++i) {
            std::set<std::size_t> common = all;
            for (const std::size_t before : blocks[i].predecessors) {
                std::erase_if(common, [&](std::size_t block) { return !result[before].contains(block); });
            }
            common.insert(i);
            if (common == result[i]) continue;
            result[i] = std::move(common);
            changed = true;
        }
    }
    return result;
}

// Of the back edge: all blocks that reach its end without passing the header.
void addBody(const std::vector<Block>& blocks, std::size_t backEdge, std::set<std::size_t>& body) {
    if (!body.insert(backEdge).second) return;
    for (const std::size_t before : blocks[backEdge].predecessors) addBody(blocks, before, body);
}

std::vector<Body> bodiesOf(const std::vector<Block>& blocks) {
    const std::vector<std::set<std::size_t>> dominating = dominators(blocks);
    std::vector<Body> bodies;
    for (std::size_t header = 0; header < blocks.size(); ++header) {
        Body body{header, {header}};
        bool loops = false;
        for (const std::size_t before : blocks[header].predecessors) {
            if (!dominating[before].contains(header)) continue;
            loops = true;
            addBody(blocks, before, body.blocks);
        }
        if (loops) bodies.push_back(std::move(body));
    }
    // Outer loops before those in them.
    std::stable_sort(bodies.begin(), bodies.end(),
                     [](const Body& a, const Body& b) { return a.blocks.size() > b.blocks.size(); });
    return bodies;
}

} // namespace

Result<void> findLoops(Listing& listing) {
    listing.loops.clear();
    if (listing.instructions.empty()) return {};
    const Result<std::vector<Block>> blocks = blocksOf(listing);
    if (!blocks.ok()) return blocks.error();
    const std::vector<Body> bodies = bodiesOf(blocks.value());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        Loop loop;
        for (std::size_t outer = 0; outer < i; ++outer) {
            if (bodies[outer].blocks.contains(bodies[i].header)) loop.parent = outer;
        }
        if (loop.parent != kNoLoop) listing.loops[loop.parent].innermost = false;
        listing.loops.push_back(loop);
        for (const std::size_t block : bodies[i].blocks) {
            for (std::size_t at = blocks.value()[block].begin; at < blocks.value()[block].end; ++at)
                listing.instructions[at].loop = i;
        }
    }
    return {};
}

} // namespace vkperftest
