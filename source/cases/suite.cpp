#include "cases/suite.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/named.h"
#include "base/text.h"

namespace vkperftest {
namespace {

std::string didYouMean(std::string_view wanted, std::span<const Case> rows, std::string_view suite) {
    const std::string list =
        suite == kDefaultSuite ? "vkperftest list" : fmt::format("vkperftest list --suite {}", suite);
    std::vector<std::string> names;
    for (const Case& row : rows) names.push_back(caseName(row));
    const std::vector<std::string> near = nearest(wanted, names, 3);
    if (near.empty()) return fmt::format("`{}` prints all names", list);
    return fmt::format("similar names: '{}'; `{}` prints all", join(near, "', '"), list);
}

} // namespace

std::span<const Suite> suiteChoices() {
    static constexpr Strategy kSetAndPush[] = {Strategy::Set, Strategy::Push};
    static constexpr Strategy kSet[] = {Strategy::Set};
    static constexpr Strategy kOfConstants[] = {Strategy::Set, Strategy::Dynamic, Strategy::Inline};
    // If loads are the question, not how they are bound, one strategy is enough.
    static const auto kSuites = std::to_array<Suite>({
        {kDefaultSuite, matrixRows, kSetAndPush},
        {"uniform", uniformRows, kSet},
        {"binding", bindingRows, kEveryStrategy, true},
        {"vector", vectorRows, kSet},
        {"stride", strideRows, kSet},
        {"integer", integerRows, kSet},
        {"mixed", mixedRows, kSet},
        {"format", formatRows, kSet},
        {"storage", storageRows, kSet},
        {"robustness", robustnessRows, kSet},
        {"store", storeRows, kSet},
        {"atomic", atomicRows, kSet},
        {"pattern", patternRows, kSet},
        {"shared", sharedRows, kSet},
        {"bindless", bindlessRows, kSet},
        {"memory", memoryRows, kSet},
        {"texture", textureRows, kSet},
        {"narrow", narrowRows, kSet},
        {"constant", constantRows, kOfConstants},
        {"cache", cacheRows, kSet, false, true},
        {kAllSuites, everySuitesRows, kSet},
    });
    return kSuites;
}

std::span<const Suite> suites() {
    return suiteChoices().first(suiteChoices().size() - 1);
}

std::vector<Case> cacheRows() {
    return {defaultBaseline()};
}

void addPatterns(std::vector<Case>& rows, const Operation& operation,
                 std::initializer_list<Pattern> patterns) {
    for (const Pattern pattern : patterns) rows.push_back({operation, pattern});
}

void addEveryPattern(std::vector<Case>& rows, const Operation& operation) {
    addPatterns(rows, operation, {Pattern::Uniform, Pattern::Linear, Pattern::Random});
}

std::vector<Case> everySuitesRows() {
    std::vector<Case> rows;
    for (const Suite& suite : suites()) {
        for (const Case& row : suite.rows())
            if (std::ranges::count(rows, row) == 0) rows.push_back(row);
    }
    return rows;
}

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
        if (!any) {
            return Error{ErrorKind::Usage, fmt::format("no row matches the filter '{}'", pattern),
                         didYouMean(pattern, rows, suite)};
        }
    }
    std::vector<Case> result;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (chosen[i]) result.push_back(rows[i]);
    }
    return result;
}

Result<Case> findRow(std::span<const Case> rows, std::string_view name, std::string_view suite) {
    const std::string wanted = lowercase(trim(name));
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const Case& row) {
        return lowercase(caseName(row)) == wanted || caseId(row) == wanted;
    });
    if (found != rows.end()) return *found;
    return Error{ErrorKind::Usage, fmt::format("there is no row '{}'", name), didYouMean(name, rows, suite)};
}

} // namespace vkperftest
