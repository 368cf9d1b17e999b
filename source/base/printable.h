// Makes text from outside safe to show.
#pragma once

#include <string>
#include <string_view>

namespace vkperftest {

// The escape sequences that the program prints, and the only ones that printable() lets pass.
inline constexpr const char* kPlain = "\x1b[0m"; // ends each of the others
inline constexpr const char* kBold = "\x1b[1m";
inline constexpr const char* kRed = "\x1b[31m";
inline constexpr const char* kGreen = "\x1b[32m";
inline constexpr const char* kYellow = "\x1b[33m";
inline constexpr const char* kBoldRed = "\x1b[1;31m";
inline constexpr const char* kBoldGreen = "\x1b[1;32m";
inline constexpr const char* kBoldMagenta = "\x1b[1;35m";
inline constexpr const char* kBoldCyan = "\x1b[1;36m";

inline constexpr const char* kColors[] = {kPlain,   kBold,      kRed,         kGreen,   kYellow,
                                          kBoldRed, kBoldGreen, kBoldMagenta, kBoldCyan};

// What may stay unescaped in such text.
enum class Keep {
    Line,           // nothing: it becomes one line
    Lines,          // line feeds and tabs; before a line feed a carriage return is dropped
    LinesAndColors, // and the colours above
};

// The text with everything escaped that a terminal would act upon, or that would show readers a different
// text: control characters (U+0000 to 001F, 007F to 009F), line separators, direction marks and other
// invisible characters (U+00AD, 061C, 200B, 200E, 200F, 2028 to 202E, 2060 to 206F, FEFF, FFF9 to FFFB, E0000
// to E007F) as "\u001b", which means the same in JSON; bytes that are not UTF-8 as "\x9b". U+200C and 200D
// stay: words and emoji need them.
std::string printable(std::string_view text, Keep keep = Keep::Line);

} // namespace vkperftest
