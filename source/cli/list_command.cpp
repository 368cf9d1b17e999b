#include <algorithm>

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
        std::vector<ListedSuite> listed;
        for (const Suite& suite : suites()) {
            if (rows_.suite->name != suite.name && rows_.suite->name != kAllSuites) continue;
            std::vector<ListedRow> rows;
            for (const Case& row : suite.rows()) {
                if (std::ranges::count(chosen_, row) > 0)
                    rows.push_back({caseName(row), caseId(row), sourceText(row), kernelKey(row)});
            }
            if (!rows.empty()) listed.push_back({std::string(suite.name), std::move(rows)});
        }
        VKPERFTEST_TRY(printAndSave(listDocument(listed), output_));
        return kExitDone;
    }

private:
    RowOptions rows_;
    std::vector<Case> chosen_;
    OutputOptions output_;
};

std::unique_ptr<Command> newList() {
    return std::make_unique<ListCommand>();
}

} // namespace vkperftest
