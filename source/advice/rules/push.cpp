// Push descriptors against descriptor sets.
#include <algorithm>

#include <fmt/format.h>

#include "advice/wording.h"
#include "base/text.h"

namespace vkperftest {
namespace {

struct Counted {
    std::size_t same = 0;
    Span faster, slower;
    std::size_t fasterRows = 0, slowerRows = 0;
    std::vector<Row> rows;
};

Counted count(const RunFigures& figures, std::size_t set, std::size_t push) {
    Counted counted;
    for (const RowFigures& row : figures.rows) {
        const std::optional<PairedRatio> gain = row.timeOver(set, push);
        if (!gain) continue;
        const std::optional<bool> faster = isAtLeast(*gain, kDiffers);
        const std::optional<bool> notSlower = isAtLeast(*gain, 1 / kDiffers);
        if (!faster || !notSlower) continue;
        if (*faster) {
            ++counted.fasterRows;
            counted.faster.add({gain->median, false});
        } else if (!*notSlower) {
            ++counted.slowerRows;
            counted.slower.add({1 / gain->median, false});
        } else {
            ++counted.same;
        }
        counted.rows.push_back({row.row->name, row.under(push)});
    }
    return counted;
}

std::string rowCount(std::size_t rows) {
    return fmt::format("{} {}", rows, rows == 1 ? "row" : "rows");
}

std::vector<Told> tellPush(const Reading& reading) {
    const RunFigures& figures = reading.figures();
    const std::optional<std::size_t> set = strategyNumber(*figures.run, kSetName),
                                     push = strategyNumber(*figures.run, "push");
    if (!set || !push) return {};
    Counted counted = count(figures, *set, *push);
    if (counted.rows.empty()) return {};
    std::vector<std::string> parts;
    if (counted.fasterRows > 0)
        parts.push_back(
            fmt::format("{} times as fast in {}", factorText(counted.faster), rowCount(counted.fasterRows)));
    if (counted.slowerRows > 0)
        parts.push_back(
            fmt::format("{} times slower in {}", factorText(counted.slower), rowCount(counted.slowerRows)));
    const bool allSame = counted.same == counted.rows.size();
    return tellDifference(allSame, fmt::format("push descriptors ({})", rowCount(counted.same)),
                          "Push descriptors against sets", join(parts, "; "), std::move(counted.rows), 78);
}

} // namespace

extern const AdviceRule kPushRule{"push", false, tellPush};

} // namespace vkperftest
