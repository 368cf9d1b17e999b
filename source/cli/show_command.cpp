#include <fmt/format.h>

#include "analysis/thresholds.h"
#include "base/text.h"
#include "cli/inputs.h"
#include "cli/options.h"
#include "model/published.h"
#include "report/documents.h"

namespace vkperftest {

class ShowCommand : public Command {
public:
    void declare(Options& options) override {
        addResultsFiles(options, files_);
        output_.declareFormat(options);
        output_.declareAll(options, "Also print every row, and how it was measured");
    }

    Result<void> check(const Options&) override {
        VKPERFTEST_TRY(expandFolders(files_));
        if (!files_.empty()) return {};
        return usageError("`show` needs a results file", "`vkperftest run --output FILE.json` writes one");
    }

    Result<int> execute() override {
        if (files_.size() > 1 || files_[0] != kPublished)
            return showEach(files_, output_, [this](const RunFigures& figures) {
                return figures.run->settings.shader
                           ? triedDocument(figures, kOtherRun, output_.all || output_.wide)
                           : shown(figures);
            });
        if (output_.format->shown == Shown::Run)
            return usageError("PerfTest's format shows one run", "name a table: perftest:NAME");
        VKPERFTEST_TRY(printDocument(referenceDocument(), output_));
        return kExitDone;
    }

private:
    static Document shown(const RunFigures& figures) {
        Document document = runDocument(figures, true);
        const std::size_t rows = figures.rows.size();
        if (figures.counts.measured > 0)
            document.more = rows == 1 ? "--all prints every figure."
                                      : fmt::format("--all prints the {}.", counted(rows, "row"));
        return document;
    }

    std::vector<std::string> files_;
    OutputOptions output_{.formats = runWriters()};
};

std::unique_ptr<Command> newShow() {
    return std::make_unique<ShowCommand>();
}

} // namespace vkperftest
