// Makes text from outside safe to show.
#pragma once

#include <string>
#include <string_view>

namespace vkperftest {

// What may stay unescaped in such text.
enum class Keep {
    Line,           // nothing: it becomes one line
    Lines,          // line feeds and tabs; before a line feed a carriage return is dropped
    LinesAndColors, // and the escape sequences of base/colors.h
};

// The text with everything escaped that a terminal would act upon, or that would show readers a different
// text: control characters (U+0000 to 001F, 007F to 009F), line separators, direction marks and other
// invisible characters (U+00AD, 061C, 200B, 200E, 200F, 2028 to 202E, 2060 to 206F, FEFF, FFF9 to FFFB, E0000
// to E007F) as "\u001b", which means the same in JSON; bytes that are not UTF-8 as "\x9b". U+200C and 200D
// stay: words and emoji need them.
std::string printable(std::string_view text, Keep keep = Keep::Line);

} // namespace vkperftest
