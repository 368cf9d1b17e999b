#include "cli/progress_line.h"

#include <cmath>

#include <fmt/format.h>

#include "analysis/figures.h"
#include "report/phrases.h"

namespace vkperftest {

std::string durationText(double seconds) {
    const auto whole = static_cast<long long>(std::ceil(std::max(0.0, seconds)));
    if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string progressLine(const Progress& progress, double elapsedSeconds) {
    std::string line = fmt::format("{:.0f} %", std::floor(100 * progress.fraction));
    // Before that, the first rounds' preparations would make the estimate far too long.
    constexpr double kTellingFraction = 0.03;
    if (progress.fraction >= kTellingFraction) {
        const double left = elapsedSeconds * (1 - progress.fraction) / progress.fraction;
        line += fmt::format(", {} left", durationText(left));
    }
    if (progress.row == nullptr) return line;
    line += ", " + progress.row->name;
    const RowFigures figures = analyseRow(*progress.run, *progress.row);
    for (std::size_t s = 0; s < figures.strategies.size(); ++s) {
        const StrategyResult& strategy = progress.row->strategies[s];
        const StrategyFigures* const known = figures.under(s);
        line += known ? fmt::format("  {} {} {}", strategy.strategy, ratioText(known->ratio.median),
                                    plusMinus(known->ratio))
                      : fmt::format("  {} {}", strategy.strategy, statusName(strategy.status));
    }
    return line;
}

} // namespace vkperftest
