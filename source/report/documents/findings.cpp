#include <fmt/format.h>

#include "base/text.h"
#include "model/json_layout.h"
#include "report/documents.h"
#include "report/phrases.h"
#include "report/quality_phrases.h"

namespace vkperftest {
namespace {

std::string jsonFinding(const Finding& finding) {
    return fmt::format("{{\"subject\": {}, \"verdict\": {}, \"sentence\": {}}}", jsonString(finding.subject),
                       jsonString(finding.verdict), jsonString(finding.sentence));
}

// Each element on its own line.
template <class Elements, class Write> std::string jsonList(const Elements& elements, Write write) {
    std::vector<std::string> lines;
    for (const auto& element : elements) lines.push_back(write(element));
    return lines.empty() ? "[]" : "[\n  " + join(lines, ",\n  ") + "\n ]";
}

} // namespace

Document findingsDocument(const Experiment& experiment, const RunFigures& figures,
                          std::span<const Finding> findings) {
    const RunResult& run = *figures.run;
    const std::string name(experiment.name), device = deviceLine(run);
    std::vector<std::string> remarks = remarksWithoutMarks(figures), subjects = {device};
    if (const std::string quality = qualityLine(figures); !quality.empty()) {
        subjects.push_back(quality);
        remarks.insert(remarks.begin(), quality);
    }
    Grid grid{.columns = {{"subject"}, {"verdict", Kind::Text, false}, {"finding"}},
              .layout = Grid::Layout::Untitled};
    Grid records{.columns = textColumns("experiment,device,subject,verdict,sentence")};
    for (const Finding& finding : findings) {
        grid.rows.push_back({finding.subject, finding.verdict, finding.sentence});
        records.rows.push_back({name, run.device.name, finding.subject, finding.verdict, finding.sentence});
    }
    std::string json =
        fmt::format("{{\n \"experiment\": {},\n \"question\": {},\n \"device\": {},\n \"started\": {},\n"
                    " \"findings\": {},\n \"remarks\": {}\n}}\n",
                    jsonString(name), jsonString(experiment.question), jsonString(device),
                    jsonString(run.started), jsonList(findings, jsonFinding), jsonList(remarks, jsonString));
    return {.heading = "Findings: " + name,
            .sections = {{.title = fmt::format("{}: {}", name, experiment.question),
                          .subjects = std::move(subjects),
                          .grid = std::move(grid),
                          .remarks = remarksWithoutMarks(figures)}},
            .records = std::move(records),
            .data = std::move(json),
            .notes = remarks};
}

} // namespace vkperftest
