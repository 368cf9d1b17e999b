#include "addresses/needed_values.h"

#include <algorithm>

#include "addresses/used_components.h"
#include "frontend/access_origin.h"
#include "frontend/opcodes.h"

namespace vkperftest {
namespace {

// A compiler may compute this operand only where its value is chosen.
bool isChoice(spv::Op opcode, std::size_t operand) {
    return opcode == spv::OpLogicalAnd || opcode == spv::OpLogicalOr ||
           (opcode == spv::OpSelect && operand > 0);
}

bool isBarrier(const SpirvInstruction& instruction) {
    return is(&instruction, spv::OpControlBarrier) || is(&instruction, spv::OpMemoryBarrier);
}

} // namespace

NeededValues::NeededValues(const SpirvModule& module, const ControlFlow& flow, const SymbolicValues& symbols,
                           LoopSteps& steps)
    : module_(&module), flow_(&flow), symbols_(&symbols), steps_(&steps) {
    for (const CodeBlock& block : flow.blocks()) {
        for (std::size_t i = block.begin; i < block.end; ++i) {
            const SpirvInstruction& user = module.instructions()[i];
            for (const std::uint32_t& id : valuesIn(user))
                users_[id].push_back({i, static_cast<std::size_t>(&id - user.operands.data())});
        }
    }
}

// Whether every iteration has this use.
bool NeededValues::uses(const SpirvInstruction& user, std::size_t operand, std::size_t loop) {
    if (isChoice(opcodeOf(user), operand)) return false;
    const std::size_t own = flow_->blockOf(module_->indexOf(user));
    std::size_t block = own;
    const bool phi = opcodeOf(user) == spv::OpPhi;
    if (phi) {
        const SpirvInstruction* const label =
            operand + 1 < user.operands.size() ? module_->definition(user.operands[operand + 1]) : nullptr;
        block = label != nullptr ? flow_->blockOf(module_->indexOf(*label)) : kNoNumber;
    }
    if (block == kNoNumber || !flow_->inside(loop, block) || !flow_->inside(loop, own) ||
        !flow_->always(block, loop))
        return false;
    if (!phi || (loop != kNoNumber && flow_->loops()[loop].header == own)) return true;
    // What an inner loop begins with is lost if its iterations set it anew.
    return flow_->blocks()[block].next.size() == 1 &&
           (!flow_->isHeader(own) || accumulates(user.result, flow_->blocks()[own].loop));
}

bool NeededValues::isOverwritten(const SpirvInstruction& store, std::size_t loop) {
    if (isOwnMemory(*module_, store.operands[0])) return true;
    if (loop == kNoNumber || steps_->ofPlace(loop, store.operands[0]).kind != LoopStep::Kind::Same)
        return false;
    for (std::size_t block = 0; block < flow_->blocks().size(); ++block) {
        const CodeBlock& its = flow_->blocks()[block];
        for (std::size_t i = its.begin; flow_->inside(loop, block) && i < its.end; ++i)
            if (isBarrier(module_->instructions()[i])) return false;
    }
    return true;
}

// What the loop loads from the store's place.
std::vector<std::uint32_t> NeededValues::keptBy(const SpirvInstruction& store, std::size_t loop) const {
    std::vector<std::uint32_t> kept;
    if (loop == kNoNumber) return kept;
    const std::uint64_t place = symbols_->of(store.operands[0]).symbol;
    for (std::size_t block = 0; block < flow_->blocks().size(); ++block) {
        const CodeBlock& its = flow_->blocks()[block];
        for (std::size_t i = its.begin; flow_->inside(loop, block) && i < its.end; ++i) {
            const SpirvInstruction& load = module_->instructions()[i];
            if (is(&load, spv::OpLoad) && symbols_->of(load.operands[0]).symbol == place)
                kept.push_back(load.result);
        }
    }
    return kept;
}

NeededValues::Reached NeededValues::from(std::uint32_t id, std::size_t loop) {
    Reached reached;
    std::set<std::uint32_t> seen;
    std::vector<std::uint32_t> open = {id};
    const auto pass = [&](std::uint32_t result) {
        if (seen.insert(result).second) open.push_back(result);
    };
    while (!open.empty()) {
        const auto users = users_.find(open.back());
        open.pop_back();
        if (users == users_.end()) continue;
        for (const Use& use : users->second) {
            const SpirvInstruction& user = module_->instructions()[use.user];
            if (!uses(user, use.operand, loop)) continue;
            const spv::Op opcode = opcodeOf(user);
            const bool atomic = opcode >= spv::OpAtomicLoad && opcode <= spv::OpAtomicXor;
            const bool keeps = opcode == spv::OpStore && isOverwritten(user, loop);
            const bool own = user.result != 0 && !atomic && opcode != spv::OpFunctionCall;
            reached.effect = reached.effect || (!own && !keeps);
            for (const std::uint32_t kept : keeps ? keptBy(user, loop) : std::vector<std::uint32_t>()) {
                reached.carried.insert(kept);
                pass(kept);
            }
            if (!own) continue;
            const std::size_t block = flow_->blockOf(use.user);
            if (opcode == spv::OpPhi && loop != kNoNumber && flow_->loops()[loop].header == block)
                reached.carried.insert(user.result);
            pass(user.result);
        }
    }
    return reached;
}

bool NeededValues::accumulates(std::uint32_t id, std::size_t loop) {
    return from(id, loop).carried.contains(id);
}

bool NeededValues::of(const SpirvInstruction& instruction) {
    const std::size_t loop = flow_->blocks()[flow_->blockOf(module_->indexOf(instruction))].loop;
    const Reached reached = from(instruction.result, loop);
    return reached.effect ||
           std::ranges::any_of(reached.carried, [&](std::uint32_t id) { return accumulates(id, loop); });
}

} // namespace vkperftest
