#include "frontend/hlsl_tokens.h"

#include <algorithm>

namespace vkperftest {
namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool startsName(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

constexpr std::string_view kLongPunctuators[] = {
    "<<=", "...", "::", "##", "<<", "<=", "==", "!=", "&&", "||", "++",
    "--",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->"};

constexpr std::string_view kSecondOfLong = "=&|<>+-:#."; // their second characters

// The length of a backslash and the line end after it, with the blanks between them, which clang skips too; 0
// if there is none.
std::uint32_t continuation(std::string_view text) {
    const std::size_t end = text.find_first_not_of(" \t\r", 1);
    return end != std::string_view::npos && text[end] == '\n' ? static_cast<std::uint32_t>(end + 1) : 0;
}

// The length of 'c' or '\c'; 0 for any other apostrophe.
std::size_t characterLiteral(std::string_view text) {
    if (text.size() > 3 && text[1] == '\\' && text[2] != '\n' && text[3] == '\'') return 4;
    return text.size() > 2 && text[1] != '\'' && text[1] != '\n' && text[2] == '\'' ? 3 : 0;
}

} // namespace

HlslText::HlslText(std::string path, std::string bytes) : path_(std::move(path)) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (bytes[i] == '\n') lines_.push_back(static_cast<std::uint32_t>(i));
    }
    std::size_t from = bytes.find('\\');
    if (from == std::string::npos) {
        text_ = std::move(bytes);
        return;
    }
    const std::string_view view = bytes;
    text_ = view.substr(0, from);
    std::uint32_t removed = 0;
    while (from < view.size()) {
        if (const std::uint32_t length = continuation(view.substr(from)); length > 0) {
            removed += length;
            from += length;
            splices_.push_back({static_cast<std::uint32_t>(text_.size()), removed});
            continue;
        }
        const std::size_t next = std::min(view.find('\\', from + 1), view.size());
        text_ += view.substr(from, next - from);
        from = next;
    }
}

Place HlslText::place(std::uint32_t offset, std::uint32_t width) const {
    const auto splice = std::ranges::upper_bound(splices_, offset, {}, &Splice::offset);
    if (splice != splices_.begin()) offset += std::prev(splice)->removed;
    const auto line = std::lower_bound(lines_.begin(), lines_.end(), offset);
    const std::uint32_t column = line == lines_.begin() ? offset + 1 : offset - *std::prev(line);
    return {path_, static_cast<std::uint32_t>(line - lines_.begin()) + 1, column, column + width};
}

bool HlslLexer::skipBlank(HlslToken& token) {
    if (at_ == 0 && text_.starts_with("\xEF\xBB\xBF")) at_ = 3; // a byte order mark
    for (; at_ < text_.size(); ++at_) {
        const char c = text_[at_];
        if (c == '\n') {
            token.startsLine = true;
        } else if (c == '/' && text_.compare(at_, 2, "//") == 0) {
            at_ = static_cast<std::uint32_t>(std::min(text_.find('\n', at_), text_.size())) - 1;
        } else if (c == '/' && text_.compare(at_, 2, "/*") == 0) {
            const std::size_t end = text_.find("*/", at_ + 2);
            if (end == std::string_view::npos) return false;
            at_ = static_cast<std::uint32_t>(end) + 1;
        } else if (c != ' ' && c != '\t' && c != '\r' && c != '\v' && c != '\f') {
            break;
        }
        token.spaced = true;
    }
    return true;
}

std::uint32_t HlslLexer::end(HlslToken::Kind& kind) const {
    kind = hlslTokenKind(text_.substr(at_));
    const auto nameEnd = [&](std::size_t i) {
        while (i < text_.size() && (startsName(text_[i]) || isDigit(text_[i]))) ++i;
        return i;
    };
    std::size_t i = at_ + 1;
    switch (kind) {
    case HlslToken::Kind::Identifier:
        i = nameEnd(i);
        break;
    case HlslToken::Kind::Number:
        while (true) {
            i = nameEnd(i);
            const bool sign = i < text_.size() && (text_[i] == '+' || text_[i] == '-') &&
                              (text_[i - 1] == 'e' || text_[i - 1] == 'E') &&
                              !text_.substr(at_).starts_with("0x");
            if (i >= text_.size() || (text_[i] != '.' && !sign)) break;
            ++i;
        }
        break;
    case HlslToken::Kind::String:
        while (i < text_.size() && text_[i] != '"' && text_[i] != '\n') i += text_[i] == '\\' ? 2U : 1U;
        i = std::min(i, text_.size());
        if (i < text_.size() && text_[i] == '"') ++i;
        break;
    default:
        if (text_[at_] == '\'') i = at_ + std::max<std::size_t>(characterLiteral(text_.substr(at_)), 1);
        if (i >= text_.size() || kSecondOfLong.find(text_[i]) == std::string_view::npos) break;
        for (const std::string_view punctuator : kLongPunctuators) {
            if (text_.compare(at_, punctuator.size(), punctuator) == 0)
                return static_cast<std::uint32_t>(at_ + punctuator.size());
        }
    }
    return static_cast<std::uint32_t>(i);
}

HlslToken HlslLexer::next() {
    HlslToken token;
    token.file = file_;
    token.startsLine = at_ == 0;
    const bool closed = skipBlank(token);
    token.offset = at_;
    if (!closed) {
        token.kind = HlslToken::Kind::OpenComment;
        at_ = static_cast<std::uint32_t>(text_.size());
    } else if (at_ < text_.size()) {
        at_ = end(token.kind);
        token.text = text_.substr(token.offset, at_ - token.offset);
        token.width = at_ - token.offset;
    }
    return token;
}

HlslToken::Kind hlslTokenKind(std::string_view text) {
    if (text.empty()) return HlslToken::Kind::Punctuator;
    if (startsName(text[0])) return HlslToken::Kind::Identifier;
    if (isDigit(text[0]) || (text[0] == '.' && text.size() > 1 && isDigit(text[1])))
        return HlslToken::Kind::Number;
    return text[0] == '"' ? HlslToken::Kind::String : HlslToken::Kind::Punctuator;
}

} // namespace vkperftest
