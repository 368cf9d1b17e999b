#include "cli/inputs.h"
#include "cli/options.h"
#include "report/documents.h"

namespace vkperftest {
class AdviseCommand : public Command {
public:
    void declare(Options& options) override {
        addResultsFiles(options, files_);
        output_.declareAll(options, "Also print what the rows of each topic say");
        options.flag("--why", why_, "Also print the rows behind each line, and the topics without any");
        output_.declareFormat(options);
    }

    Result<void> check(const Options&) override {
        if (files_.empty())
            return usageError("`advise` needs a results file",
                              "`vkperftest run --output FILE.json` writes one");
        return expandFolders(files_);
    }

    Result<int> execute() override {
        output_.all = output_.all || why_;
        return showEach(files_, output_, [this](const RunFigures& figures) -> Result<Document> {
            if (figures.run->settings.shader)
                return usageError("it is a result of `try`: its rows are variants of one shader",
                                  "`vkperftest show` prints which is fastest");
            return adviceDocument(figures, why_);
        });
    }

private:
    std::vector<std::string> files_;
    bool why_ = false;
    OutputOptions output_;
};

std::unique_ptr<Command> newAdvise() {
    return std::make_unique<AdviseCommand>();
}

} // namespace vkperftest
