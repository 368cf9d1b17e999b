#include "perftest/text_line.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

// How C libraries print numbers that are not finite: "inf", "-nan(ind)", "1.#INF".
bool isNotFinite(std::string_view number) {
    const std::string text = lowercase(number.starts_with('-') ? number.substr(1) : number);
    return text.starts_with("inf") || text.starts_with("nan") || text.starts_with("1.#");
}

// The number before the unit; empty if the word is no such figure.
std::string_view numberBefore(std::string_view word, std::string_view unit) {
    if (!word.ends_with(unit)) return {};
    const std::string_view number = word.substr(0, word.size() - unit.size());
    return parseNumber(number) || isNotFinite(number) ? number : std::string_view();
}

// Nothing if the words are not a time, alone or with a ratio behind it.
std::optional<Figures> figuresIn(const std::vector<std::string>& words) {
    if (words.empty() || words.size() > 2) return std::nullopt;
    Figures figures{.time = std::string(numberBefore(words[0], "ms"))};
    if (words.size() == 2) figures.ratio = numberBefore(words[1], "x");
    const bool isForm = !figures.time.empty() && figures.ratio.empty() == (words.size() == 1);
    return isForm ? std::optional(figures) : std::nullopt;
}

bool holdsTime(const std::vector<std::string>& words) {
    return std::any_of(words.begin(), words.end(),
                       [](const std::string& word) { return !numberBefore(word, "ms").empty(); });
}

// "unsupported (reason)"; nothing for any other text.
std::optional<StrategyResult> unmeasuredIn(std::string_view text) {
    for (const Status status : {Status::Unsupported, Status::Failed, Status::NotMeasured}) {
        const std::string begin = std::string(statusName(status)) + " (";
        if (!text.starts_with(begin) || !text.ends_with(')')) continue;
        const std::string_view clause = text.substr(begin.size(), text.size() - begin.size() - 1);
        return StrategyResult{.status = status, .reason = {ReasonKind::OtherSentence, std::string(clause)}};
    }
    return std::nullopt;
}

} // namespace

std::string unquoted(std::string_view line) {
    const std::size_t begin = line.find_first_not_of("> \t");
    return begin == std::string_view::npos ? "" : std::string(trim(line.substr(begin)));
}

std::size_t significantDigits(std::string_view figure) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const std::size_t first = figure.find_first_of("123456789");
    if (first == std::string_view::npos) return 0;
    return static_cast<std::size_t>(
        std::count_if(figure.begin() + static_cast<std::ptrdiff_t>(first), figure.end(), isDigit));
}

bool roundsTo(double value, std::string_view figure) {
    const std::size_t point = figure.find('.');
    const std::size_t decimals = point == std::string_view::npos ? 0 : figure.size() - point - 1;
    return fmt::format("{:.{}f}", value, decimals) == figure;
}

std::optional<PerfTestLine> partsOf(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const std::string_view text = trim(line.substr(colon + 1));
    const std::vector<std::string> words = wordsOf(text);
    PerfTestLine parts{.name = std::string(line.substr(0, colon)),
                       .figures = figuresIn(words),
                       .unmeasured = unmeasuredIn(text)};
    parts.looksLikeResult = parts.unmeasured || holdsTime(words);
    return parts;
}

} // namespace vkperftest
