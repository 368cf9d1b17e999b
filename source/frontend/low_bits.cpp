#include "frontend/low_bits.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <span>

#include "frontend/access_origin.h"
#include "frontend/value_flow.h"

namespace vkperftest {

LowBits lowBits(std::uint64_t value, unsigned known) {
    return {known, known < 64 ? value & ((1ull << known) - 1) : value};
}

LowBits LowBits::operator&(LowBits b) const {
    const std::uint64_t own = lowBits(~0ull, known).value, its = lowBits(~0ull, b.known).value;
    const std::uint64_t both = (own & its) | (own & ~value) | (its & ~b.value);
    return lowBits(value & b.value, static_cast<unsigned>(std::countr_one(both)));
}

LowBits join(LowBits a, LowBits b) {
    const auto equal = static_cast<unsigned>(std::countr_zero(a.value ^ b.value));
    return lowBits(a.value, std::min({a.known, b.known, equal}));
}

namespace {

using Operands = std::span<const std::uint32_t>;
using Maybe = std::optional<LowBits>;

Maybe ofConstant(const SpirvModule& module, const SpirvInstruction& instruction) {
    const unsigned bits = componentBits(module, instruction.type);
    std::uint64_t value = instruction.operands[0];
    if (instruction.operands.size() > 1) value |= std::uint64_t{instruction.operands[1]} << 32;
    return lowBits(value, bits);
}

// The number of bits, if it is a constant.
using Shift = std::optional<unsigned>;

Shift shiftOf(const SpirvModule& module, std::uint32_t id, LowBits amount, unsigned width) {
    const SpirvInstruction* type = typeOf(module, id);
    const bool exact = type && amount.known != 0 && amount.known == componentBits(module, type->result);
    return exact && amount.value < width ? Shift(static_cast<unsigned>(amount.value)) : std::nullopt;
}

LowBits shiftLeft(LowBits value, Shift shift) {
    if (shift) return value << *shift;
    return lowBits(0, std::min(value.zeros(), 63u)); // its trailing zeros stay, whatever the shift
}

LowBits shiftRight(LowBits value, Shift shift, unsigned width) {
    if (!shift) return {};
    if (value.known == width && width != 0) return lowBits(value.value >> *shift, width);
    return value >> *shift;
}

// Operations whose result depends only on the operands' values.
struct Arithmetic {
    spv::Op opcode;
    LowBits (*of)(LowBits left, LowBits right);
};

constexpr Arithmetic kArithmetic[] = {{spv::OpIAdd, [](LowBits a, LowBits b) { return a + b; }},
                                      {spv::OpISub, [](LowBits a, LowBits b) { return a - b; }},
                                      {spv::OpIMul, [](LowBits a, LowBits b) { return a * b; }},
                                      {spv::OpUMod, [](LowBits a, LowBits b) { return a % b; }},
                                      {spv::OpSMod, [](LowBits a, LowBits b) { return a % b; }},
                                      {spv::OpSRem, [](LowBits a, LowBits b) { return a % b; }},
                                      {spv::OpBitwiseAnd, [](LowBits a, LowBits b) { return a & b; }},
                                      {spv::OpBitwiseOr, [](LowBits a, LowBits b) { return a | b; }},
                                      {spv::OpBitwiseXor, [](LowBits a, LowBits b) { return a ^ b; }}};

const Arithmetic* arithmetic(spv::Op opcode) {
    const auto* const found = std::ranges::find(kArithmetic, opcode, &Arithmetic::opcode);
    return found == std::end(kArithmetic) ? nullptr : found;
}

bool isDivision(spv::Op opcode) {
    return opcode >= spv::OpUDiv && opcode <= spv::OpSMod && opcode != spv::OpFDiv;
}

// Of integers that are known; nothing where a sign counts.
Maybe quotientOrRest(spv::Op opcode, LowBits left, LowBits right, unsigned width) {
    const bool exact = width != 0 && left.known >= width && right.known >= width && right.value != 0;
    const bool positive = opcode == spv::OpUDiv || opcode == spv::OpUMod ||
                          (std::max(left.value, right.value) >> (width - 1)) == 0;
    if (!isDivision(opcode) || !exact || !positive) return {};
    const bool divides = opcode == spv::OpUDiv || opcode == spv::OpSDiv;
    return lowBits(divides ? left.value / right.value : left.value % right.value, width);
}

Maybe ofTwo(const SpirvModule& module, spv::Op opcode, unsigned width, Operands operands,
            const KnownOperand& known) {
    const Maybe left = known(operands[0]), right = known(operands[1]);
    if (!left || !right) return {};
    if (const Maybe exact = quotientOrRest(opcode, *left, *right, width)) return exact;
    if (const Arithmetic* plain = arithmetic(opcode)) return plain->of(*left, *right);
    const Shift shift = shiftOf(module, operands[1], *right, width);
    switch (opcode) {
    case spv::OpShiftLeftLogical:
        return shiftLeft(*left, shift);
    case spv::OpShiftRightLogical:
        return shiftRight(*left, shift, width);
    case spv::OpShiftRightArithmetic:
        return shift ? *left >> *shift : LowBits{};
    default:
        break; // OpUDiv: by a power of two it is a shift
    }
    const bool power =
        opcode == spv::OpUDiv && right->known == width && width != 0 && std::has_single_bit(right->value);
    return power ? shiftRight(*left, static_cast<unsigned>(std::countr_zero(right->value)), width)
                 : LowBits{};
}

} // namespace

LowBits fitted(const SpirvModule& module, LowBits value, std::uint32_t type) {
    const unsigned bits = componentBits(module, type);
    return bits == 0 ? value : lowBits(value.value, std::min(value.known, bits));
}

std::optional<LowBits> transfer(const SpirvModule& module, const SpirvInstruction& instruction,
                                const KnownOperand& known) {
    const spv::Op opcode = instruction.opcode;
    if (opcode == spv::OpConstant || opcode == spv::OpSpecConstant) return ofConstant(module, instruction);
    const bool folded = opcode == spv::OpSpecConstantOp;
    const auto operation = folded ? static_cast<spv::Op>(instruction.operands[0]) : opcode;
    const Operands operands = instruction.operands.subspan(folded ? 1 : 0);
    if (operation == spv::OpConstantNull) return lowBits(0, 64);
    if (operation == spv::OpSNegate || operation == spv::OpNot) {
        const Maybe value = known(operands[0]);
        if (!value) return {};
        return operation == spv::OpNot ? ~*value : lowBits(0, 64) - *value;
    }
    const bool shifts = operation >= spv::OpShiftRightLogical && operation <= spv::OpShiftLeftLogical;
    return shifts || isDivision(operation) || arithmetic(operation) != nullptr
               ? ofTwo(module, operation, componentBits(module, instruction.type), operands, known)
               : LowBits{};
}

// Passes over all instructions until no value changes. A change loses at least one known bit, so this ends; a
// value needs another pass only if it flows backwards in the module, as through loops and into functions. What
// memory ever holds is the value of its variable's, or parameter's, instruction.
AlignmentAnalysis::AlignmentAnalysis(const SpirvModule& module, LowBits invocation)
    : module_(&module), values_(module.instructions().size()) {
    constexpr int kMostPasses = 200; // real shaders take fewer than ten
    const ValueFlow flow(module);
    bool changed = true;
    const auto take = [&](const SpirvInstruction& to, std::optional<LowBits> value) {
        if (!value) return;
        value = fitted(module, *value, to.type);
        std::optional<LowBits>& old = values_[module.indexOf(to)];
        if (old) value = join(*old, *value);
        changed = changed || old != value;
        old = value;
    };
    const auto takeAll = [&](const SpirvInstruction& to, const ValueFlow::Ids& ids) {
        for (const std::uint32_t id : ids) take(to, known(id));
    };
    for (int passes = 0; changed && passes < kMostPasses; ++passes) {
        changed = false;
        for (const SpirvInstruction& one : module.instructions()) {
            if (one.result == 0) continue;
            // What one workgroup shares may be seen as other types.
            if (is(&one, spv::OpLoad) && !isOwnMemory(module, one.operands[0])) {
                const std::uint32_t builtIn =
                    module.decoration(flow.baseOf(one.operands[0]), spv::DecorationBuiltIn)
                        .value_or(spv::BuiltInMax);
                const bool number =
                    builtIn == spv::BuiltInGlobalInvocationId || builtIn == spv::BuiltInLocalInvocationId;
                take(one, number ? invocation : LowBits{});
            } else if (const ValueFlow::Memory* const memory = flow.memoryAt(one.result)) {
                for (const ValueFlow::Ids* ids : {&memory->stored, &memory->passed, &memory->passedTo})
                    takeAll(one, *ids);
            } else if (const ValueFlow::Ids* const sources = flow.sourcesOf(one)) {
                takeAll(one, *sources);
            } else {
                take(one, transfer(module, one, [this](std::uint32_t id) { return known(id); }));
            }
        }
    }
    if (changed) values_.assign(values_.size(), LowBits{}); // nothing is known
}

std::optional<LowBits> AlignmentAnalysis::known(std::uint32_t id) const {
    const SpirvInstruction* const defined = module_->definition(id);
    return defined ? values_[module_->indexOf(*defined)] : LowBits{};
}

} // namespace vkperftest
