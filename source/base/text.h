// Text that does not depend on the locale.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace vkperftest {

// ASCII letters only; bytes of UTF-8 pass unchanged.
std::string lowercase(std::string_view text);

// Splits at every separator; keeps empty parts; an empty text is one empty part.
std::vector<std::string> split(std::string_view text, char separator);

// The words between blanks and tabs, of which several may follow each other.
std::vector<std::string> wordsOf(std::string_view text);

// Lowercase ASCII letters and digits, with a dash for everything between them: "iris-plus-i7-1065g7". May be
// empty.
std::string plainName(std::string_view text);

std::string_view trim(std::string_view text);

std::string join(std::span<const std::string> parts, std::string_view separator);

std::string counted(std::size_t number, std::string_view what); // "1 figure", "2 figures"

// "a", "a and b", "a, b and c"
std::string enumerated(std::span<const std::string> parts, std::string_view last = " and ");

// The whole text as a number, with '.' as the decimal point; nothing for any other text, NaN and infinity
// included.
std::optional<double> parseNumber(std::string_view text);
std::optional<long long> parseInteger(std::string_view text);

// The whole text as a number of that type; nothing for any other text, or a number that does not fit. `base`: of an
// integer's digits.
template <class T, class... Base> std::optional<T> parseAs(std::string_view text, Base... base) {
    T number{};
    const char* const all = text.data() + text.size();
    const auto [end, failed] = std::from_chars(text.data(), all, number, base...);
    return failed == std::errc() && end == all ? std::optional(number) : std::nullopt;
}

// Shell-like pattern over the whole text, ignoring ASCII case: '*' any run, '?' any one character. All other
// characters, brackets too, mean themselves.
bool globMatches(std::string_view pattern, std::string_view text);

// How --filter matches: with '*' or '?', as globMatches; any other filter matches a part of the text, in any
// case.
bool filterMatches(std::string_view filter, std::string_view text);
std::string noRowMatches(std::string_view filter); // an error's cause

// " (did you mean 'compare'?)": the first name that begins with `wanted`, else the one that the fewest edits turn into
// it, ignoring case; empty if none is similar.
std::string didYouMean(std::string_view wanted, std::span<const std::string> names);

// Terminal columns of UTF-8 text: code points, since the program prints no wide or combining characters; the
// ANSI escapes of colours take none.
std::size_t columns(std::string_view text);

// Pads with spaces to a number of columns; longer text is returned as it is.
std::string padLeft(std::string_view text, std::size_t width);
std::string padRight(std::string_view text, std::size_t width);

// Wraps the words into lines: the first of at most `first` columns, the others of at most `rest`. A number is
// not separated from its '%'. A word that is longer than a line gets a line of its own, so that a path can
// still be copied; with LongWords::Break it is cut.
enum class LongWords { Keep, Break };
std::vector<std::string> wrappedLines(std::string_view text, std::size_t first, std::size_t rest,
                                      LongWords longWords = LongWords::Keep);

// The same as one text. Its lines have at most `width` columns, and all but the first are indented by
// `indent` blanks; the first follows other text of `begin` columns. Line feeds in the text stay.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent, std::size_t begin = 0);

// At most three significant digits, but all before the point: "0.0123", "1.2", "123", "1234".
std::string threeDigits(double number);

// "256 bytes", "48 KB", "64 MB": in the largest of these units of which it is a multiple.
std::string sizeText(std::uint64_t bytes);

} // namespace vkperftest
