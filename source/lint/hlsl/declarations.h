// Types, constants and variables from HLSL's declarations, read in one pass over the tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "frontend/hlsl_tokens.h"
#include "frontend/reflection.h"
#include "lint/hlsl/scopes.h"
#include "lint/hlsl/types.h"

namespace vkperftest {

class HlslDeclarations {
public:
    // `brackets`: for each opening or closing bracket, the index of its counterpart.
    HlslDeclarations(std::span<const HlslToken> tokens, std::span<const std::uint32_t> brackets,
                     bool sixteenBits)
        : tokens_(tokens), brackets_(brackets), types_(scopes_, sixteenBits) {}

    // Processes what begins at a token and returns the index to continue at. Call it in token order: once an
    // expression's first token is reached, all its names resolve correctly.
    std::size_t step(std::size_t at);

    struct Buffer {
        std::size_t name; // index of its token
        HlslType type;
        std::vector<ReflectedMember> members; // of a structure
    };

    // The structured buffers of known stride that are declared outside functions and structures, in order.
    const std::vector<Buffer>& structuredBuffers() const { return buffers_; }

    const HlslScopes& scopes() const { return scopes_; }
    const HlslTypes& types() const { return types_; }

private:
    struct Structure { // being read
        std::string_view name;
        bool isTypedef; // its name follows its end
        HlslLayout layout;
    };

    bool is(std::size_t at, std::string_view text) const {
        return at < tokens_.size() && tokens_[at].is(text);
    }
    bool isName(std::size_t at) const;
    std::span<const HlslToken> path(std::size_t begin, std::size_t end) const {
        return tokens_.subspan(begin, end - begin);
    }

    std::size_t punctuator(std::size_t at);
    std::size_t closeBrace(std::size_t at);
    void closeHeaders();
    void endStatement();

    std::size_t word(std::size_t at);
    std::size_t openNamespace(std::size_t at);
    std::size_t openStructure(std::size_t at, bool isTypedef);
    std::size_t openBuffer(std::size_t at);
    std::size_t openTemplate(std::size_t at);
    std::size_t readEnum(std::size_t at);
    std::size_t readTypedef(std::size_t at);
    std::size_t readUsing(std::size_t at);
    std::size_t readDeclaration(std::size_t at);

    void declareVariables(std::size_t name, const HlslType& type);
    std::size_t declareVariable(std::size_t name, HlslType type);
    void noteBuffer(std::size_t name, const HlslType& type);
    std::vector<ReflectedMember> membersIn(std::uint32_t space) const;
    std::size_t initializerEnd(std::size_t begin) const;

    std::span<const HlslToken> tokens_;
    std::span<const std::uint32_t> brackets_;
    HlslScopes scopes_;
    HlslTypes types_;
    std::vector<Structure> structures_;
    std::map<std::uint32_t, std::vector<ReflectedMember>> members_; // of structures, by their space
    std::vector<Buffer> buffers_;
    std::span<const HlslToken> memberOf_; // of the next body's function: what precedes its name
    bool isStatic_ = false, isConst_ = false;
    std::size_t declaredTo_ = 0; // up to here, what could be a declaration is an initializer
};

} // namespace vkperftest
