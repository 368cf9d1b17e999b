#include "base/text.h"
#include "matchers.h"

#include <clocale>
#include <locale>

namespace vkperftest::text_test {

using Texts = std::vector<std::string>;

TEST(Text, GlobMatches) {
    constexpr struct {
        std::string_view pattern, text;
        bool matches;
    } kGlobs[] = {
        {"", "", true},
        {"", "a", false},
        {"a", "", false},
        {"abc", "abcd", false},
        {"bc", "abc", false}, // the whole text, not a part of it
        {"BUFFER<r8>.load Uniform", "Buffer<R8>.Load uniform", true},
        {"*", "", true},
        {"?", "", false},
        {"?", "ab", false},
        {"a?c", "abc", true},
        {"a?c", "ac", false},
        {"a*c", "ac", true},
        {"a*c", "abbbc", true},
        {"a*c", "abbbcd", false},
        {"a**", "a", true},
        {"*?", "", false},
        {"*?b", "aab", true},
        {"*ab", "aab", true}, // the first stretch that looks right is the wrong one
        {"*aab*c", "aaaabxaabc", true},
        {"*load*linear", "ByteAddressBuffer.Load2 linear", true},
        {"*load*linear", "ByteAddressBuffer.Load2 random", false},
        {"[ab]", "a", false},
        {"[ab]", "[ab]", true},
        {"texture2d<r8>.sample(nearest)*", "Texture2D<R8>.Sample(nearest) random", true},
        {"a.c", "abc", false},
        {"\\*", "*", false}, // a backslash is a backslash
    };
    for (const auto& [pattern, text, matches] : kGlobs)
        EXPECT_EQ(globMatches(pattern, text), matches) << pattern << " on " << text;
}

TEST(Text, IsTakenApartAndPutTogether) {
    EXPECT_EQ(lowercase("AZaz@[`{09Ä±"), "azaz@[`{09Ä±"); // of ASCII alone
    EXPECT_THAT(split("", ','), ElementsAre(""));
    EXPECT_THAT(split("a,,b,", ','), ElementsAre("a", "", "b", ""));
    EXPECT_THAT(split("a,b", '|'), ElementsAre("a,b"));
    EXPECT_EQ(trim(" \t a b\r\n"), "a b");
    EXPECT_EQ(trim(" \t\r\n"), "");
    EXPECT_EQ(join({}, ", "), "");
    EXPECT_EQ(join(Texts{"a", "", "a"}, ", "), "a, , a");
}

// Restores both of the program's locales.
class CommaLocale {
public:
    CommaLocale() : before_(std::locale::global(std::locale(std::locale::classic(), new Comma))) {
        // The C library's: present on few machines, the facet above on all.
        std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
    }
    ~CommaLocale() {
        std::locale::global(before_);
        std::setlocale(LC_ALL, "C");
    }
    CommaLocale(const CommaLocale&) = delete;
    CommaLocale& operator=(const CommaLocale&) = delete;

private:
    struct Comma : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
    };
    std::locale before_;
};

TEST(Text, NumbersAreWholeAndFiniteInEveryLocale) {
    const CommaLocale comma;
    EXPECT_EQ(parseNumber("-2.5"), -2.5);
    EXPECT_EQ(parseNumber("1e3"), 1000.0);
    for (const std::string_view text : {"", " ", "nan", "-nan", "inf", "-inf", "infinity", "1x", "1 ", " 1",
                                        "1,5", "1.5.5", "1e999", "0x10", "one"})
        EXPECT_EQ(parseNumber(text), std::nullopt) << "'" << text << "'";
    EXPECT_EQ(parseInteger("42"), 42);
    EXPECT_EQ(parseInteger("-1"), -1);
    for (const std::string_view text : {"", " 1", "1 ", "1.0", "12abc", "abc", "99999999999999999999"})
        EXPECT_EQ(parseInteger(text), std::nullopt) << "'" << text << "'";
}

TEST(Text, DidYouMeanNamesWhatFewEditsLeadTo) {
    const Texts names = {"run", "compare", "import", "report"};
    EXPECT_EQ(didYouMean("COMPRAE", names), " (did you mean 'compare'?)"); // of any case
    for (const char* close : {"rum", "rnu", "urn"})
        EXPECT_EQ(didYouMean(close, names), " (did you mean 'run'?)") << close;
    EXPECT_EQ(didYouMean("imp", names), " (did you mean 'import'?)");
    EXPECT_EQ(didYouMean("load4", Texts{"load6", "load4-linear"}), " (did you mean 'load4-linear'?)");
    for (const char* none : {"rn", "frobnicate", ""}) EXPECT_EQ(didYouMean(none, names), "") << none;
    const Texts longest = {std::string(101, 'x')}; // longer ones are not looked at
    EXPECT_NE(didYouMean(std::string(100, 'x'), longest), "");
    EXPECT_EQ(didYouMean(std::string(101, 'x'), longest), "");
}

TEST(Text, ColumnsCountCodePoints) {
    EXPECT_EQ(columns("±0.4 %…"), 7u);
    EXPECT_EQ(columns("\x1b[31mmmm\x1b[0m m"), 5u);
    EXPECT_EQ(padLeft("±1", 4), "  ±1");
    EXPECT_EQ(padRight("±1", 4), "±1  ");
    EXPECT_EQ(padLeft("abc", 2), "abc");
    EXPECT_EQ(padRight("abc", 2), "abc");
}

TEST(WrappedLines, AreAsLongAsTheyMayBe) {
    const struct {
        const char* text;
        std::size_t first, rest;
        Texts lines;
        LongWords longWords = LongWords::Keep;
    } all[] = {{"one two three", 7, 7, {"one two", "three"}},
               {"one two three", 6, 9, {"one", "two three"}},
               {"±1 ±2 ±3", 5, 5, {"±1 ±2", "±3"}},
               {"", 5, 5, {""}},
               {"one  two", 4, 4, {"one", "two"}}, // without blanks at the end
               {"off by 95 % or so", 9, 9, {"off by", "95 % or", "so"}},
               {"by 95 %. So", 5, 5, {"by", "95 %.", "So"}},
               {"a /long/path b", 6, 6, {"a", "/long/path", "b"}},
               {"a abcdefghij b", 4, 4, {"a", "abcd", "efgh", "ij b"}, LongWords::Break},
               {"Buffer.Load", 9, 9, {"Buffer", ".Load"}, LongWords::Break}, // before punctuation
               {"±±±", 1, 1, {"±", "±", "±"}, LongWords::Break}};
    for (const auto& [text, first, rest, lines, longWords] : all)
        EXPECT_EQ(wrappedLines(text, first, rest, longWords), lines);
    EXPECT_EQ(wrapped("one two three", 9, 2), "one two\n  three");
    EXPECT_EQ(wrapped("one two three", 9, 4, 4), "one\n    two\n    three");
    EXPECT_EQ(wrapped("one\ntwo", 80, 1), "one\n two"); // line feeds stay
}

TEST(Text, OfNumbersIsShort) {
    EXPECT_EQ(threeDigits(0.01234), "0.0123");
    EXPECT_EQ(threeDigits(1.2), "1.2");
    EXPECT_EQ(threeDigits(99.96), "100");
    EXPECT_EQ(threeDigits(1234.5), "1234");
    EXPECT_EQ(sizeText(256), "256 bytes");
    EXPECT_EQ(sizeText(1024), "1 KB");
    EXPECT_EQ(sizeText(1536), "1536 bytes");
    EXPECT_EQ(sizeText(48 << 20), "48 MB");
}

} // namespace vkperftest::text_test
