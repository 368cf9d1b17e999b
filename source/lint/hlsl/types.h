// Reads the names of HLSL's types.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "frontend/hlsl_tokens.h"
#include "lint/hlsl/constants.h"
#include "lint/hlsl/scopes.h"

namespace vkperftest {

struct HlslTypeRead {
    HlslType type;       // Unknown where nothing declares its name
    std::size_t end = 0; // index of the token behind it
    bool declared = true;
};

// Layouts are those of buffers: a scalar lies at a multiple of its own size, a vector, matrix or structure at a multiple of
// its largest scalar's, as DXC packs structured and byte-address buffers.
class HlslTypes : public HlslMeanings {
public:
    // half and the min16 types have 32 bits, as DXC and glslang have them, or 16 with `sixteenBits`, which stands for DXC's
    // -enable-16bit-types.
    HlslTypes(const HlslScopes& scopes, bool sixteenBits) : scopes_(scopes), sixteenBits_(sixteenBits) {}

    // The type whose name, with its template's arguments, begins at `begin`; nothing where a keyword or the name of
    // something else stands.
    std::optional<HlslTypeRead> read(std::span<const HlslToken> tokens, std::size_t begin,
                                     int depth = 0) const;

    std::optional<HlslConstant> constant(std::span<const HlslToken> path) const override;
    std::optional<HlslTypeName> type(std::span<const HlslToken> tokens, std::size_t begin) const override;
    std::optional<std::uint64_t> sizeOf(std::span<const HlslToken> path) const override;

    // float, float4, float4x4 and their kin, and the byte-address buffers.
    std::optional<HlslType> builtIn(std::string_view name) const;

    bool sawLongVector() const { return sawLongVector_; } // in anything that was read

private:
    HlslTypeRead generic(std::span<const HlslToken> tokens, std::size_t begin, int depth) const;

    const HlslScopes& scopes_;
    bool sixteenBits_;
    mutable bool sawLongVector_ = false;
};

// Behind the > that closes the < at `begin`; `begin` where it is none of a template's arguments, or has more than 64 tokens.
std::size_t templateEnd(std::span<const HlslToken> tokens, std::size_t begin);

// Words that are neither types nor names.
bool isHlslKeyword(std::string_view word);

// in, const, row_major and others that stand before a type.
bool isHlslQualifier(std::string_view word);

// A structure's layout, member by member; all Unknown from the first member on whose size is not known.
class HlslLayout {
public:
    void add(const HlslType& type, std::optional<std::uint64_t> count);
    HlslType type(std::string_view name, std::uint32_t space) const;

private:
    std::uint64_t bytes_ = 0;
    std::uint32_t alignment_ = 1;
    bool known_ = true;
};

} // namespace vkperftest
