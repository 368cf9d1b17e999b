// Push descriptors against descriptor sets.
#include <algorithm>

#include <fmt/format.h>

#include "advice/wording.h"
#include "base/text.h"

namespace vkperftest {
namespace {

struct Counted {
    std::size_t same = 0;
    double mostFaster = 1, mostSlower = 1;
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
            counted.mostFaster = std::max(counted.mostFaster, gain->median);
        } else if (!*notSlower) {
            ++counted.slowerRows;
            counted.mostSlower = std::max(counted.mostSlower, 1 / gain->median);
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
        parts.push_back(fmt::format("up to {:.1f} times as fast as descriptor sets in {}", counted.mostFaster,
                                    rowCount(counted.fasterRows)));
    if (counted.slowerRows > 0)
        parts.push_back(fmt::format("up to {:.1f} times as slow as descriptor sets in {}", counted.mostSlower,
                                    rowCount(counted.slowerRows)));
    if (parts.empty())
        parts.push_back(fmt::format("as fast as descriptor sets in {}", rowCount(counted.same)));
    return {{"Push descriptors are " + enumerated(parts), {}, std::move(counted.rows)}};
}

} // namespace

extern const AdviceRule kPushRule{"push", Heading::Other, tellPush};

} // namespace vkperftest
