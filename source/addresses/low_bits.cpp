#include "addresses/low_bits.h"

#include <algorithm>
#include <bit>

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

} // namespace vkperftest
