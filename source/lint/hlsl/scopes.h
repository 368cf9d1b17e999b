// Names in HLSL, and what they mean at the current position of a scan.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "frontend/hlsl_tokens.h"
#include "lint/hlsl/arithmetic.h"

namespace vkperftest {

struct HlslType {
    enum class Kind : std::uint8_t { Unknown, Numeric, Structure, ByteAddressBuffer, StructuredBuffer };
    Kind kind = Kind::Unknown;
    HlslNumber number = HlslNumber::None; // a single integer or bool
    std::string element = {};       // a scalar's or vector's element; a matrix's or structure's own name
    std::uint32_t elementBytes = 0; // of a structured buffer: its stride, 0 if that is unknown
    std::uint32_t elements = 0;     // 0: unknown
    std::uint32_t alignment = 0;    // bytes of its largest scalar; 0: unknown
    std::optional<std::uint64_t> bytes = {}; // in a buffer
    std::uint32_t space = 0;                 // of a structure's members, also of a structured buffer's

    std::string name() const; // "float3"; of a structured buffer, its elements'
};

struct HlslSymbol {
    enum class Kind : std::uint8_t { Variable, Constant, Type, Function };
    Kind kind = Kind::Variable;
    HlslType type = {};                     // a function's: of its result
    std::optional<HlslConstant> value = {}; // a constant's
};

class HlslScopes {
public:
    enum class Kind : std::uint8_t {
        Space,     // the file, a namespace, an enum: its names outlive it
        Structure, // the same
        Block,
        Bracket, // between ( and )
        Header,  // after the ) of a function or for: its names belong to the next statement or block
    };

    HlslScopes() { open(Kind::Space); }
    void open(Kind kind); // within the current space
    void openSpace(Kind kind,
                   std::span<const HlslToken> path);  // may reopen an earlier one; empty: a new one
    void openMember(std::span<const HlslToken> path); // the body of a structure's function
    void close();                                     // never closes the file's
    void bracketToHeader();                           // closes it if it declares nothing
    Kind top() const { return scopes_.back().kind; }
    std::uint32_t space() const { return scopes_.back().space; }
    bool local() const; // true if names declared here end with a block

    void declare(std::string_view name, HlslSymbol symbol);
    void useSpace(std::span<const HlslToken> path); // `using namespace`

    const HlslSymbol*
    find(std::span<const HlslToken> path) const; // names with :: between them; null: undeclared
    const HlslSymbol* member(std::uint32_t space, std::string_view name) const;

private:
    using Key = std::pair<std::uint32_t, std::string_view>;
    struct Scope {
        Kind kind;
        std::uint32_t space;
        std::vector<std::string_view> locals = {};
    };
    std::size_t declaring() const;
    std::optional<std::uint32_t> descend(std::uint32_t space, std::span<const HlslToken> path) const;
    std::optional<std::uint32_t> findSpace(std::span<const HlslToken> path) const;
    // Tries the spaces from the innermost outwards; returns `look`'s first result that is not empty.
    template <class Look> auto outwards(const Look& look) const -> decltype(look(0u));

    std::vector<Scope> scopes_;
    std::vector<std::uint32_t> parents_ = {0};
    std::vector<std::uint32_t> used_;
    std::map<Key, std::uint32_t> spaces_;
    std::map<Key, HlslSymbol> members_;
    std::unordered_map<std::string_view, std::vector<HlslSymbol>> locals_; // the innermost last
};

} // namespace vkperftest
