#include "frontend/integer_ranges.h"

#include <cmath>

#include <spirv/unified1/GLSL.std.450.h>

#include "frontend/low_bits.h"

namespace vkperftest {
namespace {

// From an operation that is monotone in each operand, in whichever direction.
template <class Combine> Range ofCorners(Range a, Range b, Combine combine) {
    const auto [least, most] = std::minmax({combine(a.least, b.least), combine(a.least, b.most),
                                            combine(a.most, b.least), combine(a.most, b.most)});
    return {least, most};
}

// As an unsigned operation sees what may be any number.
Range asUnsigned(Range range, unsigned bits) {
    const double all = std::ldexp(1, static_cast<int>(bits));
    if (range.most < 0) return {range.least + all, range.most + all};
    return range.least <= -all / 2 ? Range{0, all - 1} : range;
}

Range ofFunction(std::uint32_t number, unsigned bits, Range a, Range b, Range c) {
    const bool isUnsigned =
        number == GLSLstd450UMin || number == GLSLstd450UMax || number == GLSLstd450UClamp;
    for (Range* const one : {&a, &b, &c})
        if (isUnsigned) *one = asUnsigned(*one, bits);
    switch (number) {
    case GLSLstd450UMin:
    case GLSLstd450SMin:
        return a.smaller(b);
    case GLSLstd450UMax:
    case GLSLstd450SMax:
        return a.larger(b);
    case GLSLstd450UClamp:
    case GLSLstd450SClamp:
        return a.larger(b).smaller(c);
    case GLSLstd450SAbs:
        return {std::max(a.least, 0.0), std::max(a.most, -a.least)};
    default:
        return kAny;
    }
}

Range ofOperation(spv::Op opcode, unsigned bits, Range a, Range b, Range c) {
    const auto divide = [](double x, double y) { return std::trunc(x / y); };
    const double most = bits - 1.0; // of shifts: by more, the result is not defined
    switch (opcode) {
    case spv::OpSNegate:
        return {-a.most, -a.least};
    case spv::OpNot:
        return {-1 - a.most, -1 - a.least};
    case spv::OpIAdd:
        return {a.least + b.least, a.most + b.most};
    case spv::OpISub:
        return {a.least - b.most, a.most - b.least};
    case spv::OpIMul:
        return ofCorners(a, b, [](double x, double y) { return x * y; });
    case spv::OpShiftLeftLogical:
        return ofCorners(a, b.clamped(0, most), [](double x, double y) { return x * std::exp2(y); });
    case spv::OpShiftRightLogical:
        a = asUnsigned(a, bits);
        [[fallthrough]];
    case spv::OpShiftRightArithmetic:
        return ofCorners(a, b.clamped(0, most),
                         [](double x, double y) { return std::floor(x / std::exp2(y)); });
    case spv::OpBitwiseAnd:
        if (a.least < 0 && b.least < 0) return {-kInfinity, std::max(a.most, b.most)};
        return {0, a.least < 0 ? b.most : b.least < 0 ? a.most : std::min(a.most, b.most)};
    case spv::OpBitwiseOr:
    case spv::
        OpBitwiseXor: { // no more bits than the operand with the most, of those that are not copies of the sign
        const double widest = std::max({a.most, b.most, -a.least - 1, -b.least - 1, 0.5});
        const double all = std::ldexp(1, std::ilogb(widest) + 1);
        const bool positive = a.least >= 0 && b.least >= 0;
        return {positive ? 0 : -all, positive ? std::min(all - 1, a.most + b.most) : all - 1};
    }
    case spv::OpUDiv:
        return ofCorners(asUnsigned(a, bits), asUnsigned(b, bits).clamped(1, kInfinity), divide);
    case spv::OpSDiv:
        if (b.least >= 0) return ofCorners(a, b.clamped(1, kInfinity), divide);
        return {std::min(a.least, -a.most), std::max(a.most, -a.least)};
    case spv::OpUMod:
        b = asUnsigned(b, bits);
        [[fallthrough]];
    case spv::OpSMod:
    case spv::OpSRem: {
        const double all = std::max({b.most, -b.least, 1.0}) - 1;
        const bool below = opcode == spv::OpSRem ? a.least < 0 : b.least < 0;
        return {below ? -all : 0, a.least < 0 ? all : std::min(a.most, all)};
    }
    case spv::OpBitFieldUExtract: {
        const double all = std::exp2(std::clamp(c.most, 0.0, most)) - 1;
        return {0, a.least < 0 ? all : std::min(a.most, all)};
    }
    default:
        return kAny;
    }
}

} // namespace

const SpirvInstruction* numberOf(const SpirvModule& module, std::uint32_t type) {
    const SpirvInstruction* one = module.definition(type);
    while (is(one, spv::OpTypeVector) || is(one, spv::OpTypeMatrix))
        one = module.definition(one->operands[0]);
    return one;
}

Range rangeFitted(const SpirvModule& module, Range range, std::uint32_t type) {
    const SpirvInstruction* const number = numberOf(module, type);
    if (is(number, spv::OpTypeFloat)) return kAny;
    if (is(number, spv::OpTypeBool)) return {0, 1};
    if (!is(number, spv::OpTypeInt) || range.isEmpty()) return range;
    const int bits = static_cast<int>(number->operands[0]);
    const double below = -std::ldexp(1, bits - 1), above = std::ldexp(1, bits);
    const bool isSigned = number->operands[1] != 0;
    const Range all = {isSigned ? below : 0, (isSigned ? -below : above) - 1};
    if (range.least == -kInfinity) range.least = all.least;
    if (range.most == kInfinity) range.most = all.most;
    const Range allowed = bits < 32 ? all : Range{below, above - 1};
    return range.least >= allowed.least && range.most <= allowed.most ? range : all;
}

Range rangeOf(const SpirvModule& module, const SpirvInstruction& one, const std::array<Range, 4>& operands) {
    const unsigned bits = componentBits(module, one.type);
    const bool folded = is(&one, spv::OpSpecConstantOp), function = is(&one, spv::OpExtInst);
    const spv::Op opcode = folded ? static_cast<spv::Op>(one.operands[0]) : one.opcode;
    const bool computes = opcode >= spv::OpConvertFToU && opcode <= spv::OpBitCount;
    if (!computes && !(function && module.text(one.operands[0]) == "GLSL.std.450")) return kAny;
    const std::size_t count = one.operands.size() - (function ? 2 : folded ? 1 : 0);
    for (std::size_t i = 0; i < std::min(count, operands.size()); ++i)
        if (operands[i].isEmpty() || std::isinf(operands[i].least) || std::isinf(operands[i].most))
            return operands[i].isEmpty() ? Range() : kAny;
    const auto& [a, b, c, rest] = operands;
    return function ? ofFunction(one.operands[1], bits, a, b, c) : ofOperation(opcode, bits, a, b, c);
}

} // namespace vkperftest
