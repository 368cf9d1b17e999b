#include "report/bound_phrases.h"

#include <fmt/format.h>

#include "base/enum_table.h"
#include "base/text.h"

namespace vkperftest {
namespace {

struct BoundCounts {
    std::size_t bounds[enumeratorCount<Bound>()] = {};
    std::size_t doubts[enumeratorCount<BoundDoubt>()] = {};
};

BoundCounts countBounds(const RunFigures& figures) {
    BoundCounts counts;
    for (const RowFigures& row : figures.rows) {
        for (const std::optional<StrategyFigures>& each : row.strategies) {
            if (!each || !isAboutLoads(each->boundDoubt)) continue;
            ++counts.bounds[static_cast<std::size_t>(each->bound)];
            ++counts.doubts[static_cast<std::size_t>(each->boundDoubt)];
        }
    }
    return counts;
}

// "no floor was measured (3), …".
std::string whyUnknown(const BoundCounts& counts) {
    constexpr auto kTexts = enumTable<BoundDoubt, std::string_view>(
        {"", "", "", "no floor was measured", "row and floor compiled to different loops",
         "no heavier twin was measured", "row and heavier twin compiled to different loops",
         "the cost of the heavier twin's arithmetic is unknown", "scalar units may limit the row",
         "the twins contradict each other", "one load in flight is faster than several",
         "loads and instructions take about equally long, or the samples scatter too much"});
    std::vector<std::string> reasons;
    for (std::size_t doubt = 1; doubt < enumeratorCount<BoundDoubt>(); ++doubt) {
        if (counts.doubts[doubt] > 0)
            reasons.push_back(fmt::format("{} ({})", kTexts.values[doubt], counts.doubts[doubt]));
    }
    return join(reasons, ", ");
}

} // namespace

std::string boundText(Bound bound) {
    switch (bound) {
    case Bound::Limit:
        return fmt::format("the row reaches at least {:.0f} % of the bytes that L1 can deliver",
                           100 * kNearLimit);
    case Bound::Loads:
        return "loads limit the row";
    case Bound::Issue:
        return "instructions around the loads limit the row, so faster loads would change little";
    case Bound::Adds:
        return fmt::format(
            "additions, or a copy's stores, limit the row (it takes less than {} times as long as its floor, "
            "the same loop without loads), so the figure says little about loads",
            kLoadBound);
    case Bound::Latency:
        return "the row waits for its loads, since few are in flight";
    case Bound::Unknown:
        break;
    }
    return "unclear whether loads or instructions limit the row";
}

std::vector<std::string> boundRemarks(const RunFigures& figures) {
    if (!figures.run->source.empty()) return {};
    const BoundCounts counts = countBounds(figures);
    std::vector<std::string> result;
    for (const Bound bound : {Bound::Limit, Bound::Issue, Bound::Adds, Bound::Latency, Bound::Unknown}) {
        const std::size_t number = counts.bounds[static_cast<std::size_t>(bound)];
        const std::string why = bound == Bound::Unknown ? ": " + whyUnknown(counts) : "";
        if (number > 0)
            result.push_back(fmt::format("bound `{}` ({} {}): {}{}.", boundName(bound), number,
                                         number == 1 ? "figure" : "figures", boundText(bound), why));
    }
    return result;
}

} // namespace vkperftest
