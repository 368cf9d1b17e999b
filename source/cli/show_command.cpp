#include "base/atomic_file.h"
#include "cli/console.h"
#include "cli/deliver.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "perftest/open_results.h"

namespace vkperftest {

class ShowCommand : public Command {
public:
    void declare(CLI::App& app) override {
        addText(app, "file", "FILE", "Results file, or perftest:NAME for a published table", file_);
        report_.declare(app, "Format",
                        "Also write it to this file: .json, .csv, .md, others as --format says; may be given "
                        "several times");
        report_.declareExplain(app);
    }

    Result<void> check(const CLI::App&) override {
        if (!file_.empty()) return report_.check();
        return Error{ErrorKind::Usage, "`show` needs a results file",
                     "`vkperftest run --output FILE.json` writes one"};
    }

    Result<int> execute() override {
        for (const OutputFile& file : report_.files) VKPERFTEST_TRY(checkWritable(file.path));
        const Result<RunResult> run = openResults(file_);
        if (!run.ok()) return run.error();
        VKPERFTEST_TRY(deliver(analyse(run.value()), report_, report_.files));
        return kExitDone;
    }

private:
    std::string file_;
    ReportOptions report_;
};

template std::unique_ptr<Command> newCommand<ShowCommand>();

} // namespace vkperftest
