// Reads the names of HLSL's types.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "lint/hlsl/constants.h"

namespace vkperftest {

// Layouts are those of buffers: a scalar lies at a multiple of its own size, a vector, matrix or structure at
// a multiple of its largest scalar's, as DXC packs structured and byte-address buffers.
class HlslTypes : public HlslTypeReader {
public:
    // half and the min16 types have 32 bits, as DXC and glslang have them, or 16 with `sixteenBits`, which
    // stands for DXC's -enable-16bit-types.
    HlslTypes(const HlslScopes& scopes, bool sixteenBits)
        : HlslTypeReader(scopes), sixteenBits_(sixteenBits) {}

    std::optional<HlslTypeRead> read(std::span<const HlslToken> tokens, std::size_t begin,
                                     int depth = 0) const override;

    // float, float4, float4x4 and their kin, and the byte-address buffers.
    std::optional<HlslType> builtIn(std::string_view name) const;

    bool sawLongVector() const { return sawLongVector_; } // in anything that was read

private:
    HlslTypeRead generic(std::span<const HlslToken> tokens, std::size_t begin, int depth) const;

    bool sixteenBits_;
    mutable bool sawLongVector_ = false;
};

// Behind the > that closes the < at `begin`; `begin` where it is none of a template's arguments, or has more
// than 64 tokens.
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
