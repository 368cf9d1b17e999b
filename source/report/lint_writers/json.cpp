// For programs.
#include "model/json_layout.h"
#include "report/lint_json.h"
#include "report/lint_report.h"

namespace vkperftest {
namespace {

Json numberOrNull(std::uint32_t value) {
    return value == 0 ? Json(nullptr) : Json(value);
}

Json findingJson(const ReportedFinding& finding) {
    Json details = Json::object();
    for (const auto& [name, value] : finding.details) details[name] = detailJson(value);
    Json measured = Json::array(), compiled = Json::array();
    for (const MeasuredClaim& claim : finding.measured) {
        measured.push_back({{"claim", claim.claim},
                            {"device", claim.device},
                            {"sentence", claim.measured},
                            {"verdict", verdictName(claim.verdict)}});
    }
    for (const CompiledLoad& code : finding.compiled)
        compiled.push_back({{"target", code.target}, {"name", code.row}, {"loads", code.loads}});
    return {{"rule", finding.rule},
            {"severity", severityName(finding.severity)},
            {"file", finding.place.file},
            {"line", numberOrNull(finding.place.line)},
            {"column", numberOrNull(finding.place.column)},
            {"end_column", numberOrNull(finding.place.endColumn)},
            {"entry_point", finding.entryPoint},
            {"message", finding.message},
            {"remedies", finding.remedies},
            {"details", std::move(details)},
            {"measured", std::move(measured)},
            {"compiled", std::move(compiled)}};
}

std::string writeLintJson(const LintReport& report, const Display&) {
    Json files = Json::array();
    for (const ReportedFile& file : report.files) {
        Json findings = Json::array(), refuted = Json::array();
        for (const ReportedFinding& finding : file.findings) findings.push_back(findingJson(finding));
        for (const ReportedFinding& finding : file.refuted) refuted.push_back(findingJson(finding));
        files.push_back({{"path", file.path},
                         {"compiler", file.compiler.empty() ? Json(nullptr) : Json(file.compiler)},
                         {"error", file.trouble.empty() ? Json(nullptr) : Json(file.trouble)},
                         {"source_only", file.sourceOnly},
                         {"passed_over", file.passedOver},
                         {"remarks", file.remarks},
                         {"findings", std::move(findings)},
                         {"refuted", std::move(refuted)}});
    }
    const LintCounts counts = countsOf(report);
    return layOutJson({{"version", report.version},
                       {"files", std::move(files)},
                       {"finding_count", counts.findings},
                       {"files_with_findings", counts.filesWithFindings},
                       {"refuted_count", counts.refuted},
                       {"files_not_linted", counts.unread}});
}

} // namespace

extern const LintWriter kJsonLintWriter{"json", ".json", writeLintJson};

} // namespace vkperftest
