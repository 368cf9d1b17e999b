#include "report/page_plain.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/printable.h"
#include "report/compact_run.h"
#include "report/document.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

using Cells = std::vector<std::string>;
using Files = std::span<const PagePlain* const>;

std::string cellOf(const StrategyResult& result, const std::optional<StrategyFigures>& known) {
    if (!known) return std::string(statusName(result.status));
    if (known->isBaseline) return ratioText(*known);
    return ratioText(*known) + signsOf(result, *known);
}

std::string rowHtml(const Cells& cells, bool isHead) {
    std::string text = "<tr>";
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const bool names = isHead || i == 0;
        text +=
            fmt::format("<{0}>{1}</{2}>", names ? (isHead ? "th scope=\"col\"" : "th scope=\"row\"") : "td",
                        htmlText(cells[i]), names ? "th" : "td");
    }
    return text + "</tr>\n";
}

std::string tableHtml(const std::string& caption, const Cells& titles, const std::vector<Cells>& rows) {
    std::string text = "<div class=\"wide\"><table><caption>" + htmlText(caption) + "</caption>\n<thead>" +
                       rowHtml(titles, true) + "</thead>\n<tbody>\n";
    for (const Cells& each : rows) text += rowHtml(each, false);
    return text + "</tbody></table></div>\n";
}

std::string overviewHtml(Files files, const Json& overview) {
    if (overview.is_null()) return {};
    Cells titles = {"device"};
    for (const Json& bytes : overview["sizes"])
        titles.push_back(fmt::format("for {} bytes", bytes.get<int>()));
    std::vector<Cells> rows;
    const auto add = [&](const std::string& name, const Json& texts) {
        Cells& cells = rows.emplace_back(Cells{name});
        for (const Json& each : texts) {
            const std::string text = each.get<std::string>();
            cells.push_back(text.empty() ? "–" : text);
        }
    };
    for (const Json& each : overview["devices"])
        add(files[each["files"][0].get<std::size_t>()]->line, each["fastest"]);
    add("on all devices", overview["common"]);
    add("on most devices", overview["mostly"]);
    return "<h2>Which load is fastest?</h2>\n" + tableHtml("Fastest load for each device", titles, rows) +
           "<p>" + htmlText(overview["difference"].get<std::string>()) + "</p>\n";
}

// One table for the files of a suite. Rows are in the order of the first file that has each.
std::string suiteHtml(Files files, const std::string& suite) {
    Cells titles = {"row"};
    std::vector<Cells> rows;
    std::map<std::string_view, std::size_t> places;
    const PagePlain* first = nullptr;
    for (const PagePlain* file : files) {
        if (file->suite != suite) continue;
        if (first == nullptr) first = file;
        for (const PagePlain::Column& column : file->columns) {
            titles.push_back(file->line + (file->columns.size() > 1 ? ", " + column.strategy : ""));
            for (std::size_t row = 0; row < file->rows.size(); ++row) {
                const auto [at, isNew] = places.emplace(file->rows[row], rows.size());
                if (isNew) rows.push_back({file->rows[row]});
                rows[at->second].resize(titles.size() - 1);
                rows[at->second].push_back(column.cells[row]);
            }
        }
    }
    for (Cells& cells : rows) cells.resize(titles.size());
    const std::string heading = suite.empty() ? "Ratios" : "Ratios of the suite " + suite;
    return "<h2>" + htmlText(heading) + "</h2>\n" +
           tableHtml("Times as fast as " + first->baseline + "; bigger is faster", titles, rows);
}

} // namespace

PagePlain pagePlain(const RunFigures& figures, std::vector<std::string> sentences) {
    const RunResult& run = *figures.run;
    PagePlain plain{.line = printable(deviceLine(run)),
                    .suite = printable(run.settings.suite),
                    .baseline = printable(run.settings.baseline),
                    .rows = {},
                    .columns = {},
                    .sentences = std::move(sentences)};
    for (const std::string& strategy : run.settings.strategies)
        plain.columns.push_back({printable(strategy), {}});
    for (const RowFigures& row : figures.rows) {
        plain.rows.push_back(printable(row.row->name));
        for (std::size_t s = 0; s < plain.columns.size(); ++s)
            plain.columns[s].cells.push_back(cellOf(row.row->strategies[s], row.strategies[s]));
    }
    return plain;
}

std::string plainHtml(Files files, const Json& overview) {
    std::string text =
        "<noscript>\n<p>Charts, filters and samples need JavaScript, which is part of this page. "
        "Without it, the page shows these tables.</p>\n" +
        overviewHtml(files, overview);
    Cells suites;
    for (const PagePlain* file : files) {
        if (std::ranges::count(suites, file->suite) > 0) continue;
        suites.push_back(file->suite);
        text += suiteHtml(files, file->suite);
    }
    Cells meanings;
    for (const SignMeaning& each : signMeanings())
        meanings.push_back(fmt::format("{} {}", each.sign, each.meaning));
    meanings.emplace_back("~ not comparable");
    const auto list = [](const Cells& sentences) {
        std::string items = "<ul>\n";
        for (const std::string& each : sentences)
            if (!each.empty()) items += "<li>" + htmlText(each) + "</li>\n";
        return items + "</ul>\n";
    };
    text += "<h2>Signs</h2>\n" + list(meanings) + "<h2>Files</h2>\n";
    for (const PagePlain* file : files)
        text += "<h3>" + htmlText(file->line) + "</h3>\n" + list(file->sentences);
    return text + "</noscript>\n";
}

} // namespace vkperftest
