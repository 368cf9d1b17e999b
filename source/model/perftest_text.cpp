#include "model/perftest_text.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "cases/suite.h"

namespace vkperftest {

const Case* perfTestRow(std::string_view name) {
    static const std::map<std::string, Case> rows = [] { // by their names in lower case
        std::map<std::string, Case> all;
        for (const Case& row : matrixRows()) all[lowercase(caseName(row))] = row;
        return all;
    }();
    std::string text = lowercase(join(wordsOf(name), " "));
    std::ranges::replace(text, '[', '<');
    std::ranges::replace(text, ']', '>');
    const auto found = rows.find(text);
    return found != rows.end() ? &found->second : nullptr;
}

std::string perfTestFootnote(std::string_view row) {
    constexpr std::string_view kBeyondTheView[] = {
        "ByteAddressBuffer.Load3 linear",           "ByteAddressBuffer.Load4 linear",
        "ByteAddressBuffer.Load4 random",           "ByteAddressBuffer.Load4 unaligned uniform",
        "ByteAddressBuffer.Load4 unaligned linear", "ByteAddressBuffer.Load4 unaligned random"};
    const bool beyond = std::ranges::count(kBeyondTheView, row) > 0;
    return beyond ? "up to half of PerfTest's loads fall outside its 4 KB view and return 0" : "";
}

namespace {

// The number before the unit; nothing if the word is no such figure.
std::optional<double> numberBefore(std::string_view word, std::string_view unit) {
    return word.ends_with(unit) ? parseNumber(word.substr(0, word.size() - unit.size())) : std::nullopt;
}

// A line that holds a row's result.
struct ResultLine {
    std::size_t number = 0; // of the line in the text, from 1
    const Case* row = nullptr;
    PrintedFigures printed;

    std::string name() const { return caseName(*row); }
};

// PerfTest's RGBA32F nearest uniform comes between RG32F nearest random and RGBA32F nearest linear, but with
// the label of the bilinear row. If the text was cut off before the bilinear row, only the position
// distinguishes the two.
void renameWrongLabel(std::vector<ResultLine>& results) {
    for (std::size_t i = 1; i < results.size(); ++i) {
        const std::string name = results[i].name();
        if (name != "Texture2D<RGBA32F>.Sample(bilinear) uniform") continue;
        if (results[i - 1].name() != "Texture2D<RG32F>.Sample(nearest) random") continue;
        const auto isSame = [&](const ResultLine& other) { return other.name() == name; };
        const bool comesAgain =
            std::any_of(results.begin() + static_cast<std::ptrdiff_t>(i) + 1, results.end(), isSame);
        const bool isBetween =
            i + 1 < results.size() && results[i + 1].name() == "Texture2D<RGBA32F>.Sample(nearest) linear";
        if (comesAgain || isBetween)
            results[i].row = perfTestRow("Texture2D<RGBA32F>.Sample(nearest) uniform");
    }
}

constexpr std::string_view kHeading = "performance compared to ";

// A usage error names a row that comes twice, and its lines.
Result<void> checkUnique(const std::vector<ResultLine>& results) {
    std::map<std::string, std::size_t> lines;
    for (const ResultLine& result : results) {
        const auto [first, isNew] = lines.emplace(result.name(), result.number);
        if (!isNew)
            return usageError(fmt::format("the row '{}' appears twice, on lines {} and {}", first->first,
                                          first->second, result.number),
                              "give one table at a time");
    }
    return {};
}

// Ratios relative to another row than PerfTest's, or to it under another strategy, must not pass for PerfTest's; words that
// name no row are not a heading.
Result<void> checkHeading(std::string_view name, std::size_t number) {
    const Case* const row = perfTestRow(name);
    const std::string lower = lowercase(name);
    const auto has = [&](auto... parts) { return ((lower.find(parts) != std::string::npos) || ...); };
    const bool namesRow = has(".load", ".sample", "} load") && has(" uniform", " linear", " random");
    if (row != nullptr ? *row == defaultBaseline() : !namesRow) return {};
    return usageError(fmt::format("line {}: the ratios are relative to '{}', not to '{}'", number, name,
                                  caseName(defaultBaseline())),
                      "give a table of PerfTest's, or of this program's under descriptor sets");
}

// The line's result; nothing if it holds none, although it may look so.
Result<std::optional<ResultLine>> readResult(const std::string& line, std::size_t number,
                                             std::vector<std::string>& ignoredLines) {
    const std::size_t colon = std::min(line.find(':'), line.size());
    const std::vector<std::string> words =
        wordsOf(std::string_view(line).substr(std::min(colon + 1, line.size())));
    const Case* const row = perfTestRow(std::string_view(line).substr(0, colon));
    const auto figure = [&](std::size_t word, std::string_view unit) {
        return words.size() == 2 ? numberBefore(words[word], unit) : std::nullopt;
    };
    const std::optional<double> time = figure(0, "ms"), ratio = figure(1, "x");
    if (row == nullptr || !time || !ratio) {
        const auto isTime = [](const std::string& word) { return numberBefore(word, "ms").has_value(); };
        if (row != nullptr || std::ranges::any_of(words, isTime))
            ignoredLines.push_back(fmt::format("line {}: {}", number, line));
        return std::optional<ResultLine>();
    }
    if (*time <= 0 || *ratio <= 0)
        return usageError(fmt::format("line {}: {} is not a valid time and ratio", number, join(words, " ")),
                          "measure the row again, or delete its line");
    const std::string footnote = perfTestFootnote(caseName(*row));
    const FootnoteEffect effect = footnote.empty() ? FootnoteEffect::Unknown : FootnoteEffect::Faster;
    return std::optional(ResultLine{number, row, {*time, *ratio, footnote, effect}});
}

} // namespace

Result<ImportedText> parsePerfTestText(std::string_view text) {
    if (text.find('\0') != std::string_view::npos)
        return usageError("the text is not UTF-8: it contains zero bytes", "save it as UTF-8, not as UTF-16");
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3); // Windows editors put it before UTF-8
    ImportedText imported;
    std::vector<ResultLine> results;
    std::size_t number = 0;
    for (std::string line : split(printable(text, Keep::Lines), '\n')) {
        line.erase(0, line.find_first_not_of("> \t")); // signs of quoting
        ++number;
        if (lowercase(line).starts_with(kHeading)) {
            VKPERFTEST_TRY(checkHeading(trim(std::string_view(line).substr(kHeading.size())), number));
            continue;
        }
        std::optional<ResultLine> result;
        VKPERFTEST_TRY(assign(result, readResult(line, number, imported.ignoredLines)));
        if (result) results.push_back(*std::move(result));
    }
    if (results.empty())
        return usageError("the text has no result of PerfTest's matrix",
                          "it must have lines such as 'Buffer<R8>.Load uniform: 8.963ms 3.911x'");
    renameWrongLabel(results);
    VKPERFTEST_TRY(checkUnique(results));
    RunResult& run = imported.run;
    run.source = "text in PerfTest's form";
    run.settings = {
        .suite = "matrix", .baseline = caseName(defaultBaseline()), .strategies = {std::string(kSetName)}};
    for (const ResultLine& line : results) {
        run.rows.push_back({.name = line.name(),
                            .operation = line.row->operation.name,
                            .pattern = std::string(patternName(line.row->pattern)),
                            .load = factsOfName(line.name())});
        run.rows.back().strategies = {
            {.strategy = std::string(kSetName), .status = Status::Measured, .printed = line.printed}};
    }
    return imported;
}

} // namespace vkperftest
