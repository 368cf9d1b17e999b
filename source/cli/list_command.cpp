#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/output.h"
#include "report/documents.h"

namespace vkperftest {

class ListCommand : public Command {
public:
    void declare(CLI::App& app) override {
        rows_.declareSuite(app);
        addFilters(app, "name or id", rows_.filters);
        output_.declareFormat(app);
    }

    Result<void> check(const CLI::App&) override { return assign(chosen_, rows_.rows()); }

    Result<int> execute() override {
        std::vector<ListedRow> rows;
        for (const Case& row : chosen_)
            rows.push_back({caseName(row), caseId(row), sourceText(row), kernelKey(row)});
        VKPERFTEST_TRY(printAndSave(listDocument(rows), output_));
        return kExitDone;
    }

private:
    RowOptions rows_;
    std::vector<Case> chosen_;
    OutputOptions output_;
};

template std::unique_ptr<Command> newCommand<ListCommand>();

} // namespace vkperftest
