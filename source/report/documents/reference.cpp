#include "model/published.h"
#include "report/documents.h"

namespace vkperftest {

Document referenceDocument() {
    Grid grid{.columns = {{"GPU"}, {"vendor"}, {"architecture"}, {"rows", Kind::Number}, {"source"}}};
    for (const ReferenceTable& table : referenceTables()) {
        grid.rows.push_back({table.gpu, table.vendor, table.architecture,
                             std::to_string(table.run.rows.size()), table.source});
    }
    Grid records = grid;
    records.columns.front().title = "gpu";
    const char* use = "To compare a run with a table: vkperftest compare perftest:\"RTX 2080 Ti\" FILE.json";
    return {.heading = "PerfTest's published tables",
            .sections = {{.grid = std::move(grid), .remarks = {use}}},
            .records = std::move(records)};
}

} // namespace vkperftest
