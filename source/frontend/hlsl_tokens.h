// HLSL's text as tokens.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/place.h"

namespace vkperftest {

struct HlslToken {
    enum class Kind : std::uint8_t {
        End,
        Identifier, // keywords too
        Number,
        String, // with its quotes; an unclosed one ends with its line
        Punctuator,
        OpenComment, // an unclosed comment
    };
    std::string_view text;
    // Its place in its file. Tokens from a macro's body have the place where the macro's name is used.
    std::uint32_t file = 0, offset = 0, width = 0;
    Kind kind = Kind::End;
    bool startsLine = false; // the first of its line
    bool spaced = false;     // after a blank or a comment
    bool unexpanded = false; // the name of a macro within that macro's own expansion
    // Nearly all tokens differ in their size or first character, which costs no call.
    bool is(std::string_view other) const {
        return text.size() == other.size() && (other.empty() || text[0] == other[0]) && text == other;
    }
    bool isIdentifier() const { return kind == Kind::Identifier; }
};

// A file without its line continuations.
class HlslText {
public:
    HlslText(std::string path, std::string bytes);

    const std::string& path() const { return path_; }
    std::string_view text() const { return text_; }
    Place place(std::uint32_t offset, std::uint32_t width) const; // offset in text()

private:
    struct Splice {
        std::uint32_t offset;  // in text_
        std::uint32_t removed; // bytes of the file before it that text_ lacks
    };
    std::string path_;
    std::string text_;
    std::vector<Splice> splices_;
    std::vector<std::uint32_t> lines_; // offsets of line ends in the file
};

// Reads one token after another. `>` is always a token of its own, so that `>>` can close two templates.
class HlslLexer {
public:
    HlslLexer(std::string_view text, std::uint32_t file) : text_(text), file_(file) {}
    HlslToken next(); // its views point into the text; after the last token, always Kind::End

private:
    bool skipBlank(HlslToken& token); // false in an unclosed comment
    std::uint32_t end(HlslToken::Kind& kind) const;

    std::string_view text_;
    std::uint32_t file_;
    std::uint32_t at_ = 0;
};

// The kind of a token that macros made, by its first characters.
HlslToken::Kind hlslTokenKind(std::string_view text);

} // namespace vkperftest
