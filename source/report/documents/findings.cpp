#include <span>

#include <fmt/format.h>

#include "base/text.h"
#include "model/json_layout.h"
#include "report/documents.h"
#include "report/findings.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

// A record for each figure of the finding; one without a figure if it has none. `first`: its first columns.
void addRecords(const Json& json, const Json& first, Grid& records) {
    std::vector<Json> figures;
    for (const Json& figure : json["figures"])
        if (!figure.value("times", Json()).is_null() || !figure.value("nanoseconds", Json()).is_null())
            figures.push_back(figure);
    if (figures.empty()) figures.push_back(Json::object());
    for (Json& record : figures) {
        record.erase("why");
        record.update(first);
        for (const char* key : {"topic", "subject", "verdict", "text"}) record[key] = json[key];
        addRecord(record, records);
    }
}

// A section for each topic. `first`: what precedes them.
std::vector<Section> findingSections(Section first, const std::vector<Finding>& findings) {
    std::vector<Section> sections = {std::move(first)};
    std::string topic;
    for (const Finding& finding : findings) {
        if (sections.size() == 1 || finding.topic != topic) {
            sections.push_back({.caption = capitalized(finding.topic),
                                .grid = {.columns = {{"subject"}, {"verdict"}, {"finding"}},
                                         .layout = Grid::Layout::Untitled}});
            topic = finding.topic;
        }
        sections.back().grid.rows.push_back(
            {finding.subject, std::string(verdictWord(finding)), findingText(finding)});
    }
    return sections;
}

} // namespace

Document findingsDocument(const Experiment& experiment, const RunFigures& figures, const Answer& answer) {
    const RunResult& run = *figures.run;
    const std::string name(experiment.name), device = deviceLine(run), verdict = verdictLine(answer);
    std::vector<std::string> all = remarks(figures, false);
    if (const std::string quality = qualityLine(figures); !quality.empty()) all.insert(all.begin(), quality);
    Section conclusion{.title = fmt::format("{}: {}", name, experiment.question),
                       .subjects = {device},
                       .above = verdictSentences(answer)};
    append(conclusion.subjects, troubles(figures));
    addText(conclusion.subjects, doubtLine(figures));
    Document document{
        .sections = findingSections(std::move(conclusion), answer.findings),
        .more = "--all prints every row.",
        .records = {.columns = textColumns(
                        "experiment,device,topic,subject,verdict,text,name,strategy,reference,"
                        "reference_strategy,times,times_low,times_high,nanoseconds,nanoseconds_low,"
                        "nanoseconds_high")}};
    Json findings = Json::array();
    for (const Finding& finding : answer.findings) {
        findings.push_back(findingJson(finding));
        addRecords(findings.back(), {{"experiment", name}, {"device", run.device.name}}, document.records);
    }
    document.data = layOutJson({{"experiment", name},
                                {"question", experiment.question},
                                {"device", device},
                                {"started", run.started},
                                {"verdict", verdict},
                                {"findings", std::move(findings)},
                                {"remarks", all}});
    document.sections.back().remarks = std::move(all);
    for (Section& section : std::span(document.sections).subspan(1)) section.from = Extent::All;
    document.notes = doubts(figures);
    document.notes.insert(document.notes.begin(), verdict);
    return document;
}

} // namespace vkperftest
