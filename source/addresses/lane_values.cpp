#include "addresses/lane_values.h"

#include <algorithm>

#include "frontend/access_origin.h"
#include "frontend/opcodes.h"

namespace vkperftest {
namespace {

bool isChain(spv::Op opcode) {
    return opcode == spv::OpAccessChain || opcode == spv::OpInBoundsAccessChain;
}

// Results that are the same within a subgroup, whatever goes in.
bool isShared(const SpirvInstruction& instruction) {
    switch (opcodeOf(instruction)) {
    case spv::OpGroupNonUniformAll:
    case spv::OpGroupNonUniformAny:
    case spv::OpGroupNonUniformAllEqual:
    case spv::OpGroupNonUniformBroadcast:
    case spv::OpGroupNonUniformBroadcastFirst:
    case spv::OpGroupNonUniformBallot:
        return true;
    default:
        return false;
    }
}

// Depend on nothing but their operands, which are ids but for the first ones.
std::size_t firstOperand(const SpirvInstruction& instruction) {
    return opcodeOf(instruction) == spv::OpExtInst ? 2 : 0;
}

bool isOfImage(spv::Op opcode) {
    return opcode >= spv::OpSampledImage && opcode <= spv::OpImageQuerySamples;
}

bool isPure(spv::Op opcode) {
    return (opcode >= spv::OpConvertFToU && opcode <= spv::OpFwidthCoarse) || opcode == spv::OpExtInst ||
           isOfImage(opcode);
}

} // namespace

LaneValues::LaneValues(const SpirvModule& module, const ControlFlow& flow, const SymbolicValues& symbols,
                       std::array<std::uint32_t, 3> workgroup)
    : module_(&module), flow_(&flow), symbols_(&symbols), workgroup_(workgroup), terms_(module, symbols),
      values_(module.instructions().size()) {
    readDecorations();
    constexpr int kMostPasses = 12;
    for (int pass = 0;; ++pass) {
        bool changed = false;
        together_.clear();
        for (std::size_t i = 0; i < values_.size(); ++i) {
            const SpirvInstruction& instruction = module.instructions()[i];
            if (instruction.result == 0) continue;
            Components now = compute(instruction);
            if (now == values_[i]) continue;
            // A phi goes from not reached to known to unknown, and never back.
            if (pass >= kMostPasses && opcodeOf(instruction) == spv::OpPhi)
                now.assign(now.size(), kUnknownLaneValue);
            changed = changed || now != values_[i];
            values_[i] = std::move(now);
        }
        if (!changed || pass > 4 * kMostPasses) return;
    }
}

void LaneValues::readDecorations() {
    for (const SpirvInstruction& instruction : module_->instructions()) {
        if (!is(&instruction, spv::OpDecorate)) continue;
        if (static_cast<spv::Decoration>(instruction.operands[1]) == spv::DecorationBuiltIn)
            builtIns_[instruction.operands[0]] = instruction.operands[2];
    }
}

LaneValue LaneValues::of(std::uint32_t id, std::size_t component) const {
    const Components& all = components(id);
    return component < all.size() ? all[component] : kUnknownLaneValue;
}

const LaneValues::Components& LaneValues::components(std::uint32_t id) const {
    static const Components kNone = {kUnknownLaneValue};
    const SpirvInstruction* const defined = module_->definition(id);
    return defined != nullptr ? values_[module_->indexOf(*defined)] : kNone;
}

// Components of its result.
std::size_t LaneValues::size(const SpirvInstruction& instruction) const {
    const SpirvInstruction* const type = module_->definition(instruction.type);
    return is(type, spv::OpTypeVector) ? type->operands[1] : 1;
}

LaneValues::Components LaneValues::compute(const SpirvInstruction& instruction) {
    const spv::Op opcode = opcodeOf(instruction);
    const std::size_t all = size(instruction);
    if (takesFromLeftLoop(instruction)) return Components(all, kUnknownLaneValue);
    if (isConstant(instruction) || opcode == spv::OpUndef || isShared(instruction) ||
        opcode == spv::OpVariable)
        return Components(all, kSameLaneValue);
    switch (opcode) {
    case spv::OpLoad:
        return ofLoad(instruction);
    case spv::OpPhi:
        return ofPhi(instruction);
    case spv::OpCompositeConstruct:
    case spv::OpCompositeExtract:
    case spv::OpVectorShuffle:
        return ofComposite(instruction);
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain:
        return ofOperands(instruction, 0);
    default:
        return isPure(opcode) ? ofNumbers(instruction) : Components(all, kUnknownLaneValue);
    }
}

LaneValues::Components LaneValues::ofInput(std::uint32_t pointer) const {
    const SpirvInstruction* defined = module_->definition(pointer);
    std::size_t first = 0, count = 3;
    std::uint32_t variable = pointer;
    if (isChain(opcodeOf(*defined)) && defined->operands.size() == 2) {
        const SymbolicValue index = symbols_->of(defined->operands[1]);
        if (index.symbol != 0 || index.constant < 0 || index.constant > 2) return {kUnknownLaneValue};
        first = static_cast<std::size_t>(index.constant);
        count = 1;
        variable = defined->operands[0];
    }
    const auto found = builtIns_.find(variable);
    if (found == builtIns_.end()) return Components(count, kUnknownLaneValue);
    Components own;
    for (std::size_t axis = first; axis < first + count; ++axis)
        own.push_back(lanesOfInput(static_cast<spv::BuiltIn>(found->second), axis, workgroup_));
    return own;
}

LaneValues::Components LaneValues::ofLoad(const SpirvInstruction& instruction) const {
    const SpirvInstruction* const type = typeOf(*module_, instruction.operands[0]);
    const std::size_t all = size(instruction);
    if (type == nullptr) return Components(all, kUnknownLaneValue);
    switch (static_cast<spv::StorageClass>(type->operands[0])) {
    case spv::StorageClassInput: {
        Components own = ofInput(instruction.operands[0]);
        own.resize(all, kUnknownLaneValue);
        return own;
    }
    case spv::StorageClassFunction:
    case spv::StorageClassPrivate:
        return Components(all, kUnknownLaneValue);
    default: { // one place holds one value
        const Components& place = components(instruction.operands[0]);
        if (place.empty()) return {};
        return Components(all, place[0].same() ? kSameLaneValue : kUnknownLaneValue);
    }
    }
}

// True if the invocations of an iteration may take different paths out of the block.
bool LaneValues::parts(std::size_t block) const {
    const CodeBlock& its = flow_->blocks()[block];
    if (its.next.size() < 2) return false;
    const Components& condition = components(module_->instructions()[its.end - 1].operands[0]);
    return !condition.empty() && !condition[0].same();
}

// True if, from where its paths part on, all invocations of an iteration take the same one to the block.
bool LaneValues::branchesTogether(std::size_t block) {
    const auto known = together_.find(block);
    if (known != together_.end()) return known->second;
    const std::size_t begin = flow_->blocks()[block].dominator;
    bool together = begin != kNoNumber;
    for (std::size_t each = 0; together && each < flow_->blocks().size(); ++each)
        together = !flow_->dominates(begin, each) || flow_->dominates(block, each) || !parts(each);
    together_[block] = together;
    return together;
}

bool LaneValues::takesFromLeftLoop(const SpirvInstruction& instruction) const {
    const std::size_t block = flow_->blockOf(module_->indexOf(instruction));
    if (block == kNoNumber || flow_->loops().empty()) return false;
    const auto leavesApart = [&](std::size_t loop) {
        for (std::size_t each = 0; each < flow_->blocks().size(); ++each) {
            if (!flow_->inside(loop, each) || !parts(each)) continue;
            for (const std::size_t next : flow_->blocks()[each].next)
                if (!flow_->inside(loop, next)) return true;
        }
        return false;
    };
    for (const std::uint32_t id : instruction.operands) {
        const SpirvInstruction* const defined = module_->definition(id);
        const std::size_t from = defined != nullptr ? flow_->blockOf(module_->indexOf(*defined)) : kNoNumber;
        if (from == kNoNumber) continue;
        for (std::size_t loop = flow_->blocks()[from].loop; loop != kNoNumber && !flow_->inside(loop, block);
             loop = flow_->loops()[loop].parent)
            if (leavesApart(loop)) return true;
    }
    return false;
}

LaneValues::Components LaneValues::ofPhi(const SpirvInstruction& instruction) {
    Components joined;
    for (std::size_t i = 0; i + 1 < instruction.operands.size(); i += 2) {
        const Components& one = components(instruction.operands[i]);
        if (one.empty()) continue;
        if (joined.empty()) joined = one;
        for (std::size_t k = 0; k < std::min(joined.size(), one.size()); ++k) {
            joined[k] = joinLanes(joined[k], one[k]);
        }
    }
    const std::size_t block = flow_->blockOf(module_->indexOf(instruction));
    if (block == kNoNumber) return Components(size(instruction), kUnknownLaneValue);
    if (!flow_->isHeader(block) && !branchesTogether(block)) joined.assign(joined.size(), kUnknownLaneValue);
    return joined;
}

LaneValues::Components LaneValues::ofComposite(const SpirvInstruction& instruction) const {
    const auto operands = instruction.operands;
    const std::size_t all = size(instruction);
    const SpirvInstruction* const type = module_->definition(instruction.type);
    if (opcodeOf(instruction) == spv::OpVectorShuffle) {
        Components sources = components(operands[0]);
        const Components& second = components(operands[1]);
        if (sources.empty() || second.empty()) return {};
        sources.insert(sources.end(), second.begin(), second.end());
        Components picked;
        for (const std::uint32_t number : operands.subspan(2))
            picked.push_back(number < sources.size() ? sources[number] : kUnknownLaneValue);
        return picked;
    }
    if (opcodeOf(instruction) == spv::OpCompositeExtract) {
        const Components& whole = components(operands[0]);
        if (whole.empty()) return {};
        const SpirvInstruction* const from = typeOf(*module_, operands[0]);
        if (is(from, spv::OpTypeVector) && operands.size() == 2 && operands[1] < whole.size())
            return {whole[operands[1]]};
        return Components(all, whole[0].same() ? kSameLaneValue : kUnknownLaneValue);
    }
    if (!is(type, spv::OpTypeVector)) return ofOperands(instruction, 0);
    Components made;
    for (const std::uint32_t part : operands) {
        const Components& its = components(part);
        if (its.empty()) return {};
        made.insert(made.end(), its.begin(), its.end());
    }
    made.resize(all, kUnknownLaneValue);
    return made;
}

// The same if all operands are; otherwise unknown.
LaneValues::Components LaneValues::ofOperands(const SpirvInstruction& instruction, std::size_t first) const {
    bool same = true;
    for (const std::uint32_t id :
         instruction.operands.subspan(std::min(first, instruction.operands.size()))) {
        if (module_->definition(id) == nullptr) continue; // a literal
        const Components& one = components(id);
        if (one.empty() && !is(module_->definition(id), spv::OpLabel) && module_->definition(id)->type != 0)
            return {};
        same = same && std::ranges::all_of(one, [](const LaneValue& each) { return each.same(); });
    }
    return Components(size(instruction), same ? kSameLaneValue : kUnknownLaneValue);
}

LaneValues::Components LaneValues::ofNumbers(const SpirvInstruction& instruction) const {
    const SpirvInstruction* const type = module_->definition(instruction.type);
    const bool vector = is(type, spv::OpTypeVector);
    const SpirvInstruction* const number = vector ? module_->definition(type->operands[0]) : type;
    if (!is(number, spv::OpTypeInt) || isOfImage(opcodeOf(instruction)) ||
        opcodeOf(instruction) == spv::OpExtInst)
        return ofOperands(instruction, firstOperand(instruction));
    for (const std::uint32_t id : instruction.operands) {
        const SpirvInstruction* const defined = module_->definition(id);
        if (defined != nullptr && values_[module_->indexOf(*defined)].empty() && defined->type != 0)
            return {};
    }
    Components all;
    for (std::size_t k = 0; k < size(instruction); ++k) all.push_back(combined(instruction, k));
    return all;
}

LaneValue LaneValues::combined(const SpirvInstruction& instruction, std::size_t component) const {
    std::vector<LaneOperand> operands;
    for (const std::uint32_t id : instruction.operands) {
        const SymbolicValue symbol = symbols_->of(id);
        LaneOperand& operand = operands.emplace_back(LaneOperand{of(id, component), std::nullopt});
        if (symbol.symbol == 0) operand.constant = symbol.constant;
    }
    if (opcodeOf(instruction) != spv::OpSelect) return combinedLanes(opcodeOf(instruction), operands);
    const bool together = std::ranges::all_of(components(instruction.operands[0]),
                                              [](const LaneValue& one) { return one.same(); });
    return together && operands[1].value == operands[2].value ? operands[1].value : kUnknownLaneValue;
}

LaneValue LaneValues::ofPlace(std::uint32_t pointer) const {
    const SpirvInstruction* const chain = module_->definition(pointer);
    if (chain == nullptr) return kUnknownLaneValue;
    if (opcodeOf(*chain) == spv::OpVariable) return kSameLaneValue;
    const auto terms = terms_.of(*chain);
    if (!terms || takesFromLeftLoop(*chain)) return kUnknownLaneValue;
    LaneValue place = ofPlace(chain->operands[0]);
    for (const ChainTerm& term : *terms) {
        const LaneValue index = of(term.index);
        if (term.bytes == 0 && !index.same()) return kUnknownLaneValue;
        place = plus(place, index, term.bytes);
    }
    return place;
}

} // namespace vkperftest
