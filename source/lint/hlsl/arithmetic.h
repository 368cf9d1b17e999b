// HLSL's integers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace vkperftest {

enum class HlslNumber : std::uint8_t { None, Bool, Int, Uint, Int64, Uint64 }; // None: any other type

// An integer or a bool; by default HLSL's int. `bits` is extended to 64 bits by its sign, or by zeros.
struct HlslConstant {
    std::uint64_t bits = 0;
    bool isSigned = true;
    bool is64 = false;

    // Truncated to its own width, as in HLSL's arithmetic.
    HlslConstant wrapped() const;
    HlslConstant as(bool toSigned, bool to64) const { return HlslConstant{bits, toSigned, to64}.wrapped(); }
};

HlslConstant hlslBool(bool value);

HlslConstant convert(HlslConstant value, HlslNumber to); // not to None

// Reads decimal, 0x, 0b or octal, with any of the suffixes u, l and ll. Has 64 bits with l or `wide`, or if
// it needs them. Nothing for anything else, such as a float.
std::optional<HlslConstant> hlslLiteral(std::string_view text, bool wide);

// The result of a binary operator other than && and ||. It has the wider type; of two equally wide types, it
// is unsigned if either is. A shift has its left side's type and shifts by its right side modulo the width.
// Nothing for a division by zero.
std::optional<HlslConstant> combine(std::string_view sign, HlslConstant left, HlslConstant right);

} // namespace vkperftest
