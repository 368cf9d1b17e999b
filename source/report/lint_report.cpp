#include "report/lint_report.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <variant>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "model/json_layout.h"
#include "report/findings.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

bool isRefuted(const ReportedFinding& finding) {
    return !finding.measured.empty() && std::ranges::all_of(finding.measured, [](const MeasuredClaim& each) {
        return each.verdict == Verdict::Same || each.verdict == Verdict::Better;
    });
}

// Text: in the form of compilers' diagnostics.

constexpr std::string_view kSeverityColors[] = {kBoldCyan, kBoldMagenta, kBoldRed}; // as Severity

// "a.hlsl:12:9", as far as it is known.
std::string placeText(const Place& place) {
    std::string file = printable(place.file);
    if (place.line == 0) return file;
    if (place.column == 0) return fmt::format("{}:{}", file, place.line);
    return fmt::format("{}:{}:{}", file, place.line, place.column);
}

// Tabs and carriage returns become blanks, so that the caret stands below the right character.
std::string shown(std::string part) {
    std::replace_if(
        part.begin(), part.end(), [](char c) { return c == '\t' || c == '\r'; }, ' ');
    return printable(part);
}

// The source line after its number, and below it the caret, if the column is known. Columns count bytes.
std::string excerpt(const LintFinding& finding, bool color) {
    constexpr std::size_t kMostColumns = 200; // of generated code
    const Place& place = finding.place;
    if (trim(finding.sourceLine).empty() || finding.sourceLine.size() > kMostColumns) return {};
    const std::string& line = finding.sourceLine;
    std::string text = fmt::format("{:>6} | {}\n", place.line, shown(line));
    if (place.column == 0 || place.column > line.size()) return text;
    const std::size_t end = std::min<std::size_t>(place.endColumn, line.size() + 1);
    const std::string before = shown(line.substr(0, place.column - 1));
    const std::string marked =
        shown(line.substr(place.column - 1, end > place.column ? end - place.column : std::size_t{1}));
    text += fmt::format(
        "{:>6} | {}{}\n", "", std::string(columns(before), ' '),
        inTone("^" + std::string(std::max<std::size_t>(columns(marked), 1) - 1, '~'), kGreen, color));
    return text;
}

std::string headline(const std::string& text, std::size_t width) {
    return wrapped(text, width, 4) + "\n";
}

// "       = help: Make it faster."
std::string aside(const std::string& what, std::size_t width) {
    constexpr std::size_t kBar = 7;
    return wrapped(std::string(kBar, ' ') + "= " + what, width, kBar + 4) + "\n";
}

std::string findingText(const ReportedFinding& finding, const Display& display) {
    const bool color = display.color;
    const std::size_t width = display.proseWidth;
    const std::string_view tone = kSeverityColors[static_cast<std::size_t>(finding.severity)];
    std::string text = headline(fmt::format("{}: {}: {} [{}]", inTone(placeText(finding.place), kBold, color),
                                            inTone(severityName(finding.severity), tone, color),
                                            printable(finding.message), finding.rule),
                                width);
    text += excerpt(finding, color);
    for (const std::string& remedy : finding.remedies) text += aside("help: " + printable(remedy), width);
    for (const MeasuredClaim& claim : finding.measured) {
        text += aside("claim: " + claim.claim, width);
        text += aside(fmt::format("measured: {}: {}", claim.device, claim.measured), width);
        text += aside(fmt::format("verdict: {}", verdictWord(claim.verdict)), width);
    }
    return text;
}

// A finding that the measured devices refute: "a.hlsl:2:21: note: …".
std::string refutedText(const ReportedFinding& finding, const Display& display) {
    const MeasuredClaim& claim = finding.measured.front();
    return headline(fmt::format("{}: note: no need to change this for {}: {} [{}]",
                                inTone(placeText(finding.place), kBold, display.color), claim.device,
                                claim.measured, finding.rule),
                    display.proseWidth);
}

// " (compiled: 12 by glslang 12.0.0; read as source only: 3)"; " (compiled by glslang 12.0.0)" of one file.
std::string compilers(const LintReport& report) {
    std::map<std::string, std::size_t> files;
    std::size_t sourceOnly = 0;
    for (const ReportedFile& file : report.files) {
        if (!file.compiler.empty()) ++files[file.compiler];
        if (file.sourceOnly) ++sourceOnly;
    }
    const bool one = report.files.size() == 1;
    std::vector<std::string> parts;
    for (const auto& [compiler, count] : files)
        parts.push_back(one ? compiler : fmt::format("{} by {}", count, compiler));
    if (!parts.empty()) parts = {(one ? "compiled by " : "compiled: ") + join(parts, ", ")};
    if (sourceOnly > 0) parts.push_back(fmt::format("read as source only: {}", sourceOnly));
    return parts.empty() ? "" : fmt::format(" ({})", join(parts, "; "));
}

