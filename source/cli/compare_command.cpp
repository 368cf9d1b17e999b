#include "analysis/nearest.h"
#include "base/printable.h"
#include "cli/comparing.h"
#include "cli/inputs.h"
#include "cli/shared_options.h"
#include "model/published.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

Result<int> printNearest(const std::vector<std::string>& files, const OutputOptions& output) {
    std::vector<RankedGpus> runs;
    for (const std::string& file : files) {
        const Result<RunResult> run = openInput(file);
        if (!run.ok()) return run.error();
        Likenesses likenesses = byLikeness(analyse(run.value()), publishedGpus());
        if (likenesses.gpus.empty()) {
            return Error{ErrorKind::Usage,
                         fmt::format("'{}' shares fewer than ten comparable rows with every published table "
                                     "(rows limited by instructions do not count)",
                                     file),
                         "measure the suite matrix"};
        }
        runs.push_back({printable(file), deviceLine(run.value()), std::move(likenesses)});
    }
    VKPERFTEST_TRY(printAndSave(nearestDocument(runs), output));
    return kExitDone;
}

} // namespace

class CompareCommand : public Command {
public:
    void declare(Options& options) override {
        options.texts("files", "FILE",
                      "BASE and one or more NEW: results files, folders of them, - for standard input, or "
                      "perftest:NAME for a published table",
                      files_);
        options.flag("--nearest", nearest_, "Rank the published GPUs by similarity to each FILE instead");
        how_.declare(options);
    }

    Result<void> check(const Options& given) override {
        VKPERFTEST_TRY(expandFolders(files_));
        if (nearest_) {
            VKPERFTEST_TRY(
                given.refuse({"--metric", "--threshold", "--filter", "--sort", "--all", "--fail-on"},
                             "with --nearest", "leave it out"));
        }
        const std::size_t fewest = nearest_ ? 1 : 2;
        if (files_.size() >= fewest) return how_.output.check(files_);
        return Error{ErrorKind::Usage,
                     nearest_ ? "`compare --nearest` needs a results file"
                              : "`compare` needs two results files",
                     "`vkperftest run --output FILE.json` writes one; `vkperftest show perftest:` lists "
                     "published tables"};
    }

    Result<int> execute() override {
        if (nearest_) return printNearest(files_, how_.output);
        NamedRun base{files_[0], {}};
        VKPERFTEST_TRY(assign(base.run, openInput(base.name)));
        std::vector<ComparedRuns> compared;
        // One file at a time, so that hundreds of them need no more memory than their comparisons.
        for (std::size_t i = 1; i < files_.size(); ++i) {
            NamedRun now{files_[i], {}};
            VKPERFTEST_TRY(assign(now.run, openInput(now.name)));
            VKPERFTEST_TRY(assign(compared.emplace_back(), compareNamed(base, now, how_)));
        }
        return deliverComparison(compared, how_);
    }

private:
    std::vector<std::string> files_; // BASE, NEW…
    bool nearest_ = false;
    CompareOptions how_;
};

std::unique_ptr<Command> newCompare() {
    return std::make_unique<CompareCommand>();
}

} // namespace vkperftest
