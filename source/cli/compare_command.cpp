#include "cli/comparing.h"
#include "cli/inputs.h"
#include "cli/shared_options.h"

namespace vkperftest {
class CompareCommand : public Command {
public:
    void declare(Options& options) override {
        options.texts("files", "FILE",
                      "BASE and one or more NEW: results files, folders of them, - for standard input, or "
                      "perftest:NAME for a published table",
                      files_);
        how_.declare(options);
    }

    Result<void> check(const Options&) override {
        VKPERFTEST_TRY(expandFolders(files_));
        if (files_.size() >= 2) return {};
        return usageError("`compare` needs two results files",
                          "`vkperftest run --output FILE.json` writes one; `vkperftest show perftest:` lists "
                          "published tables");
    }

    Result<int> execute() override {
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
    CompareOptions how_;
};

std::unique_ptr<Command> newCompare() {
    return std::make_unique<CompareCommand>();
}

} // namespace vkperftest
