#include "base/text.h"

#include <clocale>
#include <locale>

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Text, GlobMatches) {
    struct Glob {
        std::string_view pattern;
        std::string_view text;
        bool matches;
    };
    constexpr Glob kGlobs[] = {
        {"", "", true},
        {"", "a", false},
        {"a", "", false},
        {"abc", "abc", true},
        {"abc", "abcd", false},
        {"bc", "abc", false}, // the whole text, not a part of it
        {"BUFFER<r8>.load Uniform", "Buffer<R8>.Load uniform", true},
        {"*", "", true},
        {"*", "anything", true},
        {"?", "", false},
        {"?", "a", true},
        {"?", "ab", false},
        {"a?c", "abc", true},
        {"a?c", "ac", false},
        {"a*c", "ac", true},
        {"a*c", "abbbc", true},
        {"a*c", "abbbcd", false},
        {"a**", "a", true},
        {"**a", "ba", true},
        {"*?", "", false},
        {"*?b", "aab", true},
        {"*ab", "aab", true}, // the first stretch that looks right is the wrong one
        {"*aab*c", "aaaabxaabc", true},
        {"*load*linear", "ByteAddressBuffer.Load2 linear", true},
        {"*load*linear", "ByteAddressBuffer.Load2 random", false},
        {"[ab]", "a", false},
        {"[ab]", "[ab]", true},
        {"[!a]*", "b", false},
        {"cbuffer{float4} *", "cbuffer{float4} load linear", true},
        {"texture2d<r8>.sample(nearest)*", "Texture2D<R8>.Sample(nearest) random", true},
        {"a.c", "abc", false},
        {".*", "abc", false},
        {"\\*", "*", false}, // a backslash is a backslash
    };
    for (const Glob& glob : kGlobs) {
        EXPECT_EQ(globMatches(glob.pattern, glob.text), glob.matches) << glob.pattern << " on " << glob.text;
    }
}

TEST(Text, LowercaseChangesAsciiLettersOnly) {
    EXPECT_EQ(lowercase("AZaz@[`{09"), "azaz@[`{09");
    EXPECT_EQ(lowercase("Ä±"), "Ä±");
}

TEST(Text, SplitKeepsEmptyParts) {
    EXPECT_THAT(split("a,bc", ','), ElementsAre("a", "bc"));
    EXPECT_THAT(split("", ','), ElementsAre(""));
    EXPECT_THAT(split(",", ','), ElementsAre("", ""));
    EXPECT_THAT(split("a,,b,", ','), ElementsAre("a", "", "b", ""));
    EXPECT_THAT(split("a,b", '|'), ElementsAre("a,b"));
}

TEST(Text, TrimTakesBothEnds) {
    EXPECT_EQ(trim(" \t a b\r\n"), "a b");
    EXPECT_EQ(trim("a"), "a");
    EXPECT_EQ(trim(" \t\r\n"), "");
    EXPECT_EQ(trim(""), "");
}

TEST(Text, JoinPutsSeparatorsBetween) {
    EXPECT_EQ(join({}, ", "), "");
    const std::string one[] = {"a"};
    EXPECT_EQ(join(one, ", "), "a");
    const std::string several[] = {"a", "", "a"};
    EXPECT_EQ(join(several, ", "), "a, , a");
}

TEST(Text, ParseNumberTakesWholeFiniteNumbers) {
    EXPECT_EQ(parseNumber("1"), 1.0);
    EXPECT_EQ(parseNumber("-2.5"), -2.5);
    EXPECT_EQ(parseNumber("1e3"), 1000.0);
    EXPECT_EQ(parseNumber("52.083"), 52.083);
    for (const std::string_view text : {"", " ", "nan", "NaN", "-nan", "inf", "-inf", "infinity", "1x", "1 ",
                                        " 1", "1,5", "1.5.5", "1e999", "0x10", "one"}) {
        EXPECT_EQ(parseNumber(text), std::nullopt) << "'" << text << "'";
    }
}

