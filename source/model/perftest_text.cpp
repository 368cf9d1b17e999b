#include "model/perftest_text.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

// The rows of the matrix by their names in lower case.
std::map<std::string, PerfTestRow> namedRows() {
    std::map<std::string, PerfTestRow> rows;
    for (const Case& row : matrixRows())
        rows[lowercase(caseName(row))] = {row.operation.name, std::string(patternName(row.pattern))};
    return rows;
}

} // namespace

std::optional<PerfTestRow> perfTestRow(std::string_view name) {
    static const std::map<std::string, PerfTestRow> rows = namedRows();
    std::string text = lowercase(join(wordsOf(name), " "));
    std::ranges::replace(text, '[', '<');
    std::ranges::replace(text, ']', '>');
    const auto found = rows.find(text);
    return found != rows.end() ? std::optional(found->second) : std::nullopt;
}

std::string perfTestFootnote(const PerfTestRow& row) {
    constexpr std::string_view kBeyondTheView[] = {
        "ByteAddressBuffer.Load3 linear",           "ByteAddressBuffer.Load4 linear",
        "ByteAddressBuffer.Load4 random",           "ByteAddressBuffer.Load4 unaligned uniform",
        "ByteAddressBuffer.Load4 unaligned linear", "ByteAddressBuffer.Load4 unaligned random"};
    const bool beyond = std::ranges::count(kBeyondTheView, row.name()) > 0;
    return beyond ? "up to half of PerfTest's loads fall outside its 4 KB view and return 0" : "";
}

namespace {

// A line, taken apart ------------------------------------------------

// The figures behind a row's name, as written, without units. They need not be positive or finite.
struct Figures {
    std::string time; // milliseconds
    std::string ratio;
};

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

// Nothing if the words are not a time and a ratio.
std::optional<Figures> figuresIn(const std::vector<std::string>& words) {
    if (words.size() != 2) return std::nullopt;
    const std::string_view time = numberBefore(words[0], "ms"), ratio = numberBefore(words[1], "x");
    if (time.empty() || ratio.empty()) return std::nullopt;
    return Figures{std::string(time), std::string(ratio)};
}

bool isTime(const std::string& word) {
    return !numberBefore(word, "ms").empty();
}

// A line without the signs of quoting: '>' and blanks.
std::string unquoted(std::string_view line) {
    const std::size_t begin = line.find_first_not_of("> \t");
    return begin == std::string_view::npos ? "" : std::string(trim(line.substr(begin)));
}

// Results, corrected once all lines are read -------------------------

inline constexpr const char* kOneTable = "give one table at a time"; // a remedy

// A line that holds a row's result.
struct ResultLine {
    std::size_t number = 0; // of the line in the text, from 1
    PerfTestRow row;
    PrintedFigures printed;
};

// PerfTest's RGBA32F nearest uniform comes between RG32F nearest random and RGBA32F nearest linear, but with
// the label of the bilinear row. If the text was cut off before the bilinear row, only the position
// distinguishes the two.
void renameWrongLabel(std::vector<ResultLine>& results) {
    for (std::size_t i = 1; i < results.size(); ++i) {
        PerfTestRow& row = results[i].row;
        if (row.name() != "Texture2D<RGBA32F>.Sample(bilinear) uniform") continue;
        if (results[i - 1].row.name() != "Texture2D<RG32F>.Sample(nearest) random") continue;
        const auto isSame = [&](const ResultLine& other) { return other.row.name() == row.name(); };
        const bool comesAgain =
            std::any_of(results.begin() + static_cast<std::ptrdiff_t>(i) + 1, results.end(), isSame);
        const bool isBetween = i + 1 < results.size() &&
                               results[i + 1].row.name() == "Texture2D<RGBA32F>.Sample(nearest) linear";
        if (comesAgain || isBetween) row.operation = "Texture2D<RGBA32F>.Sample(nearest)";
    }
}

// A usage error names a row that comes twice, and its lines.
Result<void> checkUnique(const std::vector<ResultLine>& results) {
    std::map<std::string, std::size_t> lines;
    for (const ResultLine& result : results) {
        const auto [first, isNew] = lines.emplace(result.row.name(), result.number);
        if (isNew) continue;
        return Error{ErrorKind::Usage,
                     fmt::format("the row '{}' appears twice, on lines {} and {}", result.row.name(),
                                 first->second, result.number),
                     kOneTable};
    }
    return {};
}

constexpr std::string_view kHeading = "performance compared to ";

struct Document {
    std::vector<std::string> ignoredLines;
    std::size_t otherLines = 0;
    std::vector<ResultLine> results;
    std::string device;
    std::optional<std::string> baseline; // of the headings
};

Error usageError(std::string cause, std::string remedy) {
    return {ErrorKind::Usage, std::move(cause), std::move(remedy)};
}

constexpr std::size_t kMostBytes = 4'000'000; // a table has some thousand

// Takes the text line by line.
class Reader {
public:
    Result<void> read(const std::string& line) {
        ++number_;
        const std::string text = unquoted(line);
        if (lowercase(text).starts_with(kHeading)) return readHeading(text);
        if (readAdapters(text)) return {};
        return readResult(text);
    }

    Document take() { return std::move(document_); }

private:
    Result<void> readHeading(const std::string& text);
    bool readAdapters(const std::string& text);
    Result<void> readResult(const std::string& text);
    Result<PrintedFigures> checked(const Figures& figures, const PerfTestRow& row) const;
    void ignore(const std::string& text) {
        document_.ignoredLines.push_back(fmt::format("line {}: {}", number_, text));
    }

    void skip(const std::string& text) {
        if (text.find_first_not_of("`~ ") != std::string::npos) ++document_.otherLines;
    }

