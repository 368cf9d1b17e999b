#include "analysis/nearest.h"

#include <algorithm>

#include "model/published.h"
#include "stats/interval.h"

namespace vkperftest {
namespace {

constexpr std::size_t kFewestRows = 10;

} // namespace

RatiosOfRows comparableRatios(const RunFigures& figures) {
    RatiosOfRows ratios;
    for (const RowFigures& row : figures.rows) {
        const std::optional<StrategyFigures>& first = row.strategies.front();
        if (first && !first->incomparable && first->bound != Bound::Adds)
            ratios[row.row->name] = first->ratio.median;
    }
    return ratios;
}

Likenesses byLikeness(const RunFigures& figures, std::span<const KnownGpu> known) {
    const RatiosOfRows mine = comparableRatios(figures);
    Likenesses result;
    for (const RowFigures& row : figures.rows)
        result.leftOut += row.strategies.front() && row.strategies.front()->bound == Bound::Adds ? 1u : 0u;
    for (const KnownGpu& gpu : known) {
        std::vector<double> x, y;
        auto own = mine.begin(); // both are sorted: an atlas compares every pair of hundreds of devices
        for (const auto& [name, ratio] : gpu.ratios) {
            while (own != mine.end() && own->first < name) ++own;
            if (own == mine.end()) break;
            if (own->first != name) continue;
            x.push_back(own->second);
            y.push_back(ratio);
        }
        if (x.size() < kFewestRows) continue;
        if (const auto correlation = rankCorrelation(x, y)) {
            result.gpus.push_back({gpu.name, gpu.architecture, *correlation, x.size()});
        }
    }
    std::stable_sort(result.gpus.begin(), result.gpus.end(),
                     [](const Likeness& a, const Likeness& b) { return a.correlation > b.correlation; });
    return result;
}

std::vector<KnownGpu> publishedGpus() {
    std::vector<KnownGpu> gpus;
    for (const ReferenceTable& table : referenceTables())
        gpus.push_back({table.gpu, table.architecture, comparableRatios(analyse(table.run))});
    return gpus;
}

} // namespace vkperftest
