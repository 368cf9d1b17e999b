// The columns that a run's table has for each strategy.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "base/result.h"
#include "report/document.h"

namespace vkperftest {

struct RunColumn {
    std::string_view name; // as --columns takes it
    std::string_view title;
    Kind kind = Kind::Text;
    bool usual = true; // shown unless others are chosen
    std::string (*cell)(const StrategyResult& result, const StrategyFigures& figures) = nullptr;
};

std::span<const RunColumn> runColumns(); // all there are
std::vector<RunColumn> usualRunColumns();

// "ratio,gain" → both, in the order given. A usage error names the choices.
Result<std::vector<RunColumn>> parseRunColumns(std::string_view list);

} // namespace vkperftest
