// Names in HLSL, and what they mean where a scan has come to.
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
    enum class Kind : std::uint8_t { Unknown, Numeric, Structure, ByteAddressBuffer };
    Kind kind = Kind::Unknown;
    HlslNumber number = HlslNumber::None; // a single integer or bool
    std::string element = {}; // of a scalar or vector its element; of a matrix or structure itself
    std::uint32_t elementBytes = 0;
    std::uint32_t elements = 0;              // 0: not known
    std::uint32_t alignment = 0;             // bytes of its largest scalar; 0: not known
    std::optional<std::uint64_t> bytes = {}; // in a buffer
    std::uint32_t space = 0;                 // a structure's members
};

struct HlslSymbol {
    enum class Kind : std::uint8_t { Variable, Constant, Type, Function };
    Kind kind = Kind::Variable;
    HlslType type = {};                     // the function's result's
    std::optional<HlslConstant> value = {}; // the constant's
};

class HlslScopes {
public:
    enum class Kind : std::uint8_t {
        Space,     // the file, a namespace, an enum: names stay after its end
        Structure, // the same
        Block,
        Bracket, // between ( and )
        Header, // behind ), of a function or a for: its names are those of the statement or block that follows
    };

    HlslScopes() { open(Kind::Space); }
    void open(Kind kind); // the names' space stays
    void openSpace(Kind kind,
                   std::span<const HlslToken> path);  // one that may have been open before; empty: a new one
    void openMember(std::span<const HlslToken> path); // the body of a function that a structure declares
    void close();                                     // never the file's
    void bracketToHeader();                           // closes it if it declares nothing
    Kind top() const { return scopes_.back().kind; }
    std::uint32_t space() const { return scopes_.back().space; }
    bool local() const; // whether names that are declared here end with a block

    void declare(std::string_view name, HlslSymbol symbol);
    void useSpace(std::span<const HlslToken> path); // `using namespace`

    const HlslSymbol*
    find(std::span<const HlslToken> path) const; // names with :: between them; null: not declared
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
    // The first of the spaces that names are looked up in for which `look` gives something, from the
    // innermost on.
    template <class Look> auto outwards(const Look& look) const -> decltype(look(0u));

    std::vector<Scope> scopes_;
    std::vector<std::uint32_t> parents_ = {0};
    std::vector<std::uint32_t> used_;
    std::map<Key, std::uint32_t> spaces_;
    std::map<Key, HlslSymbol> members_;
    std::unordered_map<std::string_view, std::vector<HlslSymbol>> locals_; // the innermost last
};

} // namespace vkperftest
