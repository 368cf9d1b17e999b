// Constant expressions of HLSL and of its preprocessor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "frontend/hlsl_tokens.h"
#include "lint/hlsl/arithmetic.h"

namespace vkperftest {

// What a cast makes of a constant, and `sizeof`.
struct HlslTypeName {
    std::size_t end = 0;                  // index of the token behind its name
    HlslNumber number = HlslNumber::None; // an integer type; None is any other
    std::optional<std::uint64_t> bytes;   // its size, if it is known
};

// What an expression's names mean where it stands.
class HlslMeanings {
public:
    virtual ~HlslMeanings() = default;
    // Of a name, or of several with :: between them; nothing if it is no constant.
    virtual std::optional<HlslConstant> constant(std::span<const HlslToken> path) const = 0;
    // The type whose name begins at `begin`; nothing if none does.
    virtual std::optional<HlslTypeName> type(std::span<const HlslToken> tokens, std::size_t begin) const = 0;
    // The size of a variable's type.
    virtual std::optional<std::uint64_t> sizeOf(std::span<const HlslToken> path) const = 0;
};

// Nothing where the tokens are no constant expression of integers, or nest deeper than 200.
std::optional<HlslConstant> foldConstant(std::span<const HlslToken> tokens, const HlslMeanings& meanings);

// The same for #if: all arithmetic has 64 bits, and names count as 0.
std::optional<HlslConstant> foldCondition(std::span<const HlslToken> tokens);

// Behind a name and all its ::name, from its first token, which may be ::. `begin` where there is no name, or one of more
// than 32 parts.
std::size_t pathEnd(std::span<const HlslToken> tokens, std::size_t begin);

} // namespace vkperftest
