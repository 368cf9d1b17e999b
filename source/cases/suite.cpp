#include "cases/suite.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/named.h"
#include "base/text.h"

namespace vkperftest {
namespace {

std::string listing(std::string_view suite) {
    return suite == kDefaultSuite ? "`vkperftest list` prints all names"
                                  : fmt::format("`vkperftest list --suite {}` prints all names", suite);
}

} // namespace

Result<const Suite*> findSuite(std::string_view name) {
    return findNamed(suiteChoices(), name, "there is no suite");
}

Result<std::vector<Case>> selectRows(std::span<const Case> rows, std::span<const std::string> patterns,
                                     std::string_view suite) {
    if (patterns.empty()) return std::vector<Case>(rows.begin(), rows.end());
    std::vector<bool> chosen(rows.size(), false);
    for (const std::string& pattern : patterns) {
        bool any = false;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (!filterMatches(pattern, caseName(rows[i])) && !filterMatches(pattern, caseId(rows[i])))
                continue;
            chosen[i] = any = true;
        }
        if (!any) return usageError(noRowMatches(pattern), listing(suite));
    }
    std::vector<Case> result;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (chosen[i]) result.push_back(rows[i]);
    }
    return result;
}

} // namespace vkperftest
