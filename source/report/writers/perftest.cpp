// PerfTest's own text, for tools that read it: one block for each strategy. A printed row without
// milliseconds has only its ratio.
#include <fmt/format.h>

#include "report/phrases.h"
#include "report/writers.h"

namespace vkperftest {
namespace {

std::string writePerfTest(const Document& document, const Display&) {
    const RunResult& run = *document.figures->run;
    std::string text;
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s) {
        const std::string suffix = s == 0 ? "" : fmt::format(" ({})", run.settings.strategies[s]);
        text += fmt::format("{}Performance compared to {}{}\n\n", s == 0 ? "" : "\n", run.settings.baseline,
                            suffix);
        for (const RowFigures& row : document.figures->rows) {
            const std::optional<StrategyFigures>& known = row.strategies[s];
            const StrategyResult& result = row.row->strategies[s];
            std::string what = unmeasuredText({result.status, result.reason});
            if (known)
                what = (known->milliseconds ? fmt::format("{:.3f}ms ", *known->milliseconds) : "") +
                       ratioText(*known);
            text += fmt::format("{}: {}\n", row.row->name, what);
        }
    }
    return text;
}

} // namespace

extern const Writer kPerfTestWriter{"perftest", "", Shown::Run, writePerfTest};

} // namespace vkperftest
