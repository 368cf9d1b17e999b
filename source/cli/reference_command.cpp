#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "perftest/reference.h"
#include "report/grid.h"

namespace vkperftest {

class ReferenceCommand : public Command {
public:
    void declare(CLI::App&) override {}

    Result<int> execute() override {
        std::vector<std::vector<std::string>> rows;
        for (const ReferenceTable& table : referenceTables()) {
            rows.push_back({table.gpu, table.vendor, table.architecture,
                            std::to_string(table.run.rows.size()), table.source});
        }
        const std::vector<Column> columns = {
            {"GPU"}, {"vendor"}, {"architecture"}, {"rows", Align::Right}, {"source"}};
        VKPERFTEST_TRY(
            print(alignedGrid(columns, rows, stdoutHasColor() ? "\x1b[1m" : "") +
                  "\nTheir ratios can be compared: vkperftest compare perftest:\"RTX 2080 Ti\" FILE.json\n"));
        return kExitDone;
    }
};

template std::unique_ptr<Command> newCommand<ReferenceCommand>();

} // namespace vkperftest
