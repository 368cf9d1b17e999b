#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/output.h"
#include "perftest/open_results.h"
#include "report/documents.h"

namespace vkperftest {

class ShowCommand : public Command {
public:
    void declare(CLI::App& app) override {
        addText(app, "file", "FILE", "Results file, or perftest:NAME for a published table", file_);
        output_.declareFormat(app);
        output_.declareFiles(
            app, "Also write it to this file: .json, .csv, .md, .html, others as --format; repeatable");
        output_.declareView(app);
    }

    Result<void> check(const CLI::App&) override {
        if (!file_.empty()) return output_.check({file_});
        return Error{ErrorKind::Usage, "`show` needs a results file",
                     "`vkperftest run --output FILE.json` writes one"};
    }

    Result<int> execute() override {
        const Result<RunResult> run = openResults(file_);
        if (!run.ok()) return run.error();
        const RunFigures figures = analyse(run.value());
        VKPERFTEST_TRY(printAndSave(runDocument(figures, output_.view), output_));
        return kExitDone;
    }

private:
    std::string file_;
    OutputOptions output_{.formats = runWriters()};
};

template std::unique_ptr<Command> newCommand<ShowCommand>();

} // namespace vkperftest
