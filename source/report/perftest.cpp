#include <fmt/format.h>

#include "report/formats.h"
#include "report/phrases.h"

namespace vkperftest {

std::string perftestReport(const RunFigures& figures, const ReportStyle&) {
    const RunResult& run = *figures.run;
    std::string text;
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s) {
        const std::string suffix = s == 0 ? "" : fmt::format(" ({})", run.settings.strategies[s]);
        text += fmt::format("{}Performance compared to {}{}\n\n", s == 0 ? "" : "\n", run.settings.baseline,
                            suffix);
        for (const RowFigures& row : figures.rows) {
            const std::string& name = row.row->name;
            const std::optional<StrategyFigures>& known = row.strategies[s];
            if (!known) {
                const StrategyResult& result = row.row->strategies[s];
                text += fmt::format("{}: {} ({})\n", name, statusName(result.status), result.reason);
                continue;
            }
            const double ratio = known->isBaseline ? 1 : known->ratio.median;
            const std::string time =
                known->milliseconds ? fmt::format("{:.3f}ms ", *known->milliseconds) : "";
            text += fmt::format("{}: {}{}\n", name, time, ratioText(ratio));
        }
    }
    return text;
}

} // namespace vkperftest
