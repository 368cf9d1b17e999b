#include <utility>

#include "analysis/change_cause.h"
#include "analysis/run_differences.h"
#include "base/exit_code.h"
#include "cli/console.h"
#include "cli/inputs.h"
#include "cli/options.h"
#include "cli/version.h"
#include "report/documents.h"
#include "report/preferences.h"

namespace vkperftest {
namespace {

Result<void> checkBinding(const RunResult& run, const RunResult& binding, const std::string& name) {
    if (binding.settings.suite != "binding")
        return Error{
            ErrorKind::Usage,
            fmt::format("--binding '{}' is of the suite '{}', not 'binding'", name, binding.settings.suite),
            "`vkperftest run --suite binding --output FILE.json` writes one"};
    if (!run.source.empty())
        return Error{ErrorKind::Usage, "--binding cannot be given with published figures",
                     "name a results file, or omit --binding"};
    if (sameDevice(run, binding) && sameDriver(run, binding)) return {};
    return Error{ErrorKind::Usage,
                 fmt::format("--binding '{}' was measured on another device or driver", name),
                 "name a file of the device and driver of the results file"};
}

} // namespace

class AdviseCommand : public Command {
public:
    void declare(Options& options) override {
        addResultsFile(options, file_);
        options.flag("--why", why_,
                     "Also print the rows and figures behind each sentence, and rules that found nothing");
        options.value("--emit", "c|json",
                      "Print the preferred loads and binding for engines: a C header (.h), or JSON",
                      [this](const std::string& name) {
                          return assign(emit_, findNamed(emissionFormats(), name, "--emit has no format"));
                      });
        options.text("--binding", "FILE",
                     "With --emit: results file of the suite binding, from the same device and driver",
                     binding_);
        output_.declareFormat(options);
        output_.declareFiles(options);
    }

    Result<void> check(const Options& options) override {
        if (file_.empty())
            return Error{ErrorKind::Usage, "`advise` needs a results file",
                         "`vkperftest run --output FILE.json` writes one"};
        files_ = {file_};
        if (emit_ == nullptr) {
            VKPERFTEST_TRY(options.refuse({"--binding"}, "without --emit", "add --emit c or --emit json"));
            VKPERFTEST_TRY(expandFolders(files_));
            return output_.check(files_);
        }
        VKPERFTEST_TRY(options.refuse({"--format", "--wide", "--why"}, "with --emit",
                                      "omit it: --emit chooses what is printed"));
        if (!binding_.empty()) files_.push_back(binding_);
        const std::size_t named = files_.size();
        VKPERFTEST_TRY(expandFolders(files_));
        if (files_.size() > named)
            return Error{ErrorKind::Usage, "--emit describes one device, and the folder holds several files",
                         "name one file"};
        output_.formats = emissionFormats();
        output_.format = emit_;
        return output_.check(files_);
    }

    Result<int> execute() override {
        VKPERFTEST_TRY(output_.checkFiles());
        if (emit_ != nullptr) return emit();
        return showEach(files_, output_,
                        [this](const RunFigures& figures) { return adviceDocument(figures, why_); });
    }

private:
    Result<int> emit() {
        std::vector<RunResult> runs;
        for (const std::string& file : files_) {
            Result<RunResult> run = openInput(file);
            if (!run.ok()) return run.error();
            runs.push_back(std::move(run.value()));
        }
        const bool two = runs.size() > 1;
        if (two) VKPERFTEST_TRY(checkBinding(runs[0], runs[1], files_[1]));
        std::vector<RunFigures> figures;
        for (const RunResult& run : runs) figures.push_back(analyse(run));
        Preferences preferences = preferencesOf(figures[0], two ? &figures[1] : nullptr);
        preferences.version = toolVersion();
        preferences.commit = toolCommit();
        VKPERFTEST_TRY(printAndSave(preferencesDocument(preferences), output_));
        return kExitDone;
    }

    std::string file_;               // as it was given
    std::vector<std::string> files_; // with --emit: the file, then that of --binding
    bool why_ = false;
    const Writer* emit_ = nullptr; // null: without --emit
    std::string binding_;          // empty: without --binding
    OutputOptions output_;
};

template std::unique_ptr<Command> newCommand<AdviseCommand>();

} // namespace vkperftest
