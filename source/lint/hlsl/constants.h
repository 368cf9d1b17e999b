// Constant expressions of HLSL and of its preprocessor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "lint/hlsl/scopes.h"

namespace vkperftest {

struct HlslTypeRead {
    HlslType type;       // Unknown where nothing declares its name
    std::size_t end = 0; // index of the token behind it
    bool declared = true;
};

// Names of types where an expression stands.
class HlslTypeReader {
public:
    explicit HlslTypeReader(const HlslScopes& scopes) : scopes_(scopes) {}
    virtual ~HlslTypeReader() = default;
    // The type whose name, with its template's arguments, begins at `begin`; nothing where a keyword or the
    // name of something else stands.
    virtual std::optional<HlslTypeRead> read(std::span<const HlslToken> tokens, std::size_t begin,
                                             int depth = 0) const = 0;
    const HlslScopes& scopes() const { return scopes_; }

private:
    const HlslScopes& scopes_;
};

// Nothing where the tokens are no constant expression of integers, or nest deeper than 200.
std::optional<HlslConstant> foldConstant(std::span<const HlslToken> tokens, const HlslTypeReader& types);

// The same for #if: all arithmetic has 64 bits, and names count as 0.
std::optional<HlslConstant> foldCondition(std::span<const HlslToken> tokens);

// Behind a name and all its ::name, from its first token, which may be ::. `begin` where there is no name, or
// one of more than 32 parts.
std::size_t pathEnd(std::span<const HlslToken> tokens, std::size_t begin);

} // namespace vkperftest
