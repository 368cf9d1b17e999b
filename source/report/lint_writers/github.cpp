// Workflow commands of GitHub Actions, which become annotations of a change's lines, escaped as GitHub's
// documentation of workflow commands requires.
#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "report/lint_report.h"

namespace vkperftest {
namespace {

constexpr std::string_view kGithubLevels[] = {"notice", "warning", "error"}; // as Severity
constexpr std::string_view kInProperty = "%\r\n:,", kInMessage = "%\r\n";    // what each escapes

std::string escaped(std::string_view text, std::string_view special) {
    std::string result;
    for (const char c : printable(text, Keep::Lines)) {
        if (special.find(c) == std::string_view::npos)
            result += c;
        else
            result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return result;
}

std::string command(const ReportedFinding& finding) {
    const Place& place = finding.place;
    std::string text = fmt::format("::{} file={}", kGithubLevels[static_cast<std::size_t>(finding.severity)],
                                   escaped(place.file, kInProperty));
    if (place.line > 0) text += fmt::format(",line={}", place.line);
    if (place.column > 0) text += fmt::format(",col={}", place.column);
    if (place.endColumn > place.column) text += fmt::format(",endColumn={}", place.endColumn - 1);
    std::string body = finding.message;
    for (const std::string& remedy : finding.remedies) body += "\n" + remedy;
    for (const MeasuredClaim& claim : finding.measured)
        body += fmt::format("\nMeasured on {}: {} (verdict: {})", claim.device, claim.measured,
                            verdictWords(claim.verdict));
    for (const CompiledLoad& code : finding.compiled)
        body += fmt::format("\n{}: {} (of {})", code.target, code.loads, code.row);
    return fmt::format("{},title={}::{}\n", text, escaped(finding.rule, kInProperty),
                       escaped(body, kInMessage));
}

std::string writeGithub(const LintReport& report, const Display&) {
    std::string text;
    for (const ReportedFile& file : report.files) {
        for (const ReportedFinding& finding : file.findings) text += command(finding);
        if (!file.trouble.empty())
            text += fmt::format("::error file={}::{}\n", escaped(file.path, kInProperty),
                                escaped(file.trouble, kInMessage));
    }
    return text + summaryOf(report) + "\n"; // a line of the log
}

} // namespace

extern const LintWriter kGithubWriter{"github", "", writeGithub};

} // namespace vkperftest
