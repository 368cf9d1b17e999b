#include <algorithm>
#include <set>
#include <span>

#include <fmt/format.h>

#include "analysis/window_figures.h"
#include "base/text.h"
#include "cases/walk.h"
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

// Of a size that cannot be used.
std::string markOf(Inconclusive why) {
    return why == Inconclusive::TwiceTooFast ? "< 1.5x" : why == Inconclusive::AboveUnit ? "> unit" : "order";
}

// The nanoseconds of a load in a chain; of loads that do not wait for each other, the loads in a nanosecond.
std::string cellOf(const WalkCurve& curve, std::uint64_t bytes, bool chain) {
    if (const auto found = std::ranges::find(curve.unusable, bytes, &UnusableWindow::bytes);
        found != curve.unusable.end())
        return markOf(found->why);
    const auto found = std::ranges::find(curve.windows, bytes, &WindowPoint::bytes);
    if (found == curve.windows.end()) return "";
    return loadsText(chain ? found->point.time : 1 / found->point.time);
}

// A column for each walk of the kind.
void addSection(std::vector<Section>& sections, const std::vector<WalkCurve>& curves, bool chain,
                std::string caption) {
    Section section{.caption = std::move(caption), .grid = {.columns = {{"window"}}}};
    std::vector<const WalkCurve*> shown;
    std::set<std::uint64_t> sizes;
    std::set<Inconclusive> marks;
    for (const WalkCurve& curve : curves) {
        if (findWalk(curve.walk)->chain != chain) continue;
        shown.push_back(&curve);
        section.grid.columns.push_back(
            {.title = curve.walk.substr(0, curve.walk.find(" loads")), .kind = Kind::Number});
        for (const WindowPoint& window : curve.windows) sizes.insert(window.bytes);
        for (const auto& [bytes, why] : curve.unusable) {
            sizes.insert(bytes);
            marks.insert(why);
        }
    }
    if (shown.empty()) return;
    for (const std::uint64_t bytes : sizes) {
        std::vector<std::string>& cells = section.grid.rows.emplace_back(std::vector{sizeText(bytes)});
        for (const WalkCurve* const curve : shown) cells.push_back(cellOf(*curve, bytes, chain));
    }
    for (const Inconclusive why : marks)
        section.remarks.push_back(fmt::format("{}: not usable, {}", markOf(why), inconclusiveText({why})));
    sections.push_back(std::move(section));
}

} // namespace

Document findingsDocument(const Experiment& experiment, const RunFigures& figures, const Answer& answer) {
    const RunResult& run = *figures.run;
    const std::string name(experiment.name), device = deviceLine(run), verdict = verdictLine(answer);
    std::vector<std::string> remarks = remarksWithoutMarks(figures);
    if (const std::string quality = qualityLine(figures); !quality.empty())
        remarks.insert(remarks.begin(), quality);
    Section conclusion{.title = fmt::format("{}: {}", name, experiment.question),
                       .subjects = {device},
                       .above = verdictSentences(answer)};
    append(conclusion.subjects, troubles(figures));
    if (const std::string doubt = doubtLine(figures); !doubt.empty()) conclusion.subjects.push_back(doubt);
    Document document{
        .heading = "Findings: " + name,
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
                                {"remarks", remarks}});
    document.sections.back().remarks = std::move(remarks);
    for (Section& section : windowSections(figures)) document.sections.push_back(std::move(section));
    for (Section& section : std::span(document.sections).subspan(1)) section.from = Extent::All;
    document.notes = doubts(figures);
    document.notes.insert(document.notes.begin(), verdict);
    return document;
}

std::vector<Section> windowSections(const RunFigures& figures) {
    const std::vector<WalkCurve> curves = walkCurves(*figures.run);
    std::vector<Section> sections;
    addSection(sections, curves, true,
               "Nanoseconds of a load in a chain, with the instructions between two loads, by the size of "
               "the window");
    addSection(sections, curves, false,
               "Loads of 16 bytes in a nanosecond, by the size of the window that all workgroups share");
    return sections;
}

} // namespace vkperftest