TEST(Text, ParseIntegerTakesWholeIntegers) {
    EXPECT_EQ(parseInteger("42"), 42);
    EXPECT_EQ(parseInteger("-1"), -1);
    EXPECT_EQ(parseInteger("0"), 0);
    for (const std::string_view text : {"", " 1", "1 ", "1.0", "12abc", "abc", "99999999999999999999"}) {
        EXPECT_EQ(parseInteger(text), std::nullopt) << "'" << text << "'";
    }
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

TEST(Text, ParseNumberIgnoresTheLocale) {
    const CommaLocale comma;
    EXPECT_EQ(parseNumber("1.5"), 1.5);
    EXPECT_EQ(parseNumber("1,5"), std::nullopt);
}

const std::vector<std::string> kRows = {"Buffer<R8>.Load uniform", "Buffer<RG8>.Load uniform",
                                        "ByteAddressBuffer.Load linear", "cbuffer{float4} load random"};

TEST(Text, NearestForgivesTypingErrors) {
    EXPECT_THAT(nearest("Bufer<RG8>", kRows, 1), ElementsAre("Buffer<RG8>.Load uniform"));
    EXPECT_THAT(nearest("bytadress", kRows, 1), ElementsAre("ByteAddressBuffer.Load linear"));
    EXPECT_THAT(nearest("*cbufer*", kRows, 1), ElementsAre("cbuffer{float4} load random"));
    EXPECT_THAT(nearest("Buffer<R8>.Load uniformly, please", kRows, 1),
                ElementsAre("Buffer<R8>.Load uniform"));
}

TEST(Text, NearestPutsTheBestFirstAndKeepsToTheNumber) {
    EXPECT_THAT(nearest("Buffer<RG8>.Load", kRows, 2),
                ElementsAre("Buffer<RG8>.Load uniform", "Buffer<R8>.Load uniform"));
    EXPECT_THAT(nearest("Load", kRows, 3), ElementsAre(kRows[0], kRows[1], kRows[2])); // equally near
    EXPECT_THAT(nearest("Load", kRows, 0), IsEmpty());
}

TEST(Text, NearestGuessesNothing) {
    EXPECT_THAT(nearest("", kRows, 3), IsEmpty());
    EXPECT_THAT(nearest("*?", kRows, 3), IsEmpty());
    EXPECT_THAT(nearest("zzzzqqqqzzzz", kRows, 3), IsEmpty());
    EXPECT_THAT(nearest("Load", {}, 3), IsEmpty());
}

TEST(Text, NearestTakesNoSingleLetterForAnother) {
    EXPECT_THAT(nearest("q", kRows, 3), IsEmpty());
    const std::vector<std::string> gpus = {"Vega Frontier Edition", "GeForce GTX 980"};
    EXPECT_THAT(nearest("foo", gpus, 3), IsEmpty());
}

TEST(Text, DidYouMeanNamesWhatFewEditsLeadTo) {
    const std::vector<std::string> names = {"run", "compare", "import", "report"};
    EXPECT_EQ(didYouMean("compore", names), " (did you mean 'compare'?)");
    EXPECT_EQ(didYouMean("COMPRAE", names), " (did you mean 'compare'?)"); // of any case
    EXPECT_EQ(didYouMean("rn", names), "");                                // one edit of two letters
    EXPECT_EQ(didYouMean("rum", names), " (did you mean 'run'?)");
    EXPECT_EQ(didYouMean("frobnicate", names), "");
    EXPECT_EQ(didYouMean("", names), "");
    EXPECT_EQ(didYouMean("run", {}), "");
}

TEST(Text, DidYouMeanLooksAtNoMoreThanAHundredBytes) {
    const std::vector<std::string> names = {std::string(101, 'x')};
    EXPECT_NE(didYouMean(std::string(100, 'x'), names), "");
    EXPECT_EQ(didYouMean(std::string(101, 'x'), names), "");
}

TEST(Text, ColumnsCountCodePoints) {
    EXPECT_EQ(columns(""), 0u);
    EXPECT_EQ(columns("abc"), 3u);
    EXPECT_EQ(columns("±0.4 %"), 6u);
    EXPECT_EQ(columns("…"), 1u);
    EXPECT_EQ(columns("\x1b[31mmmm\x1b[0m m"), 5u);
}

TEST(Text, PadsToColumnsNotBytes) {
    EXPECT_EQ(padLeft("±1", 4), "  ±1");
    EXPECT_EQ(padRight("±1", 4), "±1  ");
    EXPECT_EQ(padLeft("abc", 3), "abc");
    EXPECT_EQ(padRight("abc", 2), "abc");
    EXPECT_EQ(padLeft("", 2), "  ");
}

using Lines = std::vector<std::string>;

TEST(WrappedLines, AreAsLongAsTheyMayBe) {
    EXPECT_EQ(wrappedLines("one two three", 7, 7), (Lines{"one two", "three"}));
    EXPECT_EQ(wrappedLines("one two three", 6, 9), (Lines{"one", "two three"}));
    EXPECT_EQ(wrappedLines("±1 ±2 ±3", 5, 5), (Lines{"±1 ±2", "±3"})) << "columns, not bytes";
    EXPECT_EQ(wrappedLines("", 5, 5), (Lines{""}));
    EXPECT_EQ(wrappedLines("one  two", 4, 4), (Lines{"one", "two"})) << "no blanks at the end";
}

TEST(WrappedLines, ANumberKeepsItsPercentSign) {
    EXPECT_EQ(wrappedLines("off by 95 % or so", 9, 9), (Lines{"off by", "95 % or", "so"}));
    EXPECT_EQ(wrappedLines("by 95 %. So", 5, 5), (Lines{"by", "95 %.", "So"}));
}

TEST(WrappedLines, LongWordsAreCutOnlyIfAsked) {
    EXPECT_EQ(wrappedLines("a /long/path b", 6, 6), (Lines{"a", "/long/path", "b"}));
    EXPECT_EQ(wrappedLines("a abcdefghij b", 4, 4, LongWords::Break), (Lines{"a", "abcd", "efgh", "ij b"}));
    EXPECT_EQ(wrappedLines("Buffer.Load", 9, 9, LongWords::Break), (Lines{"Buffer", ".Load"}))
        << "before punctuation";
    EXPECT_EQ(wrappedLines("±±±", 1, 1, LongWords::Break), (Lines{"±", "±", "±"}));
}

TEST(Wrapped, LinesHangUnderTheFirst) {
    EXPECT_EQ(wrapped("one two three", 9, 2), "one two\n  three");
    EXPECT_EQ(wrapped("one two three", 9, 4, 4), "one\n    two\n    three");
    EXPECT_EQ(wrapped("one\ntwo", 80, 1), "one\n two") << "line feeds stay";
}

TEST(ThreeDigits, CountWithoutAnExponent) {
    EXPECT_EQ(threeDigits(0.01234), "0.0123");
    EXPECT_EQ(threeDigits(1.2), "1.2");
    EXPECT_EQ(threeDigits(99.96), "100");
    EXPECT_EQ(threeDigits(1234.5), "1234");
}

TEST(SizeText, HasTheLargestUnitThatDividesIt) {
    EXPECT_EQ(sizeText(256), "256 bytes");
    EXPECT_EQ(sizeText(1024), "1 KB");
    EXPECT_EQ(sizeText(1536), "1536 bytes");
    EXPECT_EQ(sizeText(48 << 20), "48 MB");
}

TEST(RangesText, JoinsNumbersThatFollowOneAnother) {
    const auto text = [](std::vector<std::size_t> numbers) { return rangesText(numbers); };
    EXPECT_EQ(text({}), "");
    EXPECT_EQ(text({7}), "7");
    EXPECT_EQ(text({1, 2}), "1–2");
    EXPECT_EQ(text({1, 3, 4, 5, 9}), "1, 3–5, 9");
}

} // namespace
} // namespace vkperftest