    Document document_;
    std::size_t number_ = 0;
    std::optional<std::map<long long, std::string>> adapters_; // from their list to "Using adapter"
};

Result<void> Reader::readHeading(const std::string& text) {
    const std::string_view name = std::string_view(text).substr(kHeading.size());
    const std::optional<PerfTestRow> row = perfTestRow(name);
    if (!row) {
        // Ratios relative to an unknown row must not pass for PerfTest's; other words are not a heading.
        const bool namesRow =
            name.ends_with(" uniform") || name.ends_with(" linear") || name.ends_with(" random");
        if (const std::size_t strategy = name.rfind(" (");
            strategy != name.npos && perfTestRow(name.substr(0, strategy)))
            return usageError(fmt::format("line {}: the figures are those of the strategy '{}'", number_,
                                          name.substr(strategy + 2, name.size() - strategy - 3)),
                              "give the table of descriptor sets alone, which names no strategy");
        if (!namesRow) {
            skip(text);
            return {};
        }
        return usageError(
            fmt::format("line {}: the ratios are relative to '{}', which is not a row of the matrix", number_,
                        name),
            "measure with one of the matrix's rows as the baseline");
    }
    if (document_.baseline && *document_.baseline != row->name()) {
        return usageError(fmt::format("line {}: the ratios are relative to '{}', earlier ones to '{}'",
                                      number_, row->name(), *document_.baseline),
                          kOneTable);
    }
    document_.baseline = row->name();
    return {};
}

// Whether the line belongs to the list of adapters: "Adapters found:", "0: NAME", …, "Using adapter 0".
bool Reader::readAdapters(const std::string& text) {
    constexpr std::string_view kUsing = "Using adapter ";
    if (text == "Adapters found:") {
        adapters_.emplace();
        return true;
    }
    if (!adapters_) return false;
    if (text.starts_with(kUsing)) {
        const std::optional<long long> index = parseInteger(std::string_view(text).substr(kUsing.size()));
        if (index && adapters_->contains(*index)) document_.device = adapters_->at(*index);
        adapters_.reset();
        return true;
    }
    const std::size_t colon = text.find(':');
    const std::optional<long long> index = parseInteger(std::string_view(text).substr(0, colon));
    if (colon == std::string::npos || !index) return false;
    adapters_->emplace(*index, trim(std::string_view(text).substr(colon + 1)));
    return true;
}

Result<void> Reader::readResult(const std::string& text) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::string_view behind = trim(std::string_view(text).substr(std::min(colon + 1, text.size())));
    const std::vector<std::string> words = wordsOf(behind);
    const std::optional<Figures> figures = figuresIn(words);
    const std::optional<PerfTestRow> row = perfTestRow(text.substr(0, colon));
    if (!row || !figures) {
        row || std::ranges::any_of(words, isTime) ? ignore(text) : skip(text);
        return {};
    }
    ResultLine line{.number = number_, .row = *row, .printed = {}};
    VKPERFTEST_TRY(assign(line.printed, checked(*figures, *row)));
    document_.results.push_back(std::move(line));
    return {};
}

Result<PrintedFigures> Reader::checked(const Figures& figures, const PerfTestRow& row) const {
    const auto wrong = [&](const std::string& figure, std::string_view what) {
        return usageError(fmt::format("line {}: {} is not a valid {}", number_, figure, what),
                          "measure the row again, or delete its line");
    };
    const double time = parseNumber(figures.time).value_or(-1);
    if (time <= 0) return wrong(figures.time + "ms", "time of a dispatch");
    const double ratio = parseNumber(figures.ratio).value_or(-1);
    if (ratio <= 0) return wrong(figures.ratio + "x", "ratio");
    const std::string footnote = perfTestFootnote(row);
    return PrintedFigures{.milliseconds = time,
                          .ratio = ratio,
                          .footnote = footnote,
                          .effect = footnote.empty() ? FootnoteEffect::Unknown : FootnoteEffect::Faster};
}

} // namespace

Result<ImportedText> parsePerfTestText(std::string_view text) {
    if (text.size() > kMostBytes)
        return usageError(fmt::format("the text has more than {} bytes", kMostBytes), kOneTable);
    if (text.find('\0') != std::string_view::npos) {
        return usageError("the text is not UTF-8: it contains zero bytes", "save it as UTF-8, not as UTF-16");
    }
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3); // Windows editors put it before UTF-8
    Reader reader;
    for (const std::string& line : split(printable(text, Keep::Lines), '\n'))
        VKPERFTEST_TRY(reader.read(line));
    Document document = reader.take();
    if (document.results.empty()) {
        return usageError("the text has no result of PerfTest's matrix",
                          "it must have lines such as 'Buffer<R8>.Load uniform: 8.963ms 3.911x'");
    }
    renameWrongLabel(document.results);
    VKPERFTEST_TRY(checkUnique(document.results));
    ImportedText imported{.ignoredLines = std::move(document.ignoredLines),
                          .otherLines = document.otherLines};
    RunResult& run = imported.run;
    run.source = "text in PerfTest's form";
    run.device.name = document.device;
    run.settings = {.suite = "matrix",
                    .baseline = document.baseline.value_or(caseName(defaultBaseline())),
                    .strategies = {std::string(kSetName)}};
    for (const ResultLine& line : document.results) {
        run.rows.push_back({.name = line.row.name(),
                            .operation = line.row.operation,
                            .pattern = line.row.pattern,
                            .load = factsOfName(line.row.name())});
        run.rows.back().strategies = {
            {.strategy = std::string(kSetName), .status = Status::Measured, .printed = line.printed}};
    }
    return imported;
}

} // namespace vkperftest
