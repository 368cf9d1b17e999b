// The macros of HLSL's preprocessor.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/hlsl_tokens.h"

namespace vkperftest {

struct HlslMacro {
    struct Part {
        HlslToken token;
        int parameter = -1; // which one it names; -1: none
    };
    bool functionLike = false;
    bool variadic = false; // the last parameter takes all further arguments
    std::size_t parameters = 0;
    std::vector<Part> body;
    bool active = false; // while its own expansion is read
};

// Owns the texts that macros make; the texts of files must outlive it.
class HlslMacros {
public:
    // Takes the tokens after `#define`. False if they define nothing: the first is not a name, or the
    // parameter list is not closed.
    bool define(std::span<const HlslToken> line);
    void undefine(std::string_view name) { macros_.erase(name); }
    bool defined(std::string_view name) const { return macros_.contains(name); }

    // Appends the tokens with all macros expanded. A call with unclosed arguments is left unexpanded. False
    // if all expansions together exceed 4 million tokens, or calls nest deeper than 200.
    bool expand(std::span<const HlslToken> tokens, std::vector<HlslToken>& expanded);

    // A token with this text, at another token's place.
    HlslToken make(std::string text, const HlslToken& place);

private:
    using Tokens = std::vector<HlslToken>;
    struct Context { // tokens being read
        Tokens owned;
        std::span<const HlslToken> tokens;
        std::size_t next = 0;
        HlslMacro* macro = nullptr;
    };
    struct Argument {
        Tokens tokens;
        std::optional<Tokens> expanded; // on first use
    };

    bool spend(std::size_t tokens);
    static const HlslToken* peek(std::vector<Context>& contexts, bool leave);
    std::optional<std::vector<Argument>> arguments(std::vector<Context>& contexts, const HlslMacro& macro,
                                                   Tokens& read);
    bool substitute(const HlslMacro& macro, std::vector<Argument>& arguments, const HlslToken& use,
                    Tokens& result);
    bool append(const HlslMacro::Part& part, std::vector<Argument>& arguments, const HlslToken& use,
                bool beforePaste, Tokens& result);
    bool paste(std::span<const HlslToken> right, Tokens& result);
    HlslToken quote(const Tokens& tokens, const HlslToken& use);

    std::unordered_map<std::string_view, HlslMacro> macros_;
    std::deque<std::string> made_;
    std::size_t spent_ = 0;
    int depth_ = 0;
};

} // namespace vkperftest
