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
        String, // with its quotes; one without an end stops at the end of its line
        Punctuator,
        OpenComment, // a comment without an end
    };
    std::string_view text;
    // Where it stands in its file. What a macro's body gives stands where the macro's name is used.
    std::uint32_t file = 0, offset = 0, width = 0;
    Kind kind = Kind::End;
    bool startsLine = false; // the first of its line
    bool spaced = false;     // behind a blank or a comment
    bool unexpanded = false; // the name of a macro within that macro's own expansion
    bool is(std::string_view other) const { return text == other; }
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

// Takes one token after the other. `>` is always a token of its own, so that `>>` can close two templates.
class HlslLexer {
public:
    HlslLexer(std::string_view text, std::uint32_t file) : text_(text), file_(file) {}
    HlslToken next(); // its views point into the text; Kind::End again and again behind the last one

private:
    bool skipBlank(HlslToken& token); // false in a comment without an end
    std::uint32_t end(HlslToken::Kind& kind) const;

    std::string_view text_;
    std::uint32_t file_;
    std::uint32_t at_ = 0;
};

// What the first character tells of a token that macros made.
HlslToken::Kind hlslTokenKind(std::string_view text);

} // namespace vkperftest
