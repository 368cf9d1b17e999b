#include "frontend/low_bits.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <span>

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
        return shift ? shiftedRight(*left, *shift) : LowBits{};
    default:
        break; // OpUDiv: by a power of two it is a shift
    }
    const bool power =
        opcode == spv::OpUDiv && right->known == width && width != 0 && std::has_single_bit(right->value);
    return power ? shiftRight(*left, static_cast<unsigned>(std::countr_zero(right->value)), width)
                 : LowBits{};
}

} // namespace

unsigned componentBits(const SpirvModule& module, std::uint32_t type) {
    const SpirvInstruction* found = module.definition(type);
    if (is(found, spv::OpTypeVector)) found = module.definition(found->operands[0]);
    return is(found, spv::OpTypeInt) || is(found, spv::OpTypeFloat) ? found->operands[0] : 0;
}

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
        return operation == spv::OpNot ? complement(*value) : difference(lowBits(0, 64), *value);
    }
    const bool shifts = operation >= spv::OpShiftRightLogical && operation <= spv::OpShiftLeftLogical;
    return shifts || isDivision(operation) || arithmetic(operation) != nullptr
               ? ofTwo(module, operation, componentBits(module, instruction.type), operands, known)
               : LowBits{};
}

} // namespace vkperftest
