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
        output_.declareAll(options, "Print every row of the suite");
    }

    Result<void> check(const Options& given) override {
        overview_ = !given.given("--suite") && !given.given("--filter") && output_.extent() == Extent::Answer;
        return assign(chosen_, rows_.rows());
    }

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
        VKPERFTEST_TRY(printDocument(overview_ ? suitesDocument() : listDocument(listed), output_));
        return kExitDone;
    }

private:
    RowOptions rows_;
    bool overview_ = false; // no rows were asked for
    std::vector<Case> chosen_;
    OutputOptions output_;
};

std::unique_ptr<Command> newList() {
    return std::make_unique<ListCommand>();
}

} // namespace vkperftest
