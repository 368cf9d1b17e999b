#include "addresses/control_flow.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "addresses/transfer.h"
#include "frontend/access_origin.h"
#include "frontend/opcodes.h"

namespace vkperftest {
namespace {

// Labels that a block's last instruction names.
std::vector<std::uint32_t> targetsOf(const SpirvModule& module, const SpirvInstruction& last) {
    const auto operands = last.operands;
    switch (opcodeOf(last)) {
    case spv::OpBranch:
        return {operands[0]};
    case spv::OpBranchConditional:
        return {operands[1], operands[2]};
    case spv::OpSwitch: {
        const SpirvInstruction* const type = typeOf(module, operands[0]);
        const std::size_t literal = type != nullptr && componentBits(module, type->result) > 32 ? 2 : 1;
        std::vector<std::uint32_t> targets = {operands[1]};
        for (std::size_t i = 2 + literal; i < operands.size(); i += literal + 1)
            targets.push_back(operands[i]);
        return targets;
    }
    default:
        return {};
    }
}

bool storesForOthers(const SpirvModule& module, const SpirvInstruction& one) {
    const spv::Op opcode = opcodeOf(one);
    if (opcode == spv::OpImageWrite) return true;
    if (opcode >= spv::OpAtomicStore && opcode <= spv::OpAtomicXor) return true;
    return opcode == spv::OpStore && !isOwnMemory(module, one.operands[0]);
}

} // namespace

ControlFlow::ControlFlow(const SpirvModule& module, std::uint32_t function) {
    readBlocks(module, function);
    if (blocks_.empty()) return;
    findDominators();
    findLoops();
    findAlways(module);
}

void ControlFlow::readBlocks(const SpirvModule& module, std::uint32_t function) {
    const auto instructions = module.instructions();
    const SpirvInstruction* const begin = module.definition(function);
    if (begin == nullptr) return;
    std::unordered_map<std::uint32_t, std::size_t> byLabel;
    for (std::size_t i = module.indexOf(*begin); i < instructions.size(); ++i) {
        const spv::Op opcode = opcodeOf(instructions[i]);
        if (opcode == spv::OpFunctionEnd) break;
        if (opcode == spv::OpLabel) {
            byLabel[instructions[i].result] = blocks_.size();
            blocks_.push_back({.begin = i, .end = i + 1});
        } else if (!blocks_.empty()) {
            blocks_.back().end = i + 1;
        }
    }
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
        for (const std::uint32_t label : targetsOf(module, instructions[blocks_[block].end - 1])) {
            const auto found = byLabel.find(label);
            if (found == byLabel.end() || std::ranges::count(blocks_[block].next, found->second) > 0)
                continue;
            blocks_[block].next.push_back(found->second);
            blocks_[found->second].previous.push_back(block);
        }
    }
}

// Cooper, Harvey and Kennedy 2001, "A simple, fast dominance algorithm".
void ControlFlow::findDominators() {
    std::vector<char> seen(blocks_.size());
    std::vector<std::pair<std::size_t, std::size_t>> open = {{0, 0}}; // a block, and the next to visit
    seen[0] = 1;
    while (!open.empty()) {
        auto& [block, next] = open.back();
        if (next == blocks_[block].next.size()) {
            order_.push_back(block);
            open.pop_back();
        } else if (const std::size_t to = blocks_[block].next[next++]; seen[to] == 0) {
            seen[to] = 1;
            open.emplace_back(to, 0);
        }
    }
    std::ranges::reverse(order_);
    std::vector<std::size_t> place(blocks_.size(), kNoNumber);
    for (std::size_t i = 0; i < order_.size(); ++i) place[order_[i]] = i;
    const auto common = [&](std::size_t a, std::size_t b) {
        while (a != b) {
            while (place[a] > place[b]) a = blocks_[a].dominator;
            while (place[b] > place[a]) b = blocks_[b].dominator;
        }
        return a;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (const std::size_t block : order_) {
            if (block == 0) continue;
            std::size_t dominator = kNoNumber;
            for (const std::size_t from : blocks_[block].previous) {
                if (from != 0 && blocks_[from].dominator == kNoNumber) continue;
                dominator = dominator == kNoNumber ? from : common(from, dominator);
            }
            changed = changed || dominator != blocks_[block].dominator;
            blocks_[block].dominator = dominator;
        }
    }
    depth_.assign(blocks_.size(), 0);
    for (const std::size_t block : order_) {
        if (block != 0) depth_[block] = depth_[blocks_[block].dominator] + 1;
    }
}

