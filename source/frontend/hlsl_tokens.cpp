#include "frontend/hlsl_tokens.h"

#include <algorithm>
#include <charconv>

namespace vkperftest {
namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool startsName(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

constexpr std::string_view kLongPunctuators[] = {"::", "<<", "<=", "==", "!=", "&&", "||", "++", "--",
                                                 "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->"};

// The length of the token that the text begins with.
std::size_t tokenLength(std::string_view text) {
    std::size_t end = 1;
    if (text[0] == '"') {
        while (end < text.size() && text[end] != '"' && text[end] != '\n') end += text[end] == '\\' ? 2U : 1U;
        return std::min(end < text.size() && text[end] == '"' ? end + 1 : end, text.size());
    }
    const bool number = isDigit(text[0]) || (text[0] == '.' && text.size() > 1 && isDigit(text[1]));
    if (!number && !startsName(text[0]))
        return std::ranges::count(kLongPunctuators, text.substr(0, 2)) > 0 ? 2 : 1;
    const auto belongs = [&](char c) { return startsName(c) || isDigit(c) || (number && c == '.'); };
    while (end < text.size() && belongs(text[end])) ++end;
    return end;
}

// `#line 12 "a.hlsl"`, with or without the name; the place of the line after it.
void takeLine(std::string_view directive, HlslToken& place) {
    constexpr std::string_view kLine = "line";
    directive.remove_prefix(std::min(directive.find_first_not_of("# \t"), directive.size()));
    if (!directive.starts_with(kLine)) return;
    directive.remove_prefix(std::min(directive.find_first_not_of(" \t", kLine.size()), directive.size()));
    const char* const end = directive.data() + directive.size();
    if (std::from_chars(directive.data(), end, place.line).ec != std::errc()) return;
    --place.line; // the directive's own end counts one
    const std::size_t open = directive.find('"'), close = directive.rfind('"');
    if (open < close && close != std::string_view::npos)
        place.file = directive.substr(open + 1, close - open - 1);
}

} // namespace

bool HlslToken::isName() const {
    return !text.empty() && startsName(text[0]);
}

std::vector<HlslToken> hlslTokens(std::string_view text, std::string_view file) {
    std::vector<HlslToken> tokens;
    HlslToken token{.text = {}, .file = file, .line = 1};
    bool begins = true; // a line
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '\n') {
            ++token.line;
            begins = true;
            ++at;
        } else if (isBlank(text[at])) {
            ++at;
        } else if (begins && text[at] == '#') {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            takeLine(text.substr(at, end - at), token);
            at = end;
        } else {
            begins = false;
            token.text = text.substr(at, tokenLength(text.substr(at)));
            at += token.text.size();
            tokens.push_back(token);
        }
    }
    return tokens;
}

} // namespace vkperftest
