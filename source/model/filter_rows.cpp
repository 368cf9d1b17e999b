#include "model/filter_rows.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {

Result<RunResult> rowsMatching(const RunResult& run, const std::vector<std::string>& filters) {
    RunResult result = run;
    std::vector<std::string> names;
    for (const RowResult& row : run.rows) names.push_back(row.name);
    for (const std::string& filter : filters) {
        const auto matches = [&](const std::string& name) { return filterMatches(filter, name); };
        if (std::any_of(names.begin(), names.end(), matches)) continue;
        const std::vector<std::string> near = nearest(filter, names, 3);
        return Error{ErrorKind::Usage, fmt::format("no row matches the filter '{}'", filter),
                     near.empty() ? "`vkperftest show FILE` prints the rows"
                                  : "similar names: " + join(near, ", ")};
    }
    const auto kept = [&](const RowResult& row) {
        return std::any_of(filters.begin(), filters.end(),
                           [&](const std::string& filter) { return filterMatches(filter, row.name); });
    };
    const auto serves = [&](const RowResult& twin) {
        return std::any_of(run.rows.begin(), run.rows.end(), [&](const RowResult& row) {
            return kept(row) && (findFloor(run, row) == &twin || findSerial(run, row) == &twin);
        });
    };
    for (const RowResult& row : run.rows) {
        if (!kept(row) && serves(row)) result.twins.push_back(row);
    }
    std::erase_if(result.rows, [&](const RowResult& row) { return !kept(row); });
    return result;
}

} // namespace vkperftest
