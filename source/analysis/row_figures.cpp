#include "analysis/row_figures.h"

namespace vkperftest {

const StrategyFigures* RowFigures::under(std::size_t strategy) const {
    if (strategies.empty()) return nullptr;
    const std::optional<StrategyFigures>& figures = strategies[strategies.size() == 1 ? 0 : strategy];
    return figures ? &*figures : nullptr;
}

std::optional<PairedRatio> RowFigures::timeOver(std::size_t first, std::size_t other) const {
    return strategies[first] ? strategies[first]->timeOver[other] : std::nullopt;
}

} // namespace vkperftest
