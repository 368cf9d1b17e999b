#include "report/findings_formats.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/named.h"
#include "base/text.h"
#include "model/json_layout.h"
#include "report/grid.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

constexpr const char* kBold = "\x1b[1m";
constexpr const char* kPlain = "\x1b[0m";

constexpr std::array<FindingsFormat, 4> kFormats = {{
    {"table", true, findingsTable},
    {"markdown", true, findingsMarkdown},
    {"csv", false, findingsCsv},
    {"json", true, findingsJson},
}};

std::string questionOf(const JudgedRun& judged) {
    return fmt::format("{}: {}", judged.experiment.name, judged.experiment.question);
}

std::string jsonFinding(const Finding& finding) {
    return fmt::format("{{\"subject\": {}, \"verdict\": {}, \"sentence\": {}}}", jsonString(finding.subject),
                       jsonString(finding.verdict), jsonString(finding.sentence));
}

// Each element on its own line.
std::string jsonList(const std::vector<std::string>& elements) {
    return elements.empty() ? "[]" : "[\n  " + join(elements, ",\n  ") + "\n ]";
}

} // namespace

std::span<const FindingsFormat> findingsFormats() {
    return kFormats;
}

Result<const FindingsFormat*> findFindingsFormat(std::string_view name) {
    return findNamed(kFormats, name, "experiments have no format");
}

std::string findingsTable(const JudgedRun& judged, const ReportStyle& style) {
    const std::string question = questionOf(judged);
    std::string text = style.color ? kBold + question + kPlain + "\n" : question + "\n";
    text += deviceLine(*judged.figures.run) + "\n\n";
    std::size_t width = 0;
    for (const Finding& finding : judged.findings) width = std::max(width, columns(finding.subject));
    for (const Finding& finding : judged.findings)
        text += fmt::format("{}  {}\n", padRight(finding.subject, width), finding.sentence);
    text += "\n";
    for (const std::string& remark : remarksWithoutMarks(judged.figures)) text += remark + "\n";
    return text;
}

std::string findingsMarkdown(const JudgedRun& judged, const ReportStyle&) {
    std::string text = fmt::format("**{}**\n\n{}\n\n", markdownText(questionOf(judged)),
                                   markdownText(deviceLine(*judged.figures.run)));
    std::vector<std::vector<std::string>> rows;
    for (const Finding& finding : judged.findings)
        rows.push_back({finding.subject, finding.verdict, finding.sentence});
    return text + markdownGrid({{"subject"}, {"verdict"}, {"finding"}}, rows) + "\n" +
           markdownList(remarksWithoutMarks(judged.figures));
}

std::string findingsCsv(const JudgedRun& judged, const ReportStyle&) {
    std::vector<std::vector<std::string>> rows;
    for (const Finding& finding : judged.findings) {
        rows.push_back({std::string(judged.experiment.name), judged.figures.run->device.name, finding.subject,
                        finding.verdict, finding.sentence});
    }
    return csvGrid({{"experiment"}, {"device"}, {"subject"}, {"verdict"}, {"sentence"}}, rows);
}

std::string findingsJson(const JudgedRun& judged, const ReportStyle&) {
    std::vector<std::string> findings, remarks;
    for (const Finding& finding : judged.findings) findings.push_back(jsonFinding(finding));
    for (const std::string& remark : remarksWithoutMarks(judged.figures))
        remarks.push_back(jsonString(remark));
    return fmt::format("{{\n \"experiment\": {},\n \"question\": {},\n \"device\": {},\n \"started\": {},\n"
                       " \"findings\": {},\n \"remarks\": {}\n}}\n",
                       jsonString(judged.experiment.name), jsonString(judged.experiment.question),
                       jsonString(deviceLine(*judged.figures.run)), jsonString(judged.figures.run->started),
                       jsonList(findings), jsonList(remarks));
}

} // namespace vkperftest
