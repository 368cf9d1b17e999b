#include "cli/comparing.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/console.h"
#include "cli/deliver.h"
#include "cli/exit_code.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

// The rows that the filters name.
Result<RunResult> filtered(const RunResult& run, const std::vector<std::string>& filters) {
    RunResult result = run;
    std::vector<std::string> names;
    for (const RowResult& row : run.rows) names.push_back(row.name);
    for (const std::string& filter : filters) {
        const auto matches = [&](const std::string& name) { return filterMatches(filter, name); };
        if (std::any_of(names.begin(), names.end(), matches)) continue;
        const std::vector<std::string> near = nearest(filter, names, 3);
        return Error{ErrorKind::Usage, fmt::format("no row matches the filter '{}'", filter),
                     near.empty() ? "`vkperftest show FILE` prints the rows"
                                  : "near names: " + join(near, ", ")};
    }
    std::erase_if(result.rows, [&](const RowResult& row) {
        return std::none_of(filters.begin(), filters.end(),
                            [&](const std::string& filter) { return filterMatches(filter, row.name); });
    });
    return result;
}

Result<Comparison> compareFiltered(const RunResult& base, const RunResult& now, const Comparing& how) {
    if (how.filters.empty()) return compareRuns(base, now, how.settings);
    const Result<RunResult> first = filtered(base, how.filters);
    if (!first.ok()) return first.error();
    const Result<RunResult> second = filtered(now, how.filters);
    if (!second.ok()) return second.error();
    return compareRuns(first.value(), second.value(), how.settings);
}

// The slowest change first; changes that have no interval last.
void sortBySlowness(Comparison& comparison) {
    const double sign = comparison.metric == Metric::Time ? 1 : -1;
    std::stable_sort(comparison.changes.begin(), comparison.changes.end(),
                     [&](const Change& a, const Change& b) {
                         if (a.interval.has_value() != b.interval.has_value()) return a.interval.has_value();
                         return sign * a.change > sign * b.change;
                     });
}

bool has(const ComparedRuns& runs, Verdict verdict) {
    return std::any_of(runs.comparison.changes.begin(), runs.comparison.changes.end(),
                       [&](const Change& change) { return change.verdict == verdict; });
}

} // namespace

Result<ComparedRuns> compareNamed(const NamedRun& base, const NamedRun& now, const Comparing& how) {
    Result<Comparison> comparison = compareFiltered(base.run, now.run, how);
    if (!comparison.ok()) {
        return Error{comparison.error().kind,
                     fmt::format("'{}' and '{}': {}", base.name, now.name, comparison.error().cause),
                     comparison.error().remedy};
    }
    if (how.sortByChange) sortBySlowness(comparison.value());
    return ComparedRuns{base.name, now.name, deviceLine(base.run), deviceLine(now.run),
                        std::move(comparison).value()};
}

int deliverComparison(const std::vector<ComparedRuns>& compared, const Comparing& how) {
    const Result<void> delivered = deliver(comparisonDocument(compared), *how.format, how.outputs);
    if (!delivered.ok()) return failed(delivered.error());
    for (const Verdict verdict : how.failOn) {
        const bool found = std::any_of(compared.begin(), compared.end(),
                                       [&](const ComparedRuns& runs) { return has(runs, verdict); });
        if (found) return kExitFindings;
    }
    return kExitDone;
}

} // namespace vkperftest
