#include "report/lint_report.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/text.h"
#include "report/findings.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

bool isRefuted(const ReportedFinding& finding) {
    return !finding.measured.empty() && std::ranges::all_of(finding.measured, [](const MeasuredClaim& each) {
        return each.verdict == Verdict::Same || each.verdict == Verdict::Better;
    });
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

std::string summaryOf(const LintReport& report) {
    const LintCounts counts = countsOf(report);
    const std::size_t read = report.files.size() - counts.unread - counts.passedOver;
    std::string text = counts.findings == 0
                           ? fmt::format("no findings in {}", counted(read, "file"))
                           : fmt::format("{} in {} of {}", counted(counts.findings, "finding"),
                                         counts.filesWithFindings, counted(read, "file"));
    if (counts.refuted > 0)
        text += fmt::format("; {}: the verdict is the same or faster on every measured device",
                            counts.refuted == 1 ? "1 finding became a note"
                                                : fmt::format("{} findings became notes", counts.refuted));
    if (counts.unread > 0) text += fmt::format("; {} could not be linted", counted(counts.unread, "file"));
    if (counts.passedOver > 0)
        text += fmt::format("; skipped {} without an entry point", counted(counts.passedOver, "file"));
    return text;
}

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

void addMeasuredClaims(LintReport& report, const ClaimRuns& runs) {
    for (ReportedFile& file : report.files) {
        for (ReportedFinding& finding : file.findings) {
            const Claim* const claim = findClaim(finding.rule);
            if (claim == nullptr || finding.undefined) continue; // claims are about speed
            const ClaimPlace place = claimPlaceOf(finding);
            for (const RunFigures* figures : runs.of(*claim)) {
                const Finding judged = judgeClaim(*claim, *figures, &place);
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

} // namespace vkperftest
