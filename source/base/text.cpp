#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkperftest {
namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Fewest insertions, deletions, replacements and swaps of neighbours that turn one text into the other.
std::size_t edits(std::string_view one, std::string_view other) {
    std::vector<std::size_t> earlier, last, row(other.size() + 1); // from so many letters of `other`
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < one.size(); ++i) {
        earlier = std::exchange(last, row);
        row[0] = i + 1;
        for (std::size_t k = 0; k < other.size(); ++k) {
            row[k + 1] = std::min({last[k] + (one[i] == other[k] ? 0 : 1), row[k] + 1, last[k + 1] + 1});
            if (i > 0 && k > 0 && one[i] == other[k - 1] && one[i - 1] == other[k])
                row[k + 1] = std::min(row[k + 1], earlier[k - 1] + 1);
        }
    }
    return row.back();
}

bool isGlob(std::string_view filter) {
    return filter.find_first_of("*?") != std::string_view::npos;
}

// Where to cut a word that is wider than `width`: before the last punctuation in the second half, if there is
// any.
std::size_t cutOf(std::string_view word, std::size_t width) {
    std::size_t end = 0, punctuation = 0;
    for (std::size_t used = 0; end < word.size(); ++end) {
        if ((word[end] & 0xc0) == 0x80) continue;
        ++used;
        if (2 * used > width && std::string_view("./\\(<{_").find(word[end]) != std::string_view::npos)
            punctuation = end;
        if (used == width + 1) break;
    }
    return std::max<std::size_t>(punctuation > 0 ? punctuation : end, 1);
}

} // namespace

std::string lowercase(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lower);
    return result;
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    while (true) {
        const std::size_t end = text.find(separator, begin);
        parts.emplace_back(text.substr(begin, end - begin));
        if (end == std::string_view::npos) return parts;
        begin = end + 1;
    }
}

std::vector<std::string> wordsOf(std::string_view text) {
    std::string blanks(text);
    std::replace(blanks.begin(), blanks.end(), '\t', ' ');
    std::vector<std::string> words = split(blanks, ' ');
    std::erase(words, "");
    return words;
}

std::string plainName(std::string_view text) {
    std::string plain;
    for (const char c : lowercase(text)) {
        const bool kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (kept)
            plain += c;
        else if (!plain.empty() && !plain.ends_with('-'))
            plain += '-';
    }
    if (plain.ends_with('-')) plain.pop_back();
    return plain;
}

std::string_view trim(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(kSpace);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
    return fmt::format("{}", fmt::join(parts, separator));
}

std::string counted(std::size_t number, std::string_view what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

std::string enumerated(std::span<const std::string> parts, std::string_view last) {
    if (parts.size() < 2) return join(parts, "");
    return join(parts.first(parts.size() - 1), ", ").append(last) + parts.back();
}

std::optional<double> parseNumber(std::string_view text) {
    const std::optional<double> value = parseAs<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<long long> parseInteger(std::string_view text) {
    return parseAs<long long>(text);
}

bool globMatches(std::string_view pattern, std::string_view text) {
    // On a mismatch, return to the last star and let it swallow one character more.
    std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || lower(pattern[p]) == lower(text[t]))) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

bool filterMatches(std::string_view filter, std::string_view text) {
    return isGlob(filter) ? globMatches(filter, text)
                          : lowercase(text).find(lowercase(filter)) != std::string::npos;
}

std::string noRowMatches(std::string_view filter) {
    return fmt::format("no row matches the filter '{}'{}", filter,
                       isGlob(filter) ? ", which must match whole names, since it has * or ?" : "");
}

std::string didYouMean(std::string_view wanted, std::span<const std::string> names) {
    constexpr std::size_t kLongestName = 100, kShortestBeginning = 3;
    if (wanted.size() > kLongestName) return {};
    const std::string plain = lowercase(wanted);
    std::size_t fewest = plain.size() / 3 + 1; // more edits would be a guess
    std::string closest;
    for (const std::string& name : names) {
        const std::string whole = lowercase(name);
        const bool isBeginning = plain.size() >= kShortestBeginning && whole.starts_with(plain);
        const std::size_t needed = isBeginning ? 0 : edits(plain, whole);
        if (needed >= fewest) continue;
        fewest = needed;
        closest = fmt::format(" (did you mean '{}'?)", name);
    }
    return closest;
}

std::size_t columns(std::string_view text) {
    std::size_t count = 0;
    bool escape = false;
    for (const char c : text) {
        escape = escape || c == '\x1b';
        if (!escape && (c & 0xc0) != 0x80) ++count;
        if (c == 'm') escape = false;
    }
    return count;
}

std::string padLeft(std::string_view text, std::size_t width) {
    return std::string(width - std::min(width, columns(text)), ' ').append(text);
}

std::string padRight(std::string_view text, std::size_t width) {
    return std::string(text).append(width - std::min(width, columns(text)), ' ');
}

std::vector<std::string> wrappedLines(std::string_view text, std::size_t first, std::size_t rest,
                                      LongWords longWords) {
    std::vector<std::string> lines = {""};
    bool begun = false; // the line has a word
    std::string_view left = text;
    while (true) {
        std::size_t end = left.find(' ');
        while (end != std::string_view::npos && left.substr(end + 1, 1) == "%") end = left.find(' ', end + 1);
        std::string_view word = left.substr(0, end);
        const auto width = [&] { return lines.size() == 1 ? first : rest; };
        if (begun && columns(lines.back()) + 1 + columns(word) > width()) {
            lines.back().resize(lines.back().find_last_not_of(' ') + 1);
            lines.emplace_back();
            begun = false;
        }
        if (begun) lines.back() += ' ';
        while (longWords == LongWords::Break && !begun && columns(word) > width()) {
            const std::size_t cut = cutOf(word, width());
            lines.back() = word.substr(0, cut);
            lines.emplace_back();
            word.remove_prefix(cut);
        }
        lines.back() += word;
        begun = true;
        if (end == std::string_view::npos) return lines;
        left.remove_prefix(end + 1);
    }
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent, std::size_t begin) {
    const auto room = [&](std::size_t used) { return used < width ? width - used : 1; };
    std::vector<std::string> lines;
    for (const std::string& paragraph : split(text, '\n')) {
        const std::size_t used = lines.empty() ? begin : indent;
        for (std::string& line : wrappedLines(paragraph, room(used), room(indent)))
            lines.push_back(std::move(line));
    }
    return join(lines, "\n" + std::string(indent, ' '));
}

std::string threeDigits(double number) {
    return number >= 100 ? fmt::format("{:.0f}", number) : fmt::format("{:.3g}", number);
}

std::string sizeText(std::uint64_t bytes) {
    constexpr std::uint64_t kKilo = 1024, kMega = kKilo * kKilo;
    if (bytes >= kMega && bytes % kMega == 0) return fmt::format("{} MB", bytes / kMega);
    if (bytes >= kKilo && bytes % kKilo == 0) return fmt::format("{} KB", bytes / kKilo);
    return fmt::format("{} bytes", bytes);
}

} // namespace vkperftest
