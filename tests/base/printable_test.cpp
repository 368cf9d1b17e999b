// Text from outside: nothing of it acts on a terminal, and nothing reads otherwise than it is.
#include "base/printable.h"

#include <gtest/gtest.h>

namespace vkperftest::printable_test {

using namespace std::string_literals;

struct Shown {
    std::string text, expected;
};

TEST(Printable, HarmfulCharactersBecomeVisible) {
    const Shown table[] = {
        {"", ""},
        {"plain, with \\ and \"quotes\"", "plain, with \\ and \"quotes\""},
        {"µs ± ½ — ▏ 日本 \U0001f600", "µs ± ½ — ▏ 日本 \U0001f600"},
        {"a\0b"s, "a\\u0000b"},
        {"a\nb\tc\rd", "a\\u000ab\\u0009c\\u000dd"},
        {"\x1b]0;title\x07", "\\u001b]0;title\\u0007"},
        {"\x1b[31m", "\\u001b[31m"},
        {"\x7f", "\\u007f"},
        {"\xc2\x80\xc2\x9b\xc2\x9f\xc2\xa0", "\\u0080\\u009b\\u009f\xc2\xa0"},
        {"\x9b", "\\x9b"},                                     // CSI in an encoding of one byte
        {"a\xff\xfe", "a\\xff\\xfe"},                          // never in UTF-8
        {"\xc2", "\\xc2"},                                     // cut
        {"\xe2\x80", "\\xe2\\x80"},                            // cut
        {"\xc0\x9b\xe0\x82\x9b", "\\xc0\\x9b\\xe0\\x82\\x9b"}, // overlong
        {"\xed\xa0\x80\xf4\x90\x80\x80", "\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80"}, // no characters
        {"\u061c\u200e\u200f\u2028\u202a\u202e\u2066\u2069",
         "\\u061c\\u200e\\u200f\\u2028\\u202a\\u202e\\u2066\\u2069"},
        {"\u00ad\u200b\u2060\u2064\u206f\ufeff\ufff9\ufffb",
         "\\u00ad\\u200b\\u2060\\u2064\\u206f\\ufeff\\ufff9\\ufffb"},
        {"\U000e0000\U000e007f", "\\udb40\\udc00\\udb40\\udc7f"}, // tags
        {"\u00ac\u00ae\u200a\u200c\u200d\u2027\u202f\u205f\u2070\ufefe\ufff8\ufffc\U000e0080",
         "\u00ac\u00ae\u200a\u200c\u200d\u2027\u202f\u205f\u2070\ufefe\ufff8\ufffc\U000e0080"},
        {"Arc™ 显卡 \U0001f468\u200d\U0001f4bb\ufe0f", "Arc™ 显卡 \U0001f468\u200d\U0001f4bb\ufe0f"},
    };
    for (const Shown& shown : table) EXPECT_EQ(printable(shown.text), shown.expected);
}

TEST(Printable, LinesStayWhereThereMayBeSome) {
    EXPECT_EQ(printable("a\n\tb\r\nc\rd\x1b[1m\n", Keep::Lines), "a\n\tb\nc\\u000dd\\u001b[1m\n");
    EXPECT_EQ(printable("a\r\nb"), "a\\u000d\\u000ab");
}

TEST(Printable, OfEscapeSequencesOnlyTheProgramsColoursStay) {
    const std::string colors = "\x1b[1;32mgreen\x1b[0m\x1b[1m\n";
    EXPECT_EQ(printable(colors, Keep::LinesAndColors), colors);
    EXPECT_EQ(printable("\x1b[2K\x1b[31\x1b[?25l\x1b", Keep::LinesAndColors),
              "\\u001b[2K\\u001b[31\\u001b[?25l\\u001b");
    EXPECT_EQ(printable("\x1b[8mhidden\x1b[m\x1b[30m\x1b[0;31m", Keep::LinesAndColors),
              "\\u001b[8mhidden\\u001b[m\\u001b[30m\\u001b[0;31m");
}

} // namespace vkperftest::printable_test
