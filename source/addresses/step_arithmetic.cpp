#include "addresses/step_arithmetic.h"

#include <algorithm>
#include <iterator>

namespace vkperftest {
namespace {

using Kind = LoopStep::Kind;

LoopStep stepped(std::int64_t step) {
    return step == 0 ? LoopStep{} : LoopStep{Kind::Step, step};
}

// Results that may be equal for different operands, whatever the others are.
bool losesBits(spv::Op opcode) {
    constexpr spv::Op kLoses[] = {spv::OpBitwiseAnd,  spv::OpBitwiseOr,
                                  spv::OpUMod,        spv::OpSRem,
                                  spv::OpSMod,        spv::OpFRem,
                                  spv::OpFMod,        spv::OpConvertFToU,
                                  spv::OpConvertFToS, spv::OpLogicalAnd,
                                  spv::OpLogicalOr,   spv::OpBitFieldUExtract,
                                  spv::OpDot,         spv::OpBitFieldSExtract};
    return std::ranges::count(kLoses, opcode) > 0;
}

} // namespace

LoopStep operator+(const LoopStep& a, const LoopStep& b) {
    const auto still = [](const LoopStep& value) {
        return value.kind == Kind::Same || value.kind == Kind::Step;
    };
    if (still(a) && still(b)) return stepped(a.step + b.step);
    return {stronger(a.kind, b.kind)};
}

Kind stronger(Kind a, Kind b) {
    constexpr auto strength = [](Kind kind) {
        constexpr Kind kOrder[] = {Kind::Same, Kind::Step, Kind::Unknown, Kind::Repeats, Kind::Loaded};
        return std::ranges::find(kOrder, kind) - std::begin(kOrder);
    };
    return strength(a) < strength(b) ? b : a;
}

LoopStep times(const LoopStep& value, std::optional<std::int64_t> factor) {
    if (value.kind != Kind::Step) return value;
    return factor ? stepped(value.step * *factor) : LoopStep{Kind::Unknown};
}

bool isArithmetic(spv::Op opcode) {
    return (opcode >= spv::OpConvertFToU && opcode <= spv::OpFwidthCoarse) || opcode == spv::OpExtInst ||
           opcode == spv::OpCopyObject;
}

LoopStep combinedSteps(spv::Op opcode, std::span<const StepOperand> operands) {
    Kind all = Kind::Same;
    bool open = false;
    for (const StepOperand& one : operands) {
        all = stronger(all, one.value.kind);
        open = open || one.open;
    }
    if (opcode == spv::OpSelect && all != Kind::Same) {
        const bool loaded = operands[1].value.kind == Kind::Loaded && operands[2].value.kind == Kind::Loaded;
        return {loaded ? all : Kind::Repeats};
    }
    if (all == Kind::Same || all == Kind::Repeats || all == Kind::Loaded) return {all};
    const LoopStep& first = operands[0].value;
    const StepOperand second = operands.size() > 1 ? operands[1] : StepOperand();
    const bool shifts = second.constant && *second.constant >= 0 && *second.constant < 32;
    switch (opcode) {
    case spv::OpIAdd:
        return first + second.value;
    case spv::OpISub:
        return first + times(second.value, -1);
    case spv::OpSNegate:
    case spv::OpNot:
        return times(first, -1);
    case spv::OpBitcast:
    case spv::OpUConvert:
    case spv::OpSConvert:
    case spv::OpCopyObject:
        return first;
    case spv::OpIMul:
        if (second.constant) return times(first, second.constant);
        if (operands[0].constant) return times(second.value, operands[0].constant);
        break;
    case spv::OpShiftLeftLogical:
        if (shifts) return times(first, std::int64_t{1} << *second.constant);
        break;
    case spv::OpShiftRightLogical:
    case spv::OpShiftRightArithmetic: {
        if (!shifts) break;
        const std::int64_t divisor = std::int64_t{1} << *second.constant;
        if (first.kind == Kind::Step && first.step % divisor == 0) return stepped(first.step / divisor);
        return first.kind == Kind::Unknown ? first : LoopStep{Kind::Repeats};
    }
    case spv::OpConvertUToF:
    case spv::OpConvertSToF:
        return {Kind::Unknown};
    default:
        break;
    }
    if (opcode == spv::OpExtInst) return {Kind::Repeats};
    return {open || (all == Kind::Unknown && !losesBits(opcode)) ? Kind::Unknown : Kind::Repeats};
}

} // namespace vkperftest
