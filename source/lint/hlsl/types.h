// Reads the names of HLSL's types.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "frontend/reflection.h"
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

    // float, float4, float4x4 and their kin, and the byte-address buffers. Structured buffers are templates.
    std::optional<HlslType> builtIn(std::string_view name) const;

private:
    std::optional<HlslTypeRead> structuredBuffer(std::span<const HlslToken> tokens, std::size_t begin,
                                                 int depth) const;
    HlslTypeRead generic(std::span<const HlslToken> tokens, std::size_t begin, int depth) const;

    bool sixteenBits_;
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
    // `count`: of an array's elements; 1 if it is none, nothing if unknown.
    void add(std::string_view name, const HlslType& type, std::optional<std::uint64_t> count, bool isArray);
    void addBase(const HlslType& type, std::span<const ReflectedMember> members);
    HlslType type(std::string_view name, std::uint32_t space) const;
    const std::vector<ReflectedMember>& members() const { return members_; } // of no use if it is unknown

private:
    bool place(const HlslType& type, std::optional<std::uint64_t> count);

    std::vector<ReflectedMember> members_;
    std::uint64_t bytes_ = 0;
    std::uint32_t alignment_ = 1;
    bool known_ = true;
};

} // namespace vkperftest
