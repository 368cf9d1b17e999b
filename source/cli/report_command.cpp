#include <algorithm>
#include <optional>

#include "base/all_cores.h"
#include "base/atomic_file.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/output.h"
#include "perftest/open_results.h"
#include "report/page.h"

namespace vkperftest {
namespace {

// What came of comparing a run with the first of its suite; nothing for that one itself.
std::vector<std::string> outcomeOf(const std::vector<RunResult>& runs, std::size_t number) {
    const RunResult& run = runs[number];
    const auto first = std::find_if(runs.begin(), runs.end(), [&](const RunResult& each) {
        return each.settings.suite == run.settings.suite;
    });
    if (&*first == &run) return {};
    const Result<Comparison> comparison = compareRuns(*first, run, {});
    return comparison.ok() ? comparisonOutcome(comparison.value())
                           : std::vector<std::string>{comparison.error().sentence() + "."};
}

} // namespace

class ReportCommand : public Command {
public:
    void declare(CLI::App& app) override {
        app.add_option("files", files_, "Results files, or perftest:NAME for a published table")
            ->type_name("FILE");
        addText(app, "-o,--output", "FILE", "The page (default: report.html); - is standard output", path_);
        addFlag(app, "--keep-going", keepGoing_,
                "Leave out files that do not load, instead of stopping there");
    }

    Result<void> check(const CLI::App&) override {
        if (!files_.empty()) return {};
        return Error{
            ErrorKind::Usage, "`report` needs a results file",
            "`vkperftest run --output FILE.json` writes one; `vkperftest reference` lists published tables"};
    }

    Result<int> execute() override {
        if (path_ != "-") VKPERFTEST_TRY(checkWritable(path_));
        VKPERFTEST_TRY(load());
        std::vector<PageFile> files(runs_.size());
        onAllCores(runs_.size(), [&](std::size_t i) {
            files[i] = pageFile(files_[i], analyse(runs_[i]), outcomeOf(runs_, i));
        });
        const Result<std::string> text = page(files);
        if (!text.ok()) return text.error();
        if (path_ == "-") {
            VKPERFTEST_TRY(print(text.value()));
        } else {
            VKPERFTEST_TRY(writeFileAtomically(path_, text.value()));
            tellSaved({{path_}});
        }
        return kExitDone;
    }

private:
    // Fills in the runs; of files that do not load the names are dropped, too.
    Result<void> load() {
        std::vector<std::optional<Result<RunResult>>> read(files_.size());
        onAllCores(files_.size(), [&](std::size_t i) { read[i] = openResults(files_[i]); });
        std::vector<std::string> names;
        Result<void> trouble;
        for (std::size_t i = 0; i < files_.size(); ++i) {
            if (!read[i]->ok()) {
                addTrouble(trouble, read[i]->error());
                continue;
            }
            names.push_back(files_[i]);
            runs_.push_back(std::move(*read[i]).value());
        }
        files_ = std::move(names);
        if (trouble.ok()) return {};
        if (!keepGoing_ || files_.empty()) return trouble;
        printError(trouble.error());
        return {};
    }

    std::vector<std::string> files_;
    std::string path_ = "report.html";
    bool keepGoing_ = false;
    std::vector<RunResult> runs_;
};

template std::unique_ptr<Command> newCommand<ReportCommand>();

} // namespace vkperftest
