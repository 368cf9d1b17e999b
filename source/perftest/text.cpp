#include "perftest/text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "cases/suite.h"
#include "perftest/matrix_rows.h"
#include "perftest/text_results.h"

namespace vkperftest {
namespace {

constexpr std::string_view kHeading = "performance compared to ";

struct Document {
    std::vector<std::string> strategies, ignoredLines;
    std::vector<std::size_t> otherLines;
    std::vector<ResultLine> results;
    std::string device;
    std::optional<std::string> baseline; // of the headings
    bool lacksRatios = false;            // all figures are times alone
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
    std::size_t strategyIndex();
    void ignore(const std::string& text) {
        document_.ignoredLines.push_back(fmt::format("line {}: {}", number_, text));
    }

    void skip(const std::string& text) {
        if (text.find_first_not_of("`~ ") != std::string::npos) document_.otherLines.push_back(number_);
    }

    Document document_;
    std::size_t number_ = 0;
    std::string strategy_{kSetName};
    std::optional<std::map<long long, std::string>> adapters_; // from their list to "Using adapter"
    std::optional<std::pair<std::size_t, Figures>> form_;      // the first figures and their line
};

Result<void> Reader::readHeading(const std::string& text) {
    std::string_view name = std::string_view(text).substr(kHeading.size());
    std::string strategy(kSetName);
    if (const std::size_t at = name.rfind(" ("); at != std::string_view::npos && name.ends_with(')')) {
        strategy = name.substr(at + 2, name.size() - at - 3);
        name = name.substr(0, at);
    }
    const std::optional<PerfTestRow> row = perfTestRow(name);
    if (!row) {
        // Ratios relative to an unknown row must not pass for PerfTest's; other words are not a heading.
        const bool namesRow =
            name.ends_with(" uniform") || name.ends_with(" linear") || name.ends_with(" random");
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
    strategy_ = strategy;
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
    const std::optional<PerfTestLine> line = partsOf(text);
    if (!line) {
        skip(text);
        return {};
    }
    const std::optional<PerfTestRow> row = perfTestRow(line->name);
    const std::optional<Figures>& figures = line->figures;
    std::optional<StrategyResult> result = line->unmeasured;
    if (!row || (!result && !figures)) {
        row || line->looksLikeResult ? ignore(text) : skip(text);
        return {};
    }
    if (figures) {
        if (form_ && form_->second.ratio.empty() != figures->ratio.empty()) {
            return usageError(
                fmt::format("the figures on line {} have a different form from those on line {}", number_,
                            form_->first),
                kOneTable);
        }
        if (!form_) form_.emplace(number_, *figures);
        document_.lacksRatios = figures->ratio.empty();
        Result<PrintedFigures> printed = checked(*figures, *row);
        if (!printed.ok()) return printed.error();
        result = StrategyResult{.status = Status::Measured, .printed = std::move(printed).value()};
    }
    document_.results.push_back(
        {number_, strategyIndex(), *row, std::move(*result), figures.value_or(Figures{})});
    return {};
}

Result<PrintedFigures> Reader::checked(const Figures& figures, const PerfTestRow& row) const {
    const auto wrong = [&](const std::string& figure, std::string_view what) {
        return usageError(fmt::format("line {}: {} is not a valid {}", number_, figure, what),
                          "measure the row again, or delete its line");
    };
    const double time = parseNumber(figures.time).value_or(-1);
    if (time <= 0) return wrong(figures.time + "ms", "time of a dispatch");
    const double ratio = figures.ratio.empty() ? 1 : parseNumber(figures.ratio).value_or(-1);
    if (ratio <= 0) return wrong(figures.ratio + "x", "ratio");
    return PrintedFigures{.milliseconds = time,
                          .ratio = figures.ratio.empty() ? 0 : ratio,
                          .caveat = perfTestCaveat(row, RawLoads::Plain),
                          .effect = perfTestCaveatEffect(row, RawLoads::Plain)};
}

std::size_t Reader::strategyIndex() {
    std::vector<std::string>& all = document_.strategies;
    const auto found = std::find(all.begin(), all.end(), strategy_);
    const auto index = static_cast<std::size_t>(found - all.begin());
    if (found == all.end()) all.push_back(strategy_);
    return index;
}

std::vector<RowResult> rowsOf(Document& document) {
    std::vector<RowResult> rows;
    for (ResultLine& line : document.results) {
        auto row = std::find_if(rows.begin(), rows.end(),
                                [&](const RowResult& other) { return other.name == line.row.name(); });
        if (row == rows.end()) {
            row = rows.insert(row, printedRow(line.row));
            for (const std::string& strategy : document.strategies)
                row->strategies.push_back({.strategy = strategy, .reason = {ReasonKind::NotInText}});
        }
        StrategyResult& result = row->strategies[line.strategy];
        line.result.strategy = result.strategy;
        result = std::move(line.result);
    }
    return rows;
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
        return usageError(
            "the text has no result of PerfTest's matrix",
            "it must have lines such as 'Buffer<R8>.Load uniform: 8.963ms 3.911x', or such as 'Load R8 "
            "invariant: 0.536ms' of 2017");
    }
    renameWrongLabel(document.results);
    VKPERFTEST_TRY(checkUnique(document.results));
    ImportedText imported{.ignoredLines = std::move(document.ignoredLines),
                          .otherLines = std::move(document.otherLines)};
    RunResult& run = imported.run;
    run.source = "text in PerfTest's form";
    run.device.name = document.device;
    run.settings = {.suite = "matrix",
                    .baseline = document.baseline.value_or(caseName(defaultBaseline())),
                    .strategies = document.strategies};
    if (document.lacksRatios)
        VKPERFTEST_TRY(computeRatios(document.results, run.settings.baseline));
    else
        refine(document.results, run.settings.baseline);
    run.rows = rowsOf(document);
    return imported;
}

} // namespace vkperftest
