#include "report/comparison_formats.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/named.h"
#include "report/comparison_json.h"
#include "report/grid.h"

namespace vkperftest {
namespace {

constexpr std::array<ComparisonFormat, 4> kFormats = {{
    {"table", "", true, comparisonTable},
    {"markdown", ".md", true, comparisonMarkdown},
    {"csv", ".csv", false, comparisonCsv},
    {"json", ".json", true, comparisonJson},
}};

} // namespace

std::span<const ComparisonFormat> comparisonFormats() {
    return kFormats;
}

Result<const ComparisonFormat*> findComparisonFormat(std::string_view name) {
    return findNamed(kFormats, name, "comparisons have no format");
}

void sortBySlowness(Comparison& comparison) {
    const double sign = comparison.metric == Metric::Time ? 1 : -1;
    std::stable_sort(comparison.changes.begin(), comparison.changes.end(),
                     [&](const Change& a, const Change& b) {
                         if (a.interval.has_value() != b.interval.has_value()) return a.interval.has_value();
                         return sign * a.change > sign * b.change;
                     });
}

std::string comparisonCsv(std::span<const ComparedRuns> compared, const ReportStyle&) {
    const std::vector<Column> columns = {{"base"},       {"new"},         {"metric"},    {"name"},
                                         {"strategy"},   {"base_value"},  {"new_value"}, {"change"},
                                         {"change_low"}, {"change_high"}, {"verdict"},   {"kernel_differs"},
                                         {"same_code"},  {"base_loads"},  {"new_loads"}, {"reason"}};
    const auto number = [](double value) { return fmt::format("{:.6g}", value); };
    std::vector<std::vector<std::string>> rows;
    for (const ComparedRuns& runs : compared) {
        const std::string metric(metricName(runs.comparison.metric));
        for (const Change& change : runs.comparison.changes) {
            rows.push_back({runs.base, runs.now, metric, change.name, change.strategy, number(change.base),
                            number(change.now), number(change.change),
                            change.interval ? number(change.interval->low) : "",
                            change.interval ? number(change.interval->high) : "",
                            std::string(verdictName(change.verdict)), change.kernelDiffers ? "yes" : "no",
                            !change.sameCode   ? ""
                            : *change.sameCode ? "yes"
                                               : "no",
                            change.baseLoads, change.nowLoads, ""});
        }
        for (const Uncompared& row : runs.comparison.uncompared) {
            rows.push_back({runs.base, runs.now, metric, row.name, row.strategy, "", "", "", "", "", "", "",
                            "", "", "", row.reason});
        }
    }
    return csvGrid(columns, rows);
}

std::string comparisonJson(std::span<const ComparedRuns> compared, const ReportStyle&) {
    std::string text = "[";
    for (const ComparedRuns& runs : compared) {
        std::string object =
            comparisonToJson(runs.comparison, {runs.base, runs.baseDevice}, {runs.now, runs.nowDevice});
        object.pop_back(); // its newline
        text += (text.size() > 1 ? ",\n" : "\n") + object;
    }
    return text + "\n]\n";
}

} // namespace vkperftest
