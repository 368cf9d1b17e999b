// For people: in the form of compilers' diagnostics.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/colors.h"
#include "base/printable.h"
#include "base/text.h"
#include "report/lint_report.h"

namespace vkperftest {
namespace {

constexpr std::string_view kSeverityColors[] = {kBoldCyan, kBoldMagenta, kBoldRed}; // as Severity

std::string inTone(std::string_view text, std::string_view tone, bool color) {
    return color ? fmt::format("{}{}{}", tone, text, kPlain) : std::string(text);
}

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
        text += aside(fmt::format("verdict: {}", verdictWords(claim.verdict)), width);
    }
    for (const CompiledLoad& code : finding.compiled)
        text += aside(fmt::format("{}: {} (of {})", code.target, code.loads, code.row), width);
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

// " (compiled: 12 by glslang 12.0.0; read as source only: 3)".
std::string compilers(const LintReport& report) {
    std::map<std::string, std::size_t> files;
    std::size_t sourceOnly = 0;
    for (const ReportedFile& file : report.files) {
        if (!file.compiler.empty()) ++files[file.compiler];
        if (file.sourceOnly) ++sourceOnly;
    }
    std::vector<std::string> parts;
    for (const auto& [compiler, count] : files) parts.push_back(fmt::format("{} by {}", count, compiler));
    std::string text = parts.empty() ? "" : "compiled: " + join(parts, ", ");
    if (sourceOnly > 0)
        text += fmt::format("{}read as source only: {}", text.empty() ? "" : "; ", sourceOnly);
    return text.empty() ? "" : fmt::format(" ({})", text);
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

} // namespace

extern const LintWriter kTextWriter{"text", "", writeLintText};

} // namespace vkperftest
