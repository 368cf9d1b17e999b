#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/output.h"
#include "perftest/open_results.h"
#include "report/documents.h"

namespace vkperftest {

class AdviseCommand : public Command {
public:
    void declare(CLI::App& app) override {
        addText(app, "file", "FILE", "Results file, or perftest:NAME for a published table", file_);
        app.add_flag("--why", why_,
                     "Also print the rows and figures of each sentence, and the rules that say nothing");
        output_.declareFormat(app);
        output_.declareFiles(
            app, "Also write it to this file: .json, .csv, .md, .html, others as --format; repeatable");
    }

    Result<void> check(const CLI::App&) override {
        if (!file_.empty()) return output_.check({file_});
        return Error{ErrorKind::Usage, "`advise` needs a results file",
                     "`vkperftest run --output FILE.json` writes one"};
    }

    Result<int> execute() override {
        VKPERFTEST_TRY(output_.checkFiles());
        const Result<RunResult> run = openResults(file_);
        if (!run.ok()) return run.error();
        const RunFigures figures = analyse(run.value());
        VKPERFTEST_TRY(printAndSave(adviceDocument(figures, why_), output_));
        return kExitDone;
    }

private:
    std::string file_;
    bool why_ = false;
    OutputOptions output_;
};

template std::unique_ptr<Command> newCommand<AdviseCommand>();

} // namespace vkperftest
