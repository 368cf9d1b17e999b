#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

namespace vkperftest {
namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Fewest insertions, deletions and replacements that turn some stretch of `text` into `part`.
std::size_t editsToContain(std::string_view part, std::string_view text) {
    std::vector<std::size_t> row(text.size() + 1, 0); // free start: any stretch of the text
    for (std::size_t i = 1; i <= part.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= text.size(); ++j) {
            const std::size_t replaced = diagonal + (part[i - 1] == text[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return *std::min_element(row.begin(), row.end()); // free end
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

std::string_view trim(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(kSpace);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
    std::string result;
    for (const std::string& part : parts) {
        if (&part != &parts.front()) result += separator;
        result += part;
    }
    return result;
}

std::optional<double> parseNumber(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::optional<long long> parseInteger(std::string_view text) {
    long long value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
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
    if (filter.find_first_of("*?") != std::string_view::npos) return globMatches(filter, text);
    return lowercase(text).find(lowercase(filter)) != std::string::npos;
}

std::vector<std::string> nearest(std::string_view wanted, std::span<const std::string> choices,
                                 std::size_t most) {
    std::string plain = lowercase(wanted);
    std::erase_if(plain, [](char c) { return c == '*' || c == '?'; });
    if (plain.empty()) return {};
    std::vector<std::size_t> distances;
    for (const std::string& choice : choices) {
        const std::string text = lowercase(choice);
        // Both ways: the user may have typed too much or too little.
        distances.push_back(std::min(editsToContain(plain, text), editsToContain(text, plain)));
    }
    std::vector<std::size_t> order(choices.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return distances[a] < distances[b]; });
    std::vector<std::string> result;
    for (const std::size_t i : order) {
        // More edits than half the text would be a guess, no likeness.
        if (result.size() == most || distances[i] * 2 > plain.size()) break;
        result.push_back(choices[i]);
    }
    return result;
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
    const std::size_t used = columns(text);
    return std::string(used < width ? width - used : 0, ' ') + std::string(text);
}

std::string padRight(std::string_view text, std::size_t width) {
    const std::size_t used = columns(text);
    return std::string(text) + std::string(used < width ? width - used : 0, ' ');
}

} // namespace vkperftest
