#include <fmt/format.h>

#include "base/text.h"
#include "experiments/binding.h"
#include "model/json_layout.h"
#include "report/documents.h"
#include "report/documents/windows.h"
#include "report/finding_json.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

Json jsonOf(const FoundFigure& figure) {
    const std::optional<Interval>& interval = figure.value.interval;
    const bool times = !figure.reference.empty();
    const std::string key = times ? "times" : "nanoseconds";
    Json json = {{"name", figure.name}};
    if (times) {
        json["strategy"] = figure.strategy;
        json["reference"] = figure.reference;
        json["reference_strategy"] = figure.referenceStrategy;
    }
    json[key] = jsonNumber(figure.value.median);
    json[key + "_low"] = interval ? jsonNumber(interval->low) : Json(nullptr);
    json[key + "_high"] = interval ? jsonNumber(interval->high) : Json(nullptr);
    return json;
}

Json findingsJson(const std::vector<Finding>& findings) {
    Json all = Json::array();
    for (const Finding& finding : findings) {
        all.push_back({{"subject", finding.subject},
                       {"verdict", verdictText(finding)},
                       {"sentence", finding.sentence},
                       {"figures", figuresJson(finding)}});
    }
    return all;
}

// The cells of each figure; one list of empty cells if the finding has no figures.
std::vector<std::vector<std::string>> figureCells(const Finding& finding) {
    std::vector<std::vector<std::string>> all;
    for (const FoundFigure& figure : finding.figures) {
        const std::optional<Interval>& interval = figure.value.interval;
        const std::vector<std::string> value = {numberCell(figure.value.median),
                                                interval ? numberCell(interval->low) : "",
                                                interval ? numberCell(interval->high) : ""};
        std::vector<std::string> cells = {figure.name, figure.strategy, figure.reference,
                                          figure.referenceStrategy};
        if (figure.reference.empty()) cells.resize(cells.size() + value.size()); // no times
        cells.insert(cells.end(), value.begin(), value.end());
        cells.resize(4 + 2 * value.size());
        all.push_back(std::move(cells));
    }
    if (all.empty()) all.emplace_back(std::vector<std::string>(10));
    return all;
}

Grid toldTogether(const Answer& answer) {
    Grid grid{.columns = {{"subject"}, {"verdict", Kind::Text, false}, {"finding"}},
              .layout = Grid::Layout::Untitled};
    for (const ToldTogether& told : tellTogether(answer.findings))
        grid.rows.push_back({told.subjects, told.verdict, told.sentence});
    return grid;
}

// The table of the experiment "binding"; none if no row was measured under `set` and another strategy.
std::vector<Section> strategySections(const RunFigures& figures) {
    const std::vector<KindTime> times = timesByKind(figures);
    if (times.empty()) return {};
    Grid grid{.columns = {{"strategy"}, {"loads"}, {"times as long", Kind::Number}, {"rows", Kind::Number}}};
    for (const KindTime& each : times) {
        const bool begins = &each == &times.front() || each.strategy != (&each)[-1].strategy;
        grid.rows.push_back({begins ? each.strategy : "", std::string(kBoundKinds[each.kind]),
                             fmt::format("{:.2f} {}", each.times.median, plusMinus(each.times)),
                             std::to_string(each.rows)});
    }
    return {
        {.caption = "Times as long as under set, by kind of load, ± half of the 95 % interval",
         .grid = std::move(grid),
         .remarks = {"Each figure is the geometric mean over the given number of rows of its kind, "
                     "whatever limits them. Strategies can have different rows; the findings name them."}}};
}

Json jsonOf(const TargetAnswer& target) {
    return {{"target", target.target},
            {"device", target.device},
            {"conclusion", target.answer.conclusion},
            {"findings", findingsJson(target.answer.findings)}};
}

} // namespace

Json figuresJson(const Finding& finding) {
    Json figures = Json::array();
    for (const FoundFigure& figure : finding.figures) figures.push_back(jsonOf(figure));
    return figures;
}

Document findingsDocument(const Experiment& experiment, const RunFigures& figures, const Answer& answer) {
    const RunResult& run = *figures.run;
    const std::string name(experiment.name), device = deviceLine(run);
    std::vector<std::string> remarks = remarksWithoutMarks(figures);
    std::vector<std::string> subjects = {fmt::format("{}: {}", name, experiment.question), device};
    if (const std::string quality = qualityLine(figures); !quality.empty()) {
        subjects.push_back(quality);
        remarks.insert(remarks.begin(), quality);
    }
    Grid records{.columns = textColumns("experiment,device,subject,verdict,sentence,name,strategy,reference,"
                                        "reference_strategy,times,times_low,times_high,nanoseconds,"
                                        "nanoseconds_low,nanoseconds_high")};
    for (const Finding& finding : answer.findings) {
        for (const std::vector<std::string>& figure : figureCells(finding)) {
            std::vector<std::string>& cells = records.rows.emplace_back(std::vector<std::string>{
                name, run.device.name, finding.subject, verdictText(finding), finding.sentence});
            cells.insert(cells.end(), figure.begin(), figure.end());
        }
    }
    std::string json = layOutJson({{"experiment", name},
                                   {"question", experiment.question},
                                   {"device", device},
                                   {"started", run.started},
                                   {"conclusion", answer.conclusion},
                                   {"findings", findingsJson(answer.findings)},
                                   {"remarks", remarks}});
    std::vector<std::string> notes = remarks;
    notes.insert(notes.begin(), answer.conclusion);
    std::vector<Section> sections = {{.title = answer.conclusion,
                                      .subjects = std::move(subjects),
                                      .grid = toldTogether(answer),
                                      .remarks = remarksWithoutMarks(figures)}};
    for (Section& section : windowSections(figures)) sections.push_back(std::move(section));
    if (name == kBindingSuite)
        for (Section& section : strategySections(figures)) sections.push_back(std::move(section));
    return {.heading = "Findings: " + name,
            .sections = std::move(sections),
            .records = std::move(records),
            .data = std::move(json),
            .notes = std::move(notes)};
}

Document codeFindingsDocument(const Experiment& experiment, std::span<const TargetAnswer> targets) {
    const std::string name(experiment.name);
    const std::string none = "No figures: nothing was executed; measure on the GPU.";
    Document document{
        .heading = "Findings of code: " + name,
        .records = {.columns = textColumns("experiment,target,device,subject,verdict,sentence")}};
    Json list = Json::array();
    for (const TargetAnswer& target : targets) {
        list.push_back(jsonOf(target));
        const Answer& answer = target.answer;
        const std::string conclusion = (targets.size() > 1 ? target.target + ": " : "") + answer.conclusion;
        document.notes.push_back(conclusion);
        document.sections.push_back(
            {.title = conclusion,
             .subjects = {fmt::format("{}: {}", name, experiment.question), target.device, none},
             .grid = toldTogether(answer)});
        for (const Finding& finding : answer.findings)
            document.records.rows.push_back({name, target.target, target.device, finding.subject,
                                             verdictText(finding), finding.sentence});
    }
    document.notes.push_back(none);
    document.data = layOutJson({{"experiment", name},
                                {"question", experiment.question},
                                {"targets", std::move(list)},
                                {"remarks", std::vector{none}}});
    return document;
}

} // namespace vkperftest
