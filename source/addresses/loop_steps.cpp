#include "addresses/loop_steps.h"

#include <algorithm>
#include <span>
#include <vector>

#include "frontend/access_origin.h"
#include "frontend/opcodes.h"

namespace vkperftest {
namespace {

using Kind = LoopStep::Kind;

constexpr int kMostDeep = 500; // calls within each other; what lies deeper is not followed

bool compares(spv::Op opcode) {
    return opcode >= spv::OpIEqual && opcode <= spv::OpSLessThanEqual;
}

std::size_t componentsOf(const SpirvModule& module, std::uint32_t id) {
    const SpirvInstruction* const type = typeOf(module, id);
    return is(type, spv::OpTypeVector) ? type->operands[1] : 1;
}

} // namespace

LoopSteps::LoopSteps(const SpirvModule& module, const ControlFlow& flow, const SymbolicValues& symbols)
    : module_(&module), flow_(&flow), symbols_(&symbols), terms_(module, symbols) {}

LoopStep LoopSteps::of(std::size_t loop, std::uint32_t id, std::size_t component) {
    const SpirvInstruction* const defined = module_->definition(id);
    if (defined == nullptr) return {}; // a literal
    const std::size_t block = flow_->blockOf(module_->indexOf(*defined));
    if (block == kNoNumber || !flow_->inside(loop, block)) return {};
    const auto [found, isNew] =
        known_.try_emplace({loop, id, component}, LoopStep{Kind::Repeats}); // until known
    if (!isNew || depth_ > kMostDeep) return found->second;
    ++depth_;
    found->second = compute(loop, *defined, component);
    --depth_;
    return found->second;
}

LoopStep LoopSteps::ofWhole(std::size_t loop, std::uint32_t id) {
    LoopStep whole;
    for (std::size_t k = 0; k < componentsOf(*module_, id); ++k) {
        const LoopStep one = of(loop, id, k);
        whole =
            k == 0 || whole == one ? one : LoopStep{stronger(stronger(whole.kind, one.kind), Kind::Unknown)};
    }
    return whole;
}

LoopStep LoopSteps::ofPlace(std::size_t loop, std::uint32_t pointer) {
    const SpirvInstruction* const chain = module_->definition(pointer);
    if (chain == nullptr || opcodeOf(*chain) == spv::OpVariable) return {};
    const auto terms = terms_.of(*chain);
    if (!terms) return ofWhole(loop, pointer);
    LoopStep place = ofPlace(loop, chain->operands[0]);
    for (const ChainTerm& term : *terms)
        place =
            place + times(of(loop, term.index), term.bytes != 0 ? std::optional(term.bytes) : std::nullopt);
    return place;
}

LoopStep LoopSteps::compute(std::size_t loop, const SpirvInstruction& instruction, std::size_t component) {
    switch (opcodeOf(instruction)) {
    case spv::OpPhi:
        return ofPhi(loop, instruction, component);
    case spv::OpLoad:
        return ofLoad(loop, instruction);
    case spv::OpCompositeConstruct:
    case spv::OpCompositeExtract:
    case spv::OpVectorShuffle:
        return ofComposite(loop, instruction, component);
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain:
        return ofPlace(loop, instruction.result);
    default:
        return ofNumbers(loop, instruction, component);
    }
}

std::optional<std::int64_t> LoopSteps::constantOf(std::uint32_t id, std::size_t component) const {
    const SpirvInstruction* const defined = module_->definition(id);
    if (is(defined, spv::OpConstantComposite) && component < defined->operands.size())
        return constantOf(defined->operands[component]);
    if (is(defined, spv::OpConstantNull)) return 0;
    const SymbolicValue value = symbols_->of(id);
    return value.symbol == 0 ? std::optional(value.constant) : std::nullopt;
}

// What a phi grows by until its next value.
std::optional<std::int64_t> LoopSteps::increment(const SpirvInstruction& phi, std::uint32_t next) const {
    const SymbolicValue now = symbols_->of(phi.result), then = symbols_->of(next);
    if (now.symbol != then.symbol || now.symbol == 0) return std::nullopt;
    return then.constant - now.constant;
}

LoopStep LoopSteps::ofCounter(std::size_t loop, const SpirvInstruction& phi, std::uint32_t next,
                              std::size_t component) {
    if (const auto known = increment(phi, next)) return times({Kind::Step, 1}, *known);
    const SpirvInstruction* const sum = module_->definition(next);
    const bool adds = is(sum, spv::OpIAdd) || is(sum, spv::OpFAdd), takes = is(sum, spv::OpISub);
    for (const std::size_t itself : {0u, 1u}) {
        if ((!adds && !(takes && itself == 0)) || sum->operands[itself] != phi.result) continue;
        const std::uint32_t by = sum->operands[1 - itself];
        const LoopStep step = of(loop, by, component);
        if (step.kind != Kind::Same) return step.kind == Kind::Loaded ? step : LoopStep{Kind::Repeats};
        const auto constant = is(sum, spv::OpFAdd) ? std::nullopt : constantOf(by, component);
        return times({Kind::Step, takes ? -1 : 1}, constant);
    }
    return {of(loop, next, component).kind == Kind::Loaded ? Kind::Loaded : Kind::Repeats};
}

LoopStep LoopSteps::ofPhi(std::size_t loop, const SpirvInstruction& phi, std::size_t component) {
    const std::size_t block = flow_->blockOf(module_->indexOf(phi));
    const bool header = flow_->isHeader(block), own = block == flow_->loops()[loop].header;
    std::optional<LoopStep> start, counter;
    bool counts = header, loaded = true;
    for (std::size_t i = 0; i + 1 < phi.operands.size(); i += 2) {
        const SpirvInstruction* const label = module_->definition(phi.operands[i + 1]);
        const std::size_t from = label != nullptr ? flow_->blockOf(module_->indexOf(*label)) : kNoNumber;
        const bool back = header && from != kNoNumber && flow_->dominates(block, from);
        if (own && !back) continue;
        const LoopStep step =
            own ? ofCounter(loop, phi, phi.operands[i], component) : of(loop, phi.operands[i], component);
        loaded = loaded && step.kind == Kind::Loaded;
        if (own)
            counts = counts && counter.value_or(step) == step, counter = step;
        else if (back)
            counts = counts && increment(phi, phi.operands[i]);
        else
            counts = counts && !start, start = step;
    }
    if (counts && own && counter) return *counter;
    if (counts && !own && start) return *start; // and a constant
    if (header && !own && isFixed(phi.result)) return {};
    return {loaded ? Kind::Loaded : Kind::Repeats};
}

LoopStep LoopSteps::ofComposite(std::size_t loop, const SpirvInstruction& instruction,
                                std::size_t component) {
    const auto operands = instruction.operands;
    if (opcodeOf(instruction) == spv::OpVectorShuffle) {
        const std::size_t count = componentsOf(*module_, operands[0]);
        const std::size_t number = component + 2 < operands.size() ? operands[component + 2] : 0;
        return number < count ? of(loop, operands[0], number) : of(loop, operands[1], number - count);
    }
    if (opcodeOf(instruction) == spv::OpCompositeExtract)
        return is(typeOf(*module_, operands[0]), spv::OpTypeVector) ? of(loop, operands[0], operands[1])
                                                                    : ofWhole(loop, operands[0]);
    for (const std::uint32_t part : operands) {
        const std::size_t count = componentsOf(*module_, part);
        if (component < count) return of(loop, part, component);
        component -= count;
    }
    return {Kind::Repeats};
}

// What lies at a place that stays may change, but compilers may know that it does not.
LoopStep LoopSteps::ofLoad(std::size_t loop, const SpirvInstruction& instruction) {
    const Kind place = ofPlace(loop, instruction.operands[0]).kind;
    if (isOwnMemory(*module_, instruction.operands[0]))
        return {place == Kind::Loaded ? place : Kind::Repeats};
    if (place == Kind::Same || place == Kind::Repeats) return {place};
    return {Kind::Loaded};
}

LoopStep LoopSteps::ofNumbers(std::size_t loop, const SpirvInstruction& instruction, std::size_t component) {
    const spv::Op opcode = opcodeOf(instruction);
    if (opcode == spv::OpFunctionCall || (opcode >= spv::OpAtomicLoad && opcode <= spv::OpAtomicXor))
        return {Kind::Loaded};
    const bool byComponent = is(module_->definition(instruction.type), spv::OpTypeVector);
    const bool reads = readsImage(opcode);
    std::span<const std::uint32_t> ids = instruction.operands;
    if (opcode == spv::OpExtInst) ids = ids.subspan(2);
    if (reads) ids = ids.first(2);
    std::vector<StepOperand> operands;
    Kind all = Kind::Same;
    for (const std::uint32_t id : ids) {
        const bool part = byComponent && componentsOf(*module_, id) > component;
        StepOperand& operand = operands.emplace_back();
        operand.value = part ? of(loop, id, component) : ofWhole(loop, id);
        operand.constant = constantOf(id, component);
        operand.open = operand.value.kind == Kind::Same && !operand.constant && !isFixed(id);
        all = stronger(all, operand.value.kind);
    }
    if (all == Kind::Same) return {};
    if (reads) return {all == Kind::Repeats ? all : Kind::Loaded};
    return isArithmetic(opcode) ? combinedSteps(opcode, operands) : LoopStep{Kind::Repeats};
}

// Known to a compiler for each iteration of the loops around it, if it unrolls them.
bool LoopSteps::isFixed(std::uint32_t id) {
    const SpirvInstruction* const defined = module_->definition(id);
    if (defined == nullptr || isConstant(*defined) || is(defined, spv::OpLabel)) return true;
    const auto [found, isNew] = fixed_.try_emplace(id, true); // of a phi, as far as itself is concerned
    if (!isNew || depth_ > kMostDeep) return found->second;
    const spv::Op opcode = opcodeOf(*defined);
    const bool follows =
        (opcode == spv::OpPhi && flow_->isHeader(flow_->blockOf(module_->indexOf(*defined)))) ||
        opcode == spv::OpCompositeExtract || opcode == spv::OpCompositeConstruct ||
        opcode == spv::OpVectorShuffle || isArithmetic(opcode);
    ++depth_;
    const bool fixed = follows && std::ranges::all_of(defined->operands, [&](std::uint32_t operand) {
                           return isFixed(operand);
                       });
    --depth_;
    return fixed_[id] = fixed;
}

// Its counter begins at a known distance from where it ends.
bool LoopSteps::leavesAfterKnown(std::size_t loop, std::uint32_t condition) {
    if (isFixed(condition)) return true;
    const SpirvInstruction* const compared = module_->definition(condition);
    if (is(compared, spv::OpLogicalAnd) || is(compared, spv::OpLogicalOr) || is(compared, spv::OpLogicalNot))
        return std::ranges::any_of(compared->operands,
                                   [&](std::uint32_t one) { return leavesAfterKnown(loop, one); });
    if (compared == nullptr || !compares(opcodeOf(*compared))) return false;
    const CodeBlock& header = flow_->blocks()[flow_->loops()[loop].header];
    for (std::size_t i = header.begin; i < header.end; ++i) {
        const SpirvInstruction& phi = module_->instructions()[i];
        if (opcodeOf(phi) != spv::OpPhi) continue;
        for (const std::size_t side : {0u, 1u}) {
            if (symbols_->of(compared->operands[side]).symbol != symbols_->of(phi.result).symbol) continue;
            const std::uint64_t end = symbols_->of(compared->operands[1 - side]).symbol;
            for (std::size_t k = 0; k + 1 < phi.operands.size(); k += 2)
                if (symbols_->of(phi.operands[k]).symbol == end) return true;
        }
    }
    return false;
}

bool LoopSteps::unrolls(std::size_t loop) {
    const auto [found, isNew] = unrolls_.try_emplace(loop, false);
    if (!isNew) return found->second;
    bool known = false;
    for (std::size_t block = 0; block < flow_->blocks().size(); ++block) {
        const CodeBlock& its = flow_->blocks()[block];
        const bool leaves =
            flow_->inside(loop, block) &&
            std::ranges::any_of(its.next, [&](std::size_t next) { return !flow_->inside(loop, next); });
        const SpirvInstruction& last = module_->instructions()[its.end - 1];
        known = known || (leaves && its.next.size() > 1 && leavesAfterKnown(loop, last.operands[0]));
    }
    return unrolls_[loop] = known;
}

} // namespace vkperftest
