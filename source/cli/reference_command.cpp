#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "perftest/reference.h"
#include "report/grid.h"

namespace vkperftest {

int execute(const ReferenceOptions&) {
    std::vector<std::vector<std::string>> rows;
    for (const ReferenceTable& table : referenceTables()) {
        rows.push_back({table.gpu, table.vendor, table.architecture, fmt::format("{}", table.run.rows.size()),
                        table.source});
    }
    const std::vector<Column> columns = {
        {"GPU"}, {"vendor"}, {"architecture"}, {"rows", Align::Right}, {"source"}};
    const Result<void> printed =
        print(alignedGrid(columns, rows, stdoutHasColor() ? "\x1b[1m" : "") +
              "\nTheir ratios can be compared: vkperftest compare perftest:\"RTX 2080 Ti\" FILE.json\n");
    return printed.ok() ? kExitDone : failed(printed.error());
}

} // namespace vkperftest
