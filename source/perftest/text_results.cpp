#include "perftest/text_results.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace vkperftest {

void renameWrongLabel(std::vector<ResultLine>& results) {
    for (std::size_t i = 1; i < results.size(); ++i) {
        PerfTestRow& row = results[i].row;
        if (row.name() != "Texture2D<RGBA32F>.Sample(bilinear) uniform") continue;
        if (results[i - 1].row.name() != "Texture2D<RG32F>.Sample(nearest) random") continue;
        const auto isSame = [&](const ResultLine& other) {
            return other.strategy == results[i].strategy && other.row.name() == row.name();
        };
        const bool comesAgain =
            std::any_of(results.begin() + static_cast<std::ptrdiff_t>(i) + 1, results.end(), isSame);
        const bool isBetween = i + 1 < results.size() &&
                               results[i + 1].row.name() == "Texture2D<RGBA32F>.Sample(nearest) linear";
        if (comesAgain || isBetween) row.operation = "Texture2D<RGBA32F>.Sample(nearest)";
    }
}

Result<void> checkUnique(const std::vector<ResultLine>& results) {
    std::map<std::pair<std::size_t, std::string>, std::size_t> lines;
    for (const ResultLine& result : results) {
        const auto [first, isNew] =
            lines.emplace(std::pair(result.strategy, result.row.name()), result.number);
        if (isNew) continue;
        return Error{ErrorKind::Usage,
                     fmt::format("the row '{}' appears twice, on lines {} and {}", result.row.name(),
                                 first->second, result.number),
                     kOneTable};
    }
    return {};
}

Result<void> computeRatios(std::vector<ResultLine>& results, std::string_view baseline) {
    const auto reference = std::find_if(results.begin(), results.end(), [&](const ResultLine& result) {
        return result.row.name() == baseline && result.result.printed;
    });
    if (reference == results.end()) {
        return Error{
            ErrorKind::Usage,
            fmt::format("the text has no ratios, and no time of '{}' to compute them from", baseline),
            "add that row's line"};
    }
    const double milliseconds = *reference->result.printed->milliseconds;
    for (ResultLine& result : results) {
        if (std::optional<PrintedFigures>& printed = result.result.printed) {
            printed->ratio = milliseconds / *printed->milliseconds;
        }
    }
    return {};
}

void refine(std::vector<ResultLine>& results, std::string_view baseline) {
    const auto reference = std::find_if(results.begin(), results.end(), [&](const ResultLine& result) {
        return result.row.name() == baseline && result.result.printed && result.result.printed->ratio == 1;
    });
    if (reference == results.end()) return;
    const double baselineTime = *reference->result.printed->milliseconds;
    const std::size_t baselineDigits = significantDigits(reference->figures.time);
    for (ResultLine& line : results) {
        if (!line.result.printed) continue;
        PrintedFigures& printed = *line.result.printed;
        const std::size_t ofTime = std::min(baselineDigits, significantDigits(line.figures.time));
        const std::size_t ofRatio = std::min(baselineDigits, significantDigits(line.figures.ratio));
        const double ratio = baselineTime / *printed.milliseconds, time = baselineTime / printed.ratio;
        if (ofTime > significantDigits(line.figures.ratio) && roundsTo(ratio, line.figures.ratio))
            printed.ratio = ratio;
        if (ofRatio > significantDigits(line.figures.time) && roundsTo(time, line.figures.time))
            printed.milliseconds = time;
    }
}

} // namespace vkperftest
