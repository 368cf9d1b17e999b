// PerfTest's own text, for tools that read it: one block for each strategy. A printed row without milliseconds has
// its ratio alone.
#include <fmt/format.h>

#include "report/phrases.h"
#include "report/writers.h"

namespace vkperftest {

std::string writePerfTest(const Document& document, bool) {
    const RunResult& run = *document.run;
    std::string text;
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s) {
        const std::string suffix = s == 0 ? "" : fmt::format(" ({})", run.settings.strategies[s]);
        text += fmt::format("{}Performance compared to {}{}\n\n", s == 0 ? "" : "\n", run.settings.baseline,
                            suffix);
        for (const RowResult& row : run.rows) {
            const std::optional<StrategySummary> summary = summarize(run, row, s);
            if (!summary) {
                const StrategyResult& result = row.strategies[s];
                text += fmt::format("{}: {} ({})\n", row.name, statusName(result.status), result.reason);
                continue;
            }
            const double ratio = isBaseline(run, row, s) ? 1 : summary->ratio.median;
            const std::string time =
                summary->milliseconds ? fmt::format("{:.3f}ms ", *summary->milliseconds) : "";
            text += fmt::format("{}: {}{}\n", row.name, time, ratioText(ratio));
        }
    }
    return text;
}

} // namespace vkperftest
