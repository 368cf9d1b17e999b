// For programs: JSON, CSV, and PerfTest's own text; and the table of all formats.
#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/suite.h"
#include "model/json_layout.h"
#include "model/perftest_text.h"
#include "report/phrases.h"
#include "report/results_json.h"
#include "report/writers.h"

namespace vkperftest {
namespace {

Json cellJson(Kind kind, const std::string& cell) {
    if (kind == Kind::Flag) return cell.empty() ? Json(nullptr) : Json(cell == "yes");
    if (kind != Kind::Number) return cell;
    if (cell.empty()) return nullptr;
    const std::optional<double> number = parseNumber(cell);
    return number ? jsonNumber(*number) : Json(cell);
}

} // namespace

std::string writeJson(const Document& document, const Display&) {
    if (document.figures != nullptr) return runToJson(*document.figures, !document.figures->run->interrupted);
    if (!document.data.empty()) return document.data;
    const Grid& records = recordsOf(document);
    Json list = Json::array();
    for (const std::vector<std::string>& record : records.rows) {
        Json object = Json::object();
        for (std::size_t i = 0; i < records.columns.size(); ++i)
            object[records.columns[i].title] =
                cellJson(records.columns[i].kind, i < record.size() ? record[i] : "");
        list.push_back(std::move(object));
    }
    return layOutJson(document.notes.empty() ? list : Json({{"notes", document.notes}, {"records", list}}));
}

static std::string quoted(const std::string& cell) {
    if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
    std::string result = "\"";
    for (const char c : cell) result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + "\"";
}

std::string writeCsv(const Document& document, const Display&) {
    const Grid& records = recordsOf(document);
    std::vector<std::string> cells;
    for (const Column& column : records.columns) cells.push_back(quoted(column.title));
    std::string text = join(cells, ",") + "\n";
    for (const std::vector<std::string>& record : records.rows) {
        cells.assign(records.columns.size(), "");
        std::transform(record.begin(), record.end(), cells.begin(), quoted);
        text += join(cells, ",") + "\n";
    }
    return text;
}

std::string writePerfTest(const Document& document, const Display&) {
    const RunResult& run = *document.figures->run;
    std::string text;
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s) {
        const std::string suffix = s == 0 ? "" : fmt::format(" ({})", run.settings.strategies[s]);
        text += fmt::format("{}Performance compared to {}{}\n\n", s == 0 ? "" : "\n",
                            plainName(run, run.settings.baseline), suffix);
        for (const RowFigures& row : document.figures->rows) {
            const std::string name = plainName(run, row.row->name); // PerfTest has no settings
            if (run.settings.suite == kDefaultSuite && perfTestRow(name) == nullptr) continue;
            const std::optional<StrategyFigures>& known = row.strategies[s];
            const StrategyResult& result = row.row->strategies[s];
            std::string what = unmeasuredText({result.status, result.reason});
            if (known)
                what = (known->milliseconds ? fmt::format("{:.3f}ms ", *known->milliseconds) : "") +
                       ratioText(*known);
            text += fmt::format("{}: {}\n", name, what);
        }
    }
    return text;
}

constexpr Writer kWriters[] = {
    {"table", Shown::Sections, writeTable},       {"csv", Shown::Records, writeCsv},
    {"markdown", Shown::Sections, writeMarkdown}, {"json", Shown::Data, writeJson},
    {"perftest", Shown::Run, writePerfTest}, // of runs alone
};

std::span<const Writer> runWriters() {
    return kWriters;
}

std::span<const Writer> writers() {
    return runWriters().first<4>();
}

} // namespace vkperftest
