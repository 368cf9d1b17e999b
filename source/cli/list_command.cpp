#include "base/exit_code.h"
#include "cli/output.h"
#include "cli/shared_options.h"
#include "report/documents.h"

namespace vkperftest {

class ListCommand : public Command {
public:
    void declare(Options& options) override {
        rows_.declareSuite(options);
        addFilters(options, "name or id", rows_.filters);
        output_.declareFormat(options);
    }

    Result<void> check(const Options&) override { return assign(chosen_, rows_.rows()); }

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
