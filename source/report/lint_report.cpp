#include "report/lint_report.h"

#include <fmt/format.h>

namespace vkperftest {
namespace {

std::string counted(std::size_t number, std::string_view what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

} // namespace

LintCounts countsOf(const LintReport& report) {
    LintCounts counts;
    for (const ReportedFile& file : report.files) {
        counts.findings += file.findings.size();
        if (!file.findings.empty()) ++counts.filesWithFindings;
        if (!file.trouble.empty()) ++counts.unread;
        if (file.passedOver) ++counts.passedOver;
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
    if (counts.unread > 0) text += fmt::format("; {} could not be linted", counted(counts.unread, "file"));
    if (counts.passedOver > 0)
        text += fmt::format("; passed over {} without an entry point", counted(counts.passedOver, "file"));
    return text;
}

std::span<const LintWriter> lintWriters() {
    static const std::vector<LintWriter> all = [] {
        std::vector<LintWriter> values;
        for (const LintWriter* writer : allLintWriters()) values.push_back(*writer);
        return values;
    }();
    return all;
}

} // namespace vkperftest
