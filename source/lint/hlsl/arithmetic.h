// HLSL's integers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace vkperftest {

enum class HlslNumber : std::uint8_t { None, Bool, Int, Uint, Int64, Uint64 }; // None: any other type

// An integer or a bool: HLSL's int unless said otherwise. `bits` are extended to 64 by its sign, or by zeros.
struct HlslConstant {
    std::uint64_t bits = 0;
    bool isSigned = true;
    bool is64 = false;

    // Cut to its own width, as HLSL's arithmetic does.
    HlslConstant wrapped() const;
    HlslConstant as(bool toSigned, bool to64) const { return HlslConstant{bits, toSigned, to64}.wrapped(); }
};

HlslConstant hlslBool(bool value);

HlslConstant convert(HlslConstant value, HlslNumber to); // not to None

// Decimal, 0x, 0b or octal, with any of the suffixes u, l and ll; of 64 bits with l or `wide`, or if it needs
// them. Nothing for anything else, as a float.
std::optional<HlslConstant> hlslLiteral(std::string_view text, bool wide);

// What a binary operator other than && and || gives: in the wider of both types, unsigned if one of the two
// that are as wide is. A shift has its left side's type, and counts modulo its width. Nothing for a division
// by zero.
std::optional<HlslConstant> combine(std::string_view sign, HlslConstant left, HlslConstant right);

} // namespace vkperftest
