// Text from outside as it may be shown.
#pragma once

#include <string>
#include <string_view>

namespace vkperftest {

// What of such text may stay.
enum class Keep {
    Line,           // nothing: it becomes one line
    Lines,          // line feeds and tabs; before a line feed a carriage return is dropped
    LinesAndColors, // and the escape sequences of colours
};

// The text with all that a terminal would act upon, or that lets readers see another text than there is, made visible:
// control characters (U+0000 to 001F, 007F to 009F), line separators and marks of direction (U+061C, 200E, 200F, 2028 to
// 202E, 2066 to 2069) as "\u001b", which means the same in JSON; bytes that are not UTF-8 as "\x9b".
std::string printable(std::string_view text, Keep keep = Keep::Line);

} // namespace vkperftest
