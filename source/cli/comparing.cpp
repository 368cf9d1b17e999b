#include "cli/comparing.h"

#include <algorithm>

#include "analysis/comparison.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/shared_options.h"
#include "model/run_result.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

Result<Comparison> compareFiltered(const RunResult& base, const RunResult& now, const CompareOptions& how) {
    if (how.filters.empty()) return compareRuns(base, now, how.settings);
    RunResult first, second;
    VKPERFTEST_TRY(assign(first, rowsMatching(base, how.filters)));
    VKPERFTEST_TRY(assign(second, rowsMatching(now, how.filters)));
    return compareRuns(first, second, how.settings);
}

} // namespace

Result<double> parsePercent(const std::string& given) {
    std::string_view text = trim(given);
    const bool bare = !text.ends_with("%");
    if (text.ends_with("%")) text = trim(text.substr(0, text.size() - 1));
    const std::optional<double> percent = parseNumber(text);
    if (percent && bare && *percent > 0 && *percent < 1) {
        return usageError(fmt::format("--threshold '{}' could be a percentage or a fraction", given),
                          fmt::format("write {:g}% or {:g}%", *percent * 100, *percent));
    }
    if (percent && *percent >= 0 && *percent <= 1000) return *percent / 100;
    return usageError(fmt::format("--threshold '{}' is not a percentage", given),
                      "give one from 0% to 1000%, such as 3%");
}

void CompareOptions::declare(Options& options) {
    options.choice<std::optional<Metric>>("--metric", "NAME",
                                          "Figure to compare: time, ratio, auto (default: auto, which is "
                                          "time, and ratio for printed tables and different "
                                          "devices)",
                                          {{"time", Metric::Time}, {"ratio", Metric::Ratio}, {"auto", {}}},
                                          settings.metric);
    options.value(
        "--threshold", "PERCENT",
        "Smallest change that matters (default: 3%, or what noisy runs can tell, up to 10%)",
        [this](const std::string& text) { return assign(settings.threshold.emplace(), parsePercent(text)); });
    addFilters(options, "name", filters);
    output.declareAll(options, "Show SAME and UNCLEAR rows too (other formats always do)");
    const std::vector<Choice<Verdict>> verdicts = {
        {"slower", Verdict::Worse}, {"faster", Verdict::Better}, {"unclear", Verdict::Unknown}};
    options.values(
        "--fail-on", "VERDICT",
        "Exit with 1 if a row is VERDICT (repeatable): slower, faster, unclear; with 4 if none can be judged",
        [this, verdicts](const std::string& word) {
            return assign(failOn.emplace_back(), chosen("--fail-on", word, verdicts));
        });
    output.declareFormat(options);
}

Result<ComparedRuns> compareNamed(const NamedRun& base, const NamedRun& now, const CompareOptions& how) {
    Result<Comparison> comparison = compareFiltered(base.run, now.run, how);
    if (!comparison.ok()) return comparison.error().about(base.name + "' and '" + now.name);
    return ComparedRuns{printable(base.name), printable(now.name), deviceLine(base.run), deviceLine(now.run),
                        std::move(comparison).value()};
}

Result<int> deliverComparison(const std::vector<ComparedRuns>& compared, const CompareOptions& how) {
    VKPERFTEST_TRY(printDocument(comparisonDocument(compared), how.output));
    for (const ComparedRuns& runs : compared) {
        const auto found = [&](Verdict verdict) { return runs.comparison.count(verdict) > 0; };
        if (std::any_of(how.failOn.begin(), how.failOn.end(), found)) return kExitFindings;
    }
    for (const ComparedRuns& runs : compared)
        if (!how.failOn.empty() && runs.comparison.blind()) return blindError(runs);
    return kExitDone;
}

} // namespace vkperftest
