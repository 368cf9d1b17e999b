// Text from outside as it may be shown.
#pragma once

#include <string>
#include <string_view>

namespace vkperftest {

// What of such text may stay.
enum class Keep {
    Line,           // nothing: it becomes one line
    Lines,          // line feeds and tabs; before a line feed a carriage return is dropped
    LinesAndColors, // and the escape sequences of base/colors.h
};

// The text with all that a terminal would act upon, or that lets readers see another text than there is, made
// visible: control characters (U+0000 to 001F, 007F to 009F), line separators, marks of direction and other
// invisible characters (U+00AD, 061C, 200B, 200E, 200F, 2028 to 202E, 2060 to 206F, FEFF, FFF9 to FFFB, E0000
// to E007F) as "\u001b", which means the same in JSON; bytes that are not UTF-8 as "\x9b". U+200C and 200D
// stay: words and emoji are written with them.
std::string printable(std::string_view text, Keep keep = Keep::Line);

} // namespace vkperftest
