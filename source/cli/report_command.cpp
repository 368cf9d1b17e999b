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

struct Loaded {
    std::string name; // as the user gave it
    RunResult run;
    RunFigures figures; // of the run
};

// What came of comparing it with the first of its suite; nothing for that one itself.
std::vector<std::string> outcomeOf(const std::vector<Loaded>& all, const Loaded& one) {
    const auto first = std::find_if(all.begin(), all.end(), [&](const Loaded& each) {
        return each.run.settings.suite == one.run.settings.suite;
    });
    if (&*first == &one) return {};
    const Result<Comparison> comparison = compareRuns(first->figures, one.figures, {});
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
        VKPERFTEST_TRY(checkPage());
        if (!files_.empty()) return {};
        return Error{
            ErrorKind::Usage, "`report` needs a results file",
            "`vkperftest run --output FILE.json` writes one; `vkperftest reference` lists published tables"};
    }

    Result<int> execute() override {
        if (path_ != "-") VKPERFTEST_TRY(checkWritable(path_));
        std::vector<Loaded> all;
        VKPERFTEST_TRY(assign(all, load()));
        onAllCores(all.size(), [&](std::size_t i) { all[i].figures = analyse(all[i].run); });
        std::vector<PageFile> files(all.size());
        onAllCores(all.size(), [&](std::size_t i) {
            files[i] = pageFile(all[i].name, all[i].figures, outcomeOf(all, all[i]));
        });
        const std::string text = page(files);
        if (path_ == "-") {
            VKPERFTEST_TRY(print(text));
        } else {
            VKPERFTEST_TRY(writeFileAtomically(path_, text));
            tellSaved({{path_}});
        }
        return kExitDone;
    }

private:
    // All that load, in the order they were given in.
    Result<std::vector<Loaded>> load() {
        std::vector<std::optional<Result<RunResult>>> read(files_.size());
        onAllCores(files_.size(), [&](std::size_t i) { read[i] = openResults(files_[i]); });
        std::vector<Loaded> all;
        Result<void> trouble;
        for (std::size_t i = 0; i < files_.size(); ++i) {
            if (read[i]->ok())
                all.push_back({files_[i], std::move(*read[i]).value(), {}});
            else
                addTrouble(trouble, read[i]->error());
        }
        if (trouble.ok()) return all;
        if (!keepGoing_ || all.empty()) return trouble.error();
        printError(trouble.error());
        return all;
    }

    std::vector<std::string> files_;
    std::string path_ = "report.html";
    bool keepGoing_ = false;
};

template std::unique_ptr<Command> newCommand<ReportCommand>();

} // namespace vkperftest
