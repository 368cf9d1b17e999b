#include <fmt/format.h>

#include "base/text.h"
#include "model/json_layout.h"
#include "report/documents.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

std::string jsonFinding(const Finding& finding) {
    return fmt::format("{{\"subject\": {}, \"verdict\": {}, \"sentence\": {}}}", jsonString(finding.subject),
                       jsonString(verdictText(finding)), jsonString(finding.sentence));
}

// Each element on its own line.
template <class Elements, class Write> std::string jsonList(const Elements& elements, Write write) {
    std::vector<std::string> lines;
    for (const auto& element : elements) lines.push_back(write(element));
    return lines.empty() ? "[]" : "[\n  " + join(lines, ",\n  ") + "\n ]";
}

Grid toldTogether(const Answer& answer) {
    Grid grid{.columns = {{"subject"}, {"verdict", Kind::Text, false}, {"finding"}},
              .layout = Grid::Layout::Untitled};
    for (const ToldTogether& told : tellTogether(answer.findings))
        grid.rows.push_back({told.subjects, told.verdict, told.sentence});
    return grid;
}

Json jsonOf(const TargetAnswer& target) {
    Json findings = Json::array();
    for (const Finding& finding : target.answer.findings)
        findings.push_back({{"subject", finding.subject},
                            {"verdict", verdictText(finding)},
                            {"sentence", finding.sentence}});
    return {{"target", target.target},
            {"device", target.device},
            {"conclusion", target.answer.conclusion},
            {"findings", std::move(findings)}};
}

} // namespace

Document findingsDocument(const Experiment& experiment, const RunFigures& figures, const Answer& answer) {
    const RunResult& run = *figures.run;
    const std::string name(experiment.name), device = deviceLine(run);
    std::vector<std::string> remarks = remarksWithoutMarks(figures);
    std::vector<std::string> subjects = {fmt::format("{}: {}", name, experiment.question), device};
    if (const std::string quality = qualityLine(figures); !quality.empty()) {
        subjects.push_back(quality);
        remarks.insert(remarks.begin(), quality);
    }
    Grid records{.columns = textColumns("experiment,device,subject,verdict,sentence")};
    for (const Finding& finding : answer.findings)
        records.rows.push_back(
            {name, run.device.name, finding.subject, verdictText(finding), finding.sentence});
    std::string json = fmt::format(
        "{{\n \"experiment\": {},\n \"question\": {},\n \"device\": {},\n \"started\": {},\n"
        " \"conclusion\": {},\n \"findings\": {},\n \"remarks\": {}\n}}\n",
        jsonString(name), jsonString(experiment.question), jsonString(device), jsonString(run.started),
        jsonString(answer.conclusion), jsonList(answer.findings, jsonFinding), jsonList(remarks, jsonString));
    std::vector<std::string> notes = remarks;
    notes.insert(notes.begin(), answer.conclusion);
    return {.heading = "Findings: " + name,
            .sections = {{.title = answer.conclusion,
                          .subjects = std::move(subjects),
                          .grid = toldTogether(answer),
                          .remarks = remarksWithoutMarks(figures)}},
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
