#include "cli/inputs.h"
#include "cli/options.h"
#include "report/documents.h"

namespace vkperftest {
class AdviseCommand : public Command {
public:
    void declare(Options& options) override {
        addResultsFile(options, file_);
        options.flag("--why", why_,
                     "Also print the rows and figures behind each sentence, and rules that found nothing");
        output_.declareFormat(options);
        output_.declareFiles(options);
    }

    Result<void> check(const Options&) override {
        if (file_.empty())
            return Error{ErrorKind::Usage, "`advise` needs a results file",
                         "`vkperftest run --output FILE.json` writes one"};
        files_ = {file_};
        VKPERFTEST_TRY(expandFolders(files_));
        return output_.check(files_);
    }

    Result<int> execute() override {
        VKPERFTEST_TRY(output_.checkFiles());
        return showEach(files_, output_,
                        [this](const RunFigures& figures) { return adviceDocument(figures, why_); });
    }

private:
    std::string file_; // as it was given
    std::vector<std::string> files_;
    bool why_ = false;
    OutputOptions output_;
};

template std::unique_ptr<Command> newCommand<AdviseCommand>();

} // namespace vkperftest
