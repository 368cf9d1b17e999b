#include "addresses/lane_arithmetic.h"

#include <algorithm>
#include <bit>

namespace vkperftest {
namespace {

constexpr LaneValue kVaries{.varies = true};

// Adding a step changes its lowest bit, and a rest unless the step is a multiple of the divisor.
LaneValue maskedLanes(const LaneValue& value, std::int64_t mask) {
    const std::int64_t step = value.steps[0];
    return value.known && (step & -step & mask) != 0 ? kVaries : kUnknownLaneValue;
}

LaneValue moduloLanes(const LaneValue& value, std::int64_t divisor) {
    return value.known && divisor > 0 && value.steps[0] % divisor != 0 ? kVaries : kUnknownLaneValue;
}

LaneValue times(LaneValue value, std::int64_t factor) {
    if (factor == 0) return kSameLaneValue;
    for (std::int64_t& step : value.steps) step *= factor;
    constexpr int kMostBits = 63;
    const int zeros = std::countr_zero(static_cast<std::uint64_t>(factor));
    if (value.varies) value.agree = static_cast<std::uint8_t>(std::min(value.agree + zeros, kMostBits));
    return value;
}

LaneValue shiftedRight(LaneValue value, std::int64_t bits) {
    if (!value.known && value.agree < bits) return kUnknownLaneValue;
    if (!value.known) value.agree = static_cast<std::uint8_t>(value.agree - bits);
    for (std::int64_t& step : value.steps) {
        if (step % (std::int64_t{1} << bits) != 0) return kUnknownLaneValue;
        step /= std::int64_t{1} << bits;
    }
    return value;
}

bool differInOne(const LaneValue& a, const LaneValue& b) {
    return (a.differs() && b.same()) || (a.same() && b.differs());
}

} // namespace

LaneValue plus(const LaneValue& a, const LaneValue& b, std::int64_t factor) {
    if (!a.known || !b.known) {
        if (!differInOne(a, b)) return kUnknownLaneValue;
        return a.same() ? times(b, factor) : a;
    }
    LaneValue sum = a;
    for (std::size_t axis = 0; axis < 3; ++axis) sum.steps[axis] += factor * b.steps[axis];
    return sum;
}

LaneValue joinLanes(const LaneValue& a, const LaneValue& b) {
    if (a == b) return a;
    return a.differs() && b.differs() ? kVaries : kUnknownLaneValue;
}

LaneValue lanesOfInput(spv::BuiltIn input, std::size_t axis, const std::array<std::uint32_t, 3>& workgroup) {
    const auto [x, y, z] = workgroup;
    LaneValue value = kSameLaneValue;
    switch (input) {
    case spv::BuiltInLocalInvocationId:
    case spv::BuiltInGlobalInvocationId:
        value.steps[axis] = workgroup[axis] > 1 ? 1 : 0;
        return value;
    case spv::BuiltInLocalInvocationIndex:
        value.steps = {x > 1, y > 1 ? x : 0, z > 1 ? x * y : 0};
        return value;
    case spv::BuiltInWorkgroupId:
    case spv::BuiltInNumWorkgroups:
    case spv::BuiltInWorkgroupSize:
    case spv::BuiltInSubgroupSize:
    case spv::BuiltInNumSubgroups:
    case spv::BuiltInSubgroupId:
        return value;
    default:
        return kUnknownLaneValue;
    }
}

LaneValue combinedLanes(spv::Op opcode, std::span<const LaneOperand> operands) {
    const LaneOperand& first = operands[0];
    const LaneOperand second = operands.size() > 1 ? operands[1] : LaneOperand{kSameLaneValue, {}};
    const bool same = std::ranges::all_of(operands, [](const LaneOperand& one) { return one.value.same(); });
    if (same) return kSameLaneValue;
    const bool shifts = second.constant && *second.constant >= 0 && *second.constant < 32;
    switch (opcode) {
    case spv::OpIAdd:
        return plus(first.value, second.value, 1);
    case spv::OpISub:
        return plus(first.value, second.value, -1);
    case spv::OpSNegate:
    case spv::OpNot:
        return times(first.value, -1);
    case spv::OpBitcast:
    case spv::OpUConvert:
    case spv::OpSConvert:
        return first.value;
    case spv::OpIMul:
        if (second.constant) return times(first.value, *second.constant);
        return first.constant ? times(second.value, *first.constant) : kUnknownLaneValue;
    case spv::OpShiftLeftLogical:
        return shifts ? times(first.value, std::int64_t{1} << *second.constant) : kUnknownLaneValue;
    case spv::OpShiftRightLogical:
    case spv::OpShiftRightArithmetic:
        return shifts ? shiftedRight(first.value, *second.constant) : kUnknownLaneValue;
    case spv::OpBitwiseAnd:
        if (second.constant) return maskedLanes(first.value, *second.constant);
        return first.constant ? maskedLanes(second.value, *first.constant) : kUnknownLaneValue;
    case spv::OpBitwiseXor:
        return differInOne(first.value, second.value) ? kVaries : kUnknownLaneValue;
    case spv::OpUMod:
        return second.constant ? moduloLanes(first.value, *second.constant) : kUnknownLaneValue;
    default:
        return kUnknownLaneValue;
    }
}

} // namespace vkperftest
