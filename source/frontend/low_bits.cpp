#include "frontend/low_bits.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <span>

#include <spirv/unified1/GLSL.std.450.h>

namespace vkperftest {
namespace {

std::uint64_t maskOf(unsigned bits) {
    return bits >= 64 ? ~0ull : (1ull << bits) - 1;
}

// Zero bits below the lowest one that is set or unknown.
unsigned trailingZeros(LowBits bits) {
    return bits.value == 0 ? bits.known : static_cast<unsigned>(std::countr_zero(bits.value));
}

// The known bits from the lowest up to the first gap.
LowBits withoutGaps(std::uint64_t value, std::uint64_t knownMask) {
    return lowBits(value, static_cast<unsigned>(std::countr_one(knownMask)));
}

} // namespace

LowBits lowBits(std::uint64_t value, unsigned known) {
    return {known, value & maskOf(known)};
}

std::uint64_t alignmentOf(LowBits bits) {
    return 1ull << std::min(trailingZeros(bits), 63u);
}

LowBits join(LowBits a, LowBits b) {
    const unsigned known = std::min(a.known, b.known);
    return lowBits(a.value, std::min(known, static_cast<unsigned>(std::countr_zero(a.value ^ b.value))));
}

LowBits sum(LowBits a, LowBits b) {
    return lowBits(a.value + b.value, std::min(a.known, b.known));
}

LowBits difference(LowBits a, LowBits b) {
    return lowBits(a.value - b.value, std::min(a.known, b.known));
}

// (a + 2^k u)(b + 2^m v) = ab + 2^k ub + 2^m va + 2^(k+m) uv
LowBits product(LowBits a, LowBits b) {
    const unsigned known = std::min(a.known + trailingZeros(b), b.known + trailingZeros(a));
    return lowBits(a.value * b.value, std::min(known, 64u));
}

LowBits bitwiseAnd(LowBits a, LowBits b) {
    const std::uint64_t knownA = maskOf(a.known), knownB = maskOf(b.known);
    return withoutGaps(a.value & b.value, (knownA & knownB) | (knownA & ~a.value) | (knownB & ~b.value));
}

LowBits bitwiseOr(LowBits a, LowBits b) {
    const std::uint64_t knownA = maskOf(a.known), knownB = maskOf(b.known);
    return withoutGaps(a.value | b.value, (knownA & knownB) | (knownA & a.value) | (knownB & b.value));
}

LowBits bitwiseXor(LowBits a, LowBits b) {
    return lowBits(a.value ^ b.value, std::min(a.known, b.known));
}

LowBits complement(LowBits a) {
    return lowBits(~a.value, a.known);
}

LowBits shiftedLeft(LowBits a, unsigned bits) {
    if (bits >= 64) return {};
    return lowBits(a.value << bits, std::min(a.known + bits, 64u));
}

LowBits shiftedRight(LowBits a, unsigned bits) {
    if (bits >= a.known) return {};
    return lowBits(a.value >> bits, a.known - bits);
}

// The remainder is a minus a multiple of the divisor, which has at least the divisor's trailing zeros.
LowBits remainder(LowBits a, LowBits divisor) {
    return lowBits(a.value, std::min(a.known, trailingZeros(divisor)));
}

namespace {

using Operands = std::span<const std::uint32_t>;
using Maybe = std::optional<LowBits>;

// Components of a vector; 1 for a number.
std::uint32_t componentsOf(const SpirvInstruction& type) {
    return is(&type, spv::OpTypeVector) ? type.operands[1] : 1;
}

Maybe joined(Operands ids, const KnownOperand& known) {
    Maybe all;
    for (const std::uint32_t id : ids) {
        const Maybe one = known(id);
        if (!one) return {};
        all = all ? join(*all, *one) : *one;
    }
    return all ? all : LowBits{};
}

Maybe ofConstant(const SpirvModule& module, const SpirvInstruction& instruction) {
    const unsigned bits = componentBits(module, instruction.type);
    std::uint64_t value = instruction.operands[0];
    if (instruction.operands.size() > 1) value |= std::uint64_t{instruction.operands[1]} << 32;
    return lowBits(value, bits);
}

// Known only if no component becomes part of another.
Maybe ofBitcast(const SpirvModule& module, std::uint32_t type, std::uint32_t from,
                const KnownOperand& known) {
    const SpirvInstruction* fromType = typeOf(module, from);
    const SpirvInstruction* toType = module.definition(type);
    if (!fromType || !toType) return LowBits{};
    const unsigned bits = componentBits(module, type);
    const bool same = bits != 0 && bits == componentBits(module, fromType->result) &&
                      componentsOf(*fromType) == componentsOf(*toType);
    return same ? known(from) : LowBits{};
}

// The component itself, if the composite was just made of components; otherwise what holds for all of them.
Maybe ofExtract(const SpirvModule& module, Operands operands, const KnownOperand& known) {
    const SpirvInstruction* composite = module.definition(operands[0]);
    const bool made = is(composite, spv::OpCompositeConstruct) || is(composite, spv::OpConstantComposite);
    if (made && operands.size() == 2) {
        const SpirvInstruction* type = module.definition(composite->type);
        // A vector may be made of shorter vectors; then operands are not components.
        const bool onePer =
            type && (!is(type, spv::OpTypeVector) || componentsOf(*type) == composite->operands.size());
        if (onePer && operands[1] < composite->operands.size())
            return known(composite->operands[operands[1]]);
    }
    return known(operands[0]);
}

Maybe ofExtended(const SpirvModule& module, Operands operands, const KnownOperand& known) {
    constexpr std::uint32_t kPicks[] = {GLSLstd450UMin, GLSLstd450SMin,   GLSLstd450UMax,
                                        GLSLstd450SMax, GLSLstd450UClamp, GLSLstd450SClamp};
    const bool picks =
        module.text(operands[0]) == "GLSL.std.450" && std::ranges::count(kPicks, operands[1]) > 0;
    return picks ? joined(operands.subspan(2), known) : LowBits{};
}

// The smallest or largest of a subgroup's values. An exclusive scan begins with a value of its own.
Maybe ofPick(Operands operands, const KnownOperand& known) {
    const auto operation = static_cast<spv::GroupOperation>(operands[1]);
    return operation == spv::GroupOperationExclusiveScan ? LowBits{} : joined(operands.subspan(2, 1), known);
}

// The number of bits, if it is a constant.
using Shift = std::optional<unsigned>;

Shift shiftOf(const SpirvModule& module, std::uint32_t id, LowBits amount, unsigned width) {
    const SpirvInstruction* type = typeOf(module, id);
    const bool exact = type && amount.known != 0 && amount.known == componentBits(module, type->result);
    return exact && amount.value < width ? Shift(static_cast<unsigned>(amount.value)) : std::nullopt;
}

LowBits shiftLeft(LowBits value, Shift shift) {
    if (shift) return shiftedLeft(value, *shift);
    // Its trailing zeros stay, whatever the shift.
    return lowBits(0, static_cast<unsigned>(std::countr_zero(alignmentOf(value))));
}

LowBits shiftRight(LowBits value, Shift shift, unsigned width) {
    if (!shift) return {};
    if (value.known == width && width != 0) return lowBits(value.value >> *shift, width);
    return shiftedRight(value, *shift);
}

// Operations whose result depends only on the operands' values.
struct Arithmetic {
    spv::Op opcode;
    LowBits (*of)(LowBits left, LowBits right);
};

constexpr Arithmetic kArithmetic[] = {{spv::OpIAdd, sum},
                                      {spv::OpISub, difference},
                                      {spv::OpIMul, product},
                                      {spv::OpUMod, remainder},
                                      {spv::OpSMod, remainder},
                                      {spv::OpSRem, remainder},
                                      {spv::OpBitwiseAnd, bitwiseAnd},
                                      {spv::OpBitwiseOr, bitwiseOr},
                                      {spv::OpBitwiseXor, bitwiseXor}};

const Arithmetic* arithmetic(spv::Op opcode) {
    const auto* const found = std::ranges::find(kArithmetic, opcode, &Arithmetic::opcode);
    return found == std::end(kArithmetic) ? nullptr : found;
}

Maybe ofTwo(const SpirvModule& module, spv::Op opcode, unsigned width, Operands operands,
            const KnownOperand& known) {
    const Maybe left = known(operands[0]), right = known(operands[1]);
    if (!left || !right) return {};
    if (const Arithmetic* plain = arithmetic(opcode)) return plain->of(*left, *right);
    const Shift shift = shiftOf(module, operands[1], *right, width);
    switch (opcode) {
    case spv::OpShiftLeftLogical:
        return shiftLeft(*left, shift);
    case spv::OpShiftRightLogical:
        return shiftRight(*left, shift, width);
    case spv::OpShiftRightArithmetic:
        return shift ? shiftedRight(*left, *shift) : LowBits{};
    default:
        break; // OpUDiv: by a power of two it is a shift
    }
    const bool power = right->known == width && width != 0 && std::has_single_bit(right->value);
    return power ? shiftRight(*left, static_cast<unsigned>(std::countr_zero(right->value)), width)
                 : LowBits{};
}

Maybe ofOperation(const SpirvModule& module, spv::Op opcode, std::uint32_t type, Operands operands,
                  const KnownOperand& known) {
    switch (opcode) {
    case spv::OpConstantComposite:
    case spv::OpSpecConstantComposite:
    case spv::OpCompositeConstruct:
        return joined(operands, known);
    case spv::OpConstantNull:
        return lowBits(0, 64);
    case spv::OpCompositeExtract:
        return ofExtract(module, operands, known);
    case spv::OpCompositeInsert:
    case spv::OpVectorShuffle:
    case spv::OpVectorInsertDynamic:
        return joined(operands.first(2), known);
    case spv::OpVectorExtractDynamic:
    case spv::OpCopyObject:
    case spv::OpUConvert:
    case spv::OpSConvert:
        return joined(operands.first(1), known);
    case spv::OpSelect:
        return joined(operands.subspan(1, 2), known);
    // What is known holds in every invocation, so also of another invocation's value.
    case spv::OpGroupNonUniformBroadcast:
    case spv::OpGroupNonUniformBroadcastFirst:
    case spv::OpGroupNonUniformShuffle:
    case spv::OpGroupNonUniformShuffleXor:
    case spv::OpGroupNonUniformShuffleUp:
    case spv::OpGroupNonUniformShuffleDown:
    case spv::OpGroupNonUniformQuadBroadcast:
    case spv::OpGroupNonUniformQuadSwap:
        return joined(operands.subspan(1, 1), known); // after the scope
    case spv::OpGroupNonUniformSMin:
    case spv::OpGroupNonUniformUMin:
    case spv::OpGroupNonUniformSMax:
    case spv::OpGroupNonUniformUMax:
        return ofPick(operands, known);
    case spv::OpBitcast:
        return ofBitcast(module, type, operands[0], known);
    case spv::OpExtInst:
        return ofExtended(module, operands, known);
    case spv::OpSNegate:
    case spv::OpNot: {
        const Maybe value = known(operands[0]);
        if (!value) return {};
        return opcode == spv::OpNot ? complement(*value) : difference(lowBits(0, 64), *value);
    }
    case spv::OpUDiv:
    case spv::OpShiftLeftLogical:
    case spv::OpShiftRightLogical:
    case spv::OpShiftRightArithmetic:
        return ofTwo(module, opcode, componentBits(module, type), operands, known);
    default:
        return arithmetic(opcode) ? ofTwo(module, opcode, componentBits(module, type), operands, known)
                                  : LowBits{};
    }
}

} // namespace

unsigned componentBits(const SpirvModule& module, std::uint32_t type) {
    const SpirvInstruction* found = module.definition(type);
    if (is(found, spv::OpTypeVector)) found = module.definition(found->operands[0]);
    return is(found, spv::OpTypeInt) || is(found, spv::OpTypeFloat) ? found->operands[0] : 0;
}

std::optional<LowBits> transfer(const SpirvModule& module, const SpirvInstruction& instruction,
                                const KnownOperand& known) {
    const spv::Op opcode = instruction.opcode;
    if (opcode == spv::OpConstant || opcode == spv::OpSpecConstant) return ofConstant(module, instruction);
    const bool folded = opcode == spv::OpSpecConstantOp;
    const Maybe result =
        ofOperation(module, folded ? static_cast<spv::Op>(instruction.operands[0]) : opcode, instruction.type,
                    folded ? instruction.operands.subspan(1) : instruction.operands, known);
    const unsigned bits = componentBits(module, instruction.type);
    if (!result || bits == 0) return result;
    return lowBits(result->value, std::min(result->known, bits));
}

} // namespace vkperftest
