// SARIF 2.1.0 (OASIS Standard), which code hosts and editors read.
#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "model/json_layout.h"
#include "report/lint_json.h"
#include "report/lint_report.h"

namespace vkperftest {
namespace {

constexpr std::string_view kSarifLevels[] = {"note", "warning", "error"}; // as Severity

// Section 3.4.3: paths become URI references; characters that these may not contain are escaped byte by byte.
std::string uriOf(std::string_view path) {
    constexpr std::string_view kPlain = "-._~/!$&'()*+,;=@";
    std::string uri;
    for (const char c : path) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (letter || kPlain.find(c) != std::string_view::npos)
            uri += c;
        else if (c == '\\')
            uri += '/';
        else
            uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    if (uri.starts_with("//")) return "file:" + uri;
    if (uri.size() > 2 && uri.substr(1, 4) == "%3A/") return "file:///" + uri.replace(1, 3, ":"); // a drive
    return uri.starts_with('/') ? "file://" + uri : uri;
}

Json ruleJson(const Rule& rule) {
    return {{"id", rule.id},
            {"shortDescription", {{"text", rule.sentence}}},
            // No helpUri, which must be absolute: the pages are beside the program's source.
            {"help",
             {{"text", fmt::format("{} docs/lint/{}.md of vkperftest has examples and remedies.",
                                   rule.sentence, rule.id)}}},
            {"defaultConfiguration", {{"level", kSarifLevels[static_cast<std::size_t>(rule.severity)]}}}};
}

// Columns of findings count bytes; those of the log, by its columnKind, characters.
std::size_t characterColumn(const LintFinding& finding, std::uint32_t column) {
    const std::size_t before = std::min<std::size_t>(column - 1, finding.sourceLine.size());
    return columns(std::string_view(finding.sourceLine).substr(0, before)) + column - before;
}

Json locationJson(const LintFinding& finding) {
    const Place& place = finding.place;
    Json physical = {{"artifactLocation", {{"uri", uriOf(place.file)}}}};
    if (place.line > 0) {
        Json region = {{"startLine", place.line}};
        if (place.column > 0) region["startColumn"] = characterColumn(finding, place.column);
        if (place.column > 0 && place.endColumn > place.column)
            region["endColumn"] = characterColumn(finding, place.endColumn);
        if (!finding.sourceLine.empty()) region["snippet"] = {{"text", finding.sourceLine}};
        physical["region"] = std::move(region);
    }
    Json location = {{"physicalLocation", std::move(physical)}};
    if (!finding.entryPoint.empty())
        location["logicalLocations"] = Json::array({{{"name", finding.entryPoint}, {"kind", "function"}}});
    return location;
}

Json resultJson(const ReportedFinding& finding, std::span<const Rule* const> rules) {
    Json properties = Json::object();
    for (const auto& [name, value] : finding.details) properties[name] = detailJson(value);
    if (!finding.remedies.empty()) properties["remedies"] = finding.remedies;
    std::string text = finding.message;
    for (const MeasuredClaim& claim : finding.measured)
        text += fmt::format(" Measured on {}: {} (verdict: {}).", claim.device, claim.measured,
                            verdictWords(claim.verdict));
    for (const CompiledLoad& code : finding.compiled)
        text += fmt::format(" {}: {} (of {}).", code.target, code.loads, code.row);
    Json result = {{"ruleId", finding.rule},
                   {"level", kSarifLevels[static_cast<std::size_t>(finding.severity)]},
                   {"message", {{"text", std::move(text)}}},
                   {"locations", Json::array({locationJson(finding)})},
                   {"properties", std::move(properties)}};
    const auto rule =
        std::find_if(rules.begin(), rules.end(), [&](const Rule* one) { return one->id == finding.rule; });
    if (rule != rules.end()) result["ruleIndex"] = rule - rules.begin();
    return result;
}

Json notificationJson(const ReportedFile& file) {
    return {{"level", "error"},
            {"message", {{"text", file.trouble}}},
            {"locations",
             Json::array({{{"physicalLocation", {{"artifactLocation", {{"uri", uriOf(file.path)}}}}}}})}};
}

std::string writeSarif(const LintReport& report, const Display&) {
    Json rules = Json::array(), results = Json::array(), troubles = Json::array();
    for (const Rule* rule : report.rules) rules.push_back(ruleJson(*rule));
    for (const ReportedFile& file : report.files) {
        for (const ReportedFinding& finding : file.findings)
            results.push_back(resultJson(finding, report.rules));
        if (!file.trouble.empty()) troubles.push_back(notificationJson(file));
    }
    const bool whole = troubles.empty();
    const Json driver = {{"name", "vkperftest"}, {"version", report.version}, {"rules", std::move(rules)}};
    const Json run = {{"tool", {{"driver", driver}}},
                      {"columnKind", "unicodeCodePoints"},
                      {"invocations", Json::array({{{"executionSuccessful", whole},
                                                    {"toolExecutionNotifications", std::move(troubles)}}})},
                      {"results", std::move(results)}};
    return layOutJson({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                       {"version", "2.1.0"},
                       {"runs", Json::array({run})}});
}

} // namespace

extern const LintWriter kSarifWriter{"sarif", ".sarif", writeSarif};

} // namespace vkperftest
