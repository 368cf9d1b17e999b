#include "frontend/source_text.h"

#include <cstdint>
#include <string_view>

namespace vkperftest {
namespace {

constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf", kLittleEndianMark = "\xff\xfe",
                           kBigEndianMark = "\xfe\xff";
constexpr std::uint32_t kReplacement = 0xfffd;

void appendUtf8(std::string& text, std::uint32_t character) {
    const auto byte = [&](std::uint32_t first, std::uint32_t shift) {
        text += static_cast<char>(first | (character >> shift));
    };
    const auto next = [&](std::uint32_t shift) {
        text += static_cast<char>(0x80 | (character >> shift & 0x3f));
    };
    if (character < 0x80) return byte(0, 0);
    if (character < 0x800) {
        byte(0xc0, 6);
    } else if (character < 0x10000) {
        byte(0xe0, 12);
        next(6);
    } else {
        byte(0xf0, 18);
        next(12);
        next(6);
    }
    next(0);
}

std::string fromUtf16(std::string_view bytes, bool littleEndian) {
    const auto unit = [&](std::size_t at) -> std::uint32_t {
        if (at + 1 >= bytes.size()) return 0;
        const std::uint32_t first = static_cast<unsigned char>(bytes[at]);
        const std::uint32_t second = static_cast<unsigned char>(bytes[at + 1]);
        return littleEndian ? first | second << 8U : first << 8U | second;
    };
    std::string text;
    for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
        std::uint32_t character = unit(at);
        const std::uint32_t low = unit(at + 2);
        if (character >= 0xd800 && character < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
            character = 0x10000 + ((character - 0xd800) << 10U) + (low - 0xdc00);
            at += 2;
        } else if (character >= 0xd800 && character < 0xe000) {
            character = kReplacement;
        }
        appendUtf8(text, character);
    }
    return text;
}

} // namespace

void endLastLine(std::string& text) {
    if (!text.empty() && text.back() != '\n') text += '\n';
}

std::string asUtf8(std::string bytes) {
    if (bytes.starts_with(kUtf8Mark)) bytes.erase(0, kUtf8Mark.size());
    const bool littleEndian = bytes.starts_with(kLittleEndianMark);
    if (!littleEndian && !bytes.starts_with(kBigEndianMark)) return bytes;
    return fromUtf16(std::string_view(bytes).substr(2), littleEndian);
}

} // namespace vkperftest
