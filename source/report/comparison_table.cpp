#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "report/comparison_formats.h"
#include "report/grid.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

constexpr const char* kBold = "\x1b[1m";
constexpr const char* kRed = "\x1b[31m";
constexpr const char* kGreen = "\x1b[32m";
constexpr const char* kPlain = "\x1b[0m";

std::string percent(double change) {
    return fmt::format("{:+.1f} %", 100 * change);
}

std::string value(double value, Metric metric) {
    return metric == Metric::Time ? fmt::format("{:.3f}", value) : ratioText(value);
}

std::string verdictText(Verdict verdict, bool color) {
    const std::string name(verdictName(verdict));
    if (!color || (verdict != Verdict::Slower && verdict != Verdict::Faster)) return name;
    return (verdict == Verdict::Slower ? kRed : kGreen) + name + kPlain;
}

// What became of the code: told where it is another, and where the time changed although it is the same.
std::string codeText(const Change& change) {
    if (!change.sameCode) return {};
    const bool changed = change.verdict == Verdict::Faster || change.verdict == Verdict::Slower;
    if (*change.sameCode) return changed ? "same code" : "";
    if (change.baseLoads == change.nowLoads)
        return change.nowLoads.empty() ? "other code" : fmt::format("{}, other code", change.nowLoads);
    return fmt::format("{} → {}", change.baseLoads, change.nowLoads);
}

bool hasCode(const Comparison& comparison) {
    return std::any_of(comparison.changes.begin(), comparison.changes.end(),
                       [](const Change& change) { return change.sameCode.has_value(); });
}

std::vector<Column> columnsOf(const Comparison& comparison) {
    const std::string unit = comparison.metric == Metric::Time ? " ms" : " ratio";
    std::vector<Column> columns = {{"row"},
                                   {"strategy"},
                                   {"BASE" + unit, Align::Right},
                                   {"NEW" + unit, Align::Right},
                                   {"change", Align::Right},
                                   {"95 %"},
                                   {"verdict"}};
    if (hasCode(comparison)) columns.push_back({"code"});
    return columns;
}

std::vector<std::vector<std::string>> rowsOf(const Comparison& comparison, bool color) {
    std::vector<std::vector<std::string>> rows;
    const bool code = hasCode(comparison);
    for (const Change& change : comparison.changes) {
        rows.push_back(
            {change.name, change.strategy, value(change.base, comparison.metric),
             value(change.now, comparison.metric), percent(change.change),
             change.interval
                 ? fmt::format("[{}, {}]", percent(change.interval->low), percent(change.interval->high))
                 : "",
             verdictText(change.verdict, color) + (change.kernelDiffers ? " (other SPIR-V)" : "")});
        if (code) rows.back().push_back(codeText(change));
    }
    return rows;
}

std::string metricLine(const Comparison& comparison) {
    const std::string what = comparison.metric == Metric::Time
                                 ? "Time of PerfTest's dispatch; smaller is faster"
                                 : "Ratio to each run's own baseline; bigger is faster";
    return fmt::format("{}. Changes beyond a factor of {:.4g} matter, up or down.", what,
                       1 + comparison.threshold);
}

std::string countsRemark(const Comparison& comparison) {
    const VerdictCounts counts = countVerdicts(comparison);
    return fmt::format("{} compared: {} FASTER, {} SLOWER, {} SAME, {} UNCLEAR.", comparison.changes.size(),
                       counts.faster, counts.slower, counts.same, counts.unclear);
}

} // namespace

std::vector<std::string> comparisonRemarks(const Comparison& comparison) {
    std::vector<std::string> remarks = {countsRemark(comparison)};
    const bool judged = std::any_of(comparison.changes.begin(), comparison.changes.end(),
                                    [](const Change& change) { return change.interval.has_value(); });
    if (judged) {
        remarks.push_back(
            "FASTER and SLOWER: by more than the threshold, at a false discovery rate of 5 % over these "
            "figures (Benjamini-Hochberg). SAME: the 95 % interval lies within the threshold. UNCLEAR: "
            "the interval is too wide to tell.");
    }
    for (const std::string& caution : comparison.cautions) remarks.push_back(caution + ".");
    std::map<std::string, std::vector<std::string>> reasons;
    for (const Uncompared& row : comparison.uncompared) {
        reasons[row.reason].push_back(fmt::format("{} ({})", row.name, row.strategy));
    }
    for (const auto& [reason, names] : reasons) {
        constexpr std::size_t kNamed = 3;
        remarks.push_back(fmt::format("not compared, {}: {}.", reason,
                                      names.size() <= kNamed ? fmt::format("{}", fmt::join(names, ", "))
                                                             : fmt::format("{} figures", names.size())));
    }
    return remarks;
}

std::string comparisonTable(std::span<const ComparedRuns> compared, const ReportStyle& style) {
    std::string text;
    for (const ComparedRuns& runs : compared) {
        const Comparison& comparison = runs.comparison;
        if (!text.empty()) text += "\n";
        text += fmt::format("BASE {}: {}\nNEW  {}: {}\n{}\n\n", runs.base, runs.baseDevice, runs.now,
                            runs.nowDevice, metricLine(comparison));
        text += alignedGrid(columnsOf(comparison), rowsOf(comparison, style.color), style.color ? kBold : "");
        text += "\n";
        for (const std::string& remark : comparisonRemarks(comparison)) text += remark + "\n";
    }
    return text;
}

std::string comparisonMarkdown(std::span<const ComparedRuns> compared, const ReportStyle&) {
    std::string text;
    for (const ComparedRuns& runs : compared) {
        const Comparison& comparison = runs.comparison;
        if (!text.empty()) text += "\n";
        text += markdownList({fmt::format("BASE {}: {}", runs.base, runs.baseDevice),
                              fmt::format("NEW {}: {}", runs.now, runs.nowDevice)});
        text += fmt::format("\n{}\n\n{}\n{}", markdownText(metricLine(comparison)),
                            markdownGrid(columnsOf(comparison), rowsOf(comparison, false)),
                            markdownList(comparisonRemarks(comparison)));
    }
    return text;
}

} // namespace vkperftest
