// Constant expressions of HLSL and of its preprocessor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "lint/hlsl/scopes.h"

namespace vkperftest {

struct HlslTypeRead {
    HlslType type;       // Unknown if nothing declares its name
    std::size_t end = 0; // index of the token after it
    bool declared = true;
};

// Reads type names within expressions.
class HlslTypeReader {
public:
    explicit HlslTypeReader(const HlslScopes& scopes) : scopes_(scopes) {}
    virtual ~HlslTypeReader() = default;
    // The type whose name, with template arguments, begins at `begin`; nothing for a keyword or the name of
    // something else.
    virtual std::optional<HlslTypeRead> read(std::span<const HlslToken> tokens, std::size_t begin,
                                             int depth = 0) const = 0;
    const HlslScopes& scopes() const { return scopes_; }

private:
    const HlslScopes& scopes_;
};

// Nothing if the tokens are not a constant integer expression, or nest deeper than 200.
std::optional<HlslConstant> foldConstant(std::span<const HlslToken> tokens, const HlslTypeReader& types);

// The same for #if: all arithmetic has 64 bits, and names count as 0.
std::optional<HlslConstant> foldCondition(std::span<const HlslToken> tokens);

// The index after a name with all its ::name parts; its first token may be ::. Returns `begin` if there is no
// name, or one of more than 32 parts.
std::size_t pathEnd(std::span<const HlslToken> tokens, std::size_t begin);

} // namespace vkperftest