void ControlFlow::findLoops() {
    std::unordered_map<std::size_t, std::size_t> byHeader;
    std::vector<std::size_t> reached = order_;
    std::ranges::sort(reached);
    for (const std::size_t header : reached) {
        for (const std::size_t latch : blocks_[header].previous) {
            if (!dominates(header, latch)) continue;
            const auto [found, isNew] = byHeader.try_emplace(header, loops_.size());
            if (isNew) loops_.push_back({.header = header});
            loops_[found->second].latches.push_back(latch);
        }
    }
    std::vector<std::vector<char>> members;
    for (const CodeLoop& loop : loops_) {
        std::vector<char> inside(blocks_.size());
        inside[loop.header] = 1;
        std::vector<std::size_t> open = loop.latches;
        while (!open.empty()) {
            const std::size_t block = open.back();
            open.pop_back();
            if (inside[block] != 0) continue;
            inside[block] = 1;
            open.insert(open.end(), blocks_[block].previous.begin(), blocks_[block].previous.end());
        }
        members.push_back(std::move(inside));
    }
    // Blocks come after their dominators, so inner loops come after the loops around them.
    for (std::size_t loop = 0; loop < loops_.size(); ++loop) {
        loops_[loop].parent = blocks_[loops_[loop].header].loop;
        for (std::size_t block = 0; block < blocks_.size(); ++block) {
            if (members[loop][block] != 0) blocks_[block].loop = loop;
        }
    }
}

std::size_t ControlFlow::blockOf(std::size_t instruction) const {
    const auto after = std::ranges::upper_bound(blocks_, instruction, {}, &CodeBlock::begin);
    if (after == blocks_.begin()) return kNoNumber;
    const auto found = after - 1;
    return instruction < found->end ? static_cast<std::size_t>(found - blocks_.begin()) : kNoNumber;
}

bool ControlFlow::dominates(std::size_t block, std::size_t other) const {
    while (depth_[other] > depth_[block]) other = blocks_[other].dominator;
    return other == block;
}

bool ControlFlow::inside(std::size_t loop, std::size_t block) const {
    if (loop == kNoNumber) return true;
    for (std::size_t each = blocks_[block].loop; each != kNoNumber; each = loops_[each].parent)
        if (each == loop) return true;
    return false;
}

bool ControlFlow::isHeader(std::size_t block) const {
    return std::ranges::count(loops_, block, &CodeLoop::header) > 0;
}

// Blocks on paths that begin in one of `from`, and do not lead through `block`.
std::vector<bool> ControlFlow::reachedWithout(std::size_t block, const std::vector<std::size_t>& from,
                                              std::vector<std::size_t> CodeBlock::*next) const {
    std::vector<bool> reached(blocks_.size());
    std::vector<std::size_t> open = from;
    while (!open.empty()) {
        const std::size_t each = open.back();
        open.pop_back();
        if (each == block || reached[each]) continue;
        reached[each] = true;
        open.insert(open.end(), (blocks_[each].*next).begin(), (blocks_[each].*next).end());
    }
    return reached;
}

// No path from the entry through a block that stores to an exit avoids the block.
void ControlFlow::findAlways(const SpirvModule& module) {
    std::vector<std::size_t> storing, exits;
    for (const std::size_t block : order_) {
        const auto its =
            module.instructions().subspan(blocks_[block].begin, blocks_[block].end - blocks_[block].begin);
        if (std::ranges::any_of(its,
                                [&](const SpirvInstruction& one) { return storesForOthers(module, one); }))
            storing.push_back(block);
        if (blocks_[block].next.empty()) exits.push_back(block);
    }
    always_.assign(blocks_.size(), false);
    for (const std::size_t block : order_) {
        const std::vector<bool> before = reachedWithout(block, {0}, &CodeBlock::next),
                                behind = reachedWithout(block, exits, &CodeBlock::previous);
        always_[block] =
            std::ranges::none_of(storing, [&](std::size_t each) { return before[each] && behind[each]; });
    }
}

bool ControlFlow::always(std::size_t block, std::size_t loop) const {
    if (loop == kNoNumber) return always_[block];
    return std::ranges::all_of(loops_[loop].latches,
                               [&](std::size_t latch) { return dominates(block, latch); });
}

} // namespace vkperftest
