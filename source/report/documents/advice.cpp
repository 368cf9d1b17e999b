#include <fmt/format.h>

#include "model/json_layout.h"
#include "report/documents.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

Json advisedJson(const Row& row) {
    const PairedRatio& ratio = row.figures->ratio;
    Json json = {{"name", row.name}, {"ratio", jsonNumber(ratio.median)}};
    if (ratio.interval) {
        json["low"] = jsonNumber(ratio.interval->low);
        json["high"] = jsonNumber(ratio.interval->high);
        json["bound"] = boundName(row.figures->bound);
    }
    return json;
}

std::string adviceData(const RunFigures& figures, const AdviceList& list) {
    Json said = Json::array(), unsaid = Json::array();
    for (const Advice& advice : list.said) {
        Json rows = Json::array();
        for (const Row& row : advice.rows) rows.push_back(advisedJson(row));
        said.push_back({{"rule", advice.rule}, {"sentence", advice.sentence}, {"rows", rows}});
    }
    for (const Unsaid& each : list.unsaid) unsaid.push_back({{"rule", each.rule}, {"reason", each.reason}});
    return layOutJson({{"device", deviceLine(*figures.run)},
                       {"baseline", figures.run->settings.baseline},
                       {"advice", said},
                       {"unsaid", unsaid}});
}

// The rows that each sentence rests on.
Section whySection(const Advice& advice) {
    Section section{.title = fmt::format("{}: {}", advice.rule, advice.sentence),
                    .grid = {.columns = {{"row"}, {"ratio"}, {"bound"}}}};
    for (const Row& row : advice.rows) {
        const StrategyFigures& figures = *row.figures;
        section.grid.rows.push_back(
            {row.name, ratioWithInterval(figures.ratio) + marks(figures),
             figures.loadsPerNanosecond ? std::string(boundName(figures.bound)) : ""});
    }
    return section;
}

Section unsaidSection(const std::vector<Unsaid>& unsaid) {
    Section section{.title = "Not said"};
    for (const Unsaid& each : unsaid) section.labels.push_back({each.rule + ":", each.reason});
    return section;
}

} // namespace

Section adviceSection(const AdviceList& list, const RunFigures& figures) {
    Section section{.title = fmt::format("Advice ({})", adviceUnit(figures))};
    for (const Advice& advice : list.said) section.remarks.push_back(advice.sentence);
    if (list.said.empty() && list.note.empty())
        section.remarks.push_back("none: too few rows of the matrix were measured, or not precisely enough.");
    if (!list.note.empty()) section.remarks.push_back(list.note);
    return section;
}

Document adviceDocument(const RunFigures& figures, bool why) {
    const AdviceList list = advise(figures);
    Document document{.heading = "Advice for " + figures.run->device.name,
                      .sections = {adviceSection(list, figures)},
                      .records = {.columns = textColumns("rule,sentence,row,ratio,low,high,bound")},
                      .data = adviceData(figures, list)};
    document.sections[0].subjects = {deviceLine(*figures.run)};
    for (const Advice& advice : list.said) {
        for (const Row& row : advice.rows) {
            const std::optional<Interval>& interval = row.figures->ratio.interval;
            document.records.rows.push_back(
                {advice.rule, advice.sentence, row.name, numberCell(row.figures->ratio.median),
                 interval ? numberCell(interval->low) : "", interval ? numberCell(interval->high) : "",
                 interval ? std::string(boundName(row.figures->bound)) : ""});
        }
        if (why) document.sections.push_back(whySection(advice));
    }
    if (why && !list.unsaid.empty()) document.sections.push_back(unsaidSection(list.unsaid));
    return document;
}

} // namespace vkperftest
