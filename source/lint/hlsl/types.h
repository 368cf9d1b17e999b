// Reads the names of HLSL's types.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "lint/hlsl/constants.h"

namespace vkperftest {

// Layouts are those of structured and byte-address buffers in DXC: a scalar is aligned to its own size, a
// vector, matrix or structure to its largest scalar.
class HlslTypes : public HlslTypeReader {
public:
    // half and the min16 types have 32 bits, as in DXC and glslang, or 16 with `sixteenBits`, which
    // corresponds to DXC's -enable-16bit-types.
    HlslTypes(const HlslScopes& scopes, bool sixteenBits)
        : HlslTypeReader(scopes), sixteenBits_(sixteenBits) {}

    std::optional<HlslTypeRead> read(std::span<const HlslToken> tokens, std::size_t begin,
                                     int depth = 0) const override;

    // float, float4, float4x4 and their kin, and the byte-address buffers.
    std::optional<HlslType> builtIn(std::string_view name) const;

    bool sawLongVector() const { return sawLongVector_; } // in anything read so far

private:
    HlslTypeRead generic(std::span<const HlslToken> tokens, std::size_t begin, int depth) const;

    bool sixteenBits_;
    mutable bool sawLongVector_ = false;
};

// The index after the > that closes the < at `begin`. Returns `begin` if they do not enclose a template's
// arguments, or more than 64 tokens.
std::size_t templateEnd(std::span<const HlslToken> tokens, std::size_t begin);

// Words that are neither types nor names.
bool isHlslKeyword(std::string_view word);

// in, const, row_major and others that stand before a type.
bool isHlslQualifier(std::string_view word);

// A structure's layout, built member by member. A member of unknown size makes the whole layout unknown.
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
