#include "base/printable.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include <fmt/format.h>

namespace vkperftest {
namespace {

struct Character {
    char32_t code = 0;
    std::size_t bytes = 0; // 0: not UTF-8
};

// Overlong forms and surrogates are not UTF-8: other readers may decode them as the characters they encode.
Character firstOf(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char head = byte(0);
    if (head < 0x80) return {head, 1};
    const std::size_t bytes = head < 0xc2 ? 0 : head < 0xe0 ? 2 : head < 0xf0 ? 3 : head < 0xf5 ? 4 : 0;
    if (bytes == 0 || text.size() < bytes) return {};
    char32_t code = head & (0x7fu >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return {};
        code = code << 6 | (byte(i) & 0x3fu);
    }
    constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool valid = code >= kLeast[bytes] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return valid ? Character{code, bytes} : Character{};
}

bool isHarmful(char32_t code) {
    constexpr struct {
        char32_t first, last;
    } kHarmful[] = {{0, 0x1f},        {0x7f, 0x9f},     {0xad, 0xad},      {0x61c, 0x61c},
                    {0x200b, 0x200b}, {0x200e, 0x200f}, {0x2028, 0x202e},  {0x2060, 0x206f},
                    {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};
    return std::any_of(std::begin(kHarmful), std::end(kHarmful),
                       [&](const auto& range) { return code >= range.first && code <= range.last; });
}

// As in JSON: a character beyond U+FFFF becomes two surrogates.
std::string escaped(char32_t code) {
    const auto value = static_cast<std::uint32_t>(code);
    if (value <= 0xffff) return fmt::format("\\u{:04x}", value);
    const std::uint32_t rest = value - 0x10000;
    return fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + (rest >> 10), 0xdc00 + (rest & 0x3ff));
}

// The bytes of the colour sequence at the beginning of the text; 0 if there is none.
std::size_t colorSequence(std::string_view text) {
    const auto color = std::find_if(std::begin(kColors), std::end(kColors),
                                    [&](const char* one) { return text.starts_with(one); });
    return color == std::end(kColors) ? 0 : std::string_view(*color).size();
}

// The bytes of ASCII at the beginning of the text that are printable in any context.
std::size_t plain(std::string_view text) {
    const auto end = std::find_if(text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; });
    return static_cast<std::size_t>(end - text.begin());
}

// The bytes at the beginning of the text that are kept, although they are harmful elsewhere.
std::size_t kept(std::string_view text, Keep keep) {
    if (keep == Keep::Line) return 0;
    if (text[0] == '\n' || text[0] == '\t') return 1;
    return keep == Keep::LinesAndColors ? colorSequence(text) : 0;
}

} // namespace

std::string printable(std::string_view text, Keep keep) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        std::size_t used = std::max(plain(text), kept(text, keep));
        if (used > 0) {
            result += text.substr(0, used);
        } else if (keep != Keep::Line && text.starts_with("\r\n")) {
            used = 1;
        } else if (const Character character = firstOf(text); character.bytes == 0) {
            result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
            used = 1;
        } else {
            used = character.bytes;
            if (isHarmful(character.code))
                result += escaped(character.code);
            else
                result += text.substr(0, used);
        }
        text.remove_prefix(used);
    }
    return result;
}

} // namespace vkperftest