// "3 findings in 2 of 14 files; 1 file could not be linted"; "1 finding in 1 file; skipped 2 files without an entry point"
std::string summaryOf(const LintReport& report) {
    const LintCounts counts = countsOf(report);
    const std::size_t read = report.files.size() - counts.unread - counts.passedOver;
    std::string text = counts.findings == 0
                           ? fmt::format("no findings in {}", counted(read, "file"))
                           : fmt::format("{} in {}{}", counted(counts.findings, "finding"),
                                         read == 1 ? "" : fmt::format("{} of ", counts.filesWithFindings),
                                         counted(read, "file"));
    if (counts.refuted > 0)
        text += fmt::format("; {}: the verdict is the same or faster on every measured device",
                            counts.refuted == 1 ? "1 finding became a note"
                                                : fmt::format("{} findings became notes", counts.refuted));
    if (counts.unread > 0) text += fmt::format("; {} could not be linted", counted(counts.unread, "file"));
    if (counts.passedOver > 0)
        text += fmt::format("; skipped {} without an entry point", counted(counts.passedOver, "file"));
    return text;
}

// JSON.

Json numberOrNull(std::uint32_t value) {
    return value == 0 ? Json(nullptr) : Json(value);
}

Json findingJson(const ReportedFinding& finding) {
    Json details = Json::object();
    for (const auto& [name, value] : finding.details)
        details[name] = std::visit([](const auto& its) { return Json(its); }, value);
    Json measured = Json::array();
    for (const MeasuredClaim& claim : finding.measured) {
        measured.push_back({{"claim", claim.claim},
                            {"device", claim.device},
                            {"sentence", claim.measured},
                            {"verdict", verdictWord(claim.verdict)}});
    }
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
            {"measured", std::move(measured)}};
}

// From the finding's details.
ClaimPlace claimPlaceOf(const LintFinding& finding) {
    const auto number = [&](std::string_view name) -> std::uint32_t {
        for (const auto& [key, value] : finding.details) {
            const auto* const known = key == name ? std::get_if<std::uint64_t>(&value) : nullptr;
            if (known && *known <= UINT32_MAX) return static_cast<std::uint32_t>(*known);
        }
        return 0;
    };
    return {.stride = number("stride"),
            .elements = number("elements"),
            .elementBytes = number("elementBytes"),
            .offset = number("offset")};
}

} // namespace

LintCounts countsOf(const LintReport& report) {
    LintCounts counts;
    for (const ReportedFile& file : report.files) {
        counts.findings += file.findings.size();
        if (!file.findings.empty()) ++counts.filesWithFindings;
        if (!file.trouble.empty()) ++counts.unread;
        if (file.passedOver) ++counts.passedOver;
        counts.refuted += file.refuted.size();
    }
    return counts;
}

void addMeasuredClaims(LintReport& report, std::span<const RunFigures* const> measured) {
    for (ReportedFile& file : report.files) {
        for (ReportedFinding& finding : file.findings) {
            const Claim* const claim = findClaim(finding.rule);
            if (claim == nullptr || finding.undefined) continue; // claims are about speed
            const ClaimPlace place = claimPlaceOf(finding);
            for (const RunFigures* figures : measured) {
                if (figures->run->settings.suite != claim->suite) continue;
                const Finding judged = judgeClaim(*claim, *figures, place);
                finding.measured.push_back({std::string(claim->text), deviceLine(*figures->run),
                                            findingText(judged), judged.verdict});
            }
        }
        const auto refuted =
            std::stable_partition(file.findings.begin(), file.findings.end(),
                                  [](const ReportedFinding& each) { return !isRefuted(each); });
        file.refuted.assign(std::make_move_iterator(refuted), std::make_move_iterator(file.findings.end()));
        file.findings.erase(refuted, file.findings.end());
    }
}

std::string writeLintText(const LintReport& report, const Display& display) {
    std::string text;
    for (const ReportedFile& file : report.files) {
        for (const ReportedFinding& finding : file.findings) text += findingText(finding, display);
        for (const ReportedFinding& finding : file.refuted) text += refutedText(finding, display);
        for (const std::string& remark : file.remarks)
            text += headline(fmt::format("{}: note: {}", inTone(printable(file.path), kBold, display.color),
                                         printable(remark, Keep::Lines)),
                             display.proseWidth);
    }
    return text + headline(summaryOf(report) + compilers(report), display.proseWidth);
}

std::string writeLintJson(const LintReport& report, const Display&) {
    Json files = Json::array();
    for (const ReportedFile& file : report.files) {
        Json findings = Json::array(), refuted = Json::array();
        for (const ReportedFinding& finding : file.findings) findings.push_back(findingJson(finding));
        for (const ReportedFinding& finding : file.refuted) refuted.push_back(findingJson(finding));
        files.push_back({{"path", file.path},
                         {"compiler", jsonText(file.compiler)},
                         {"error", jsonText(file.trouble)},
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

} // namespace vkperftest
