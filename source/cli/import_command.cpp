#include <algorithm>
#include <iostream>
#include <span>

#include "base/atomic_file.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/console.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/output.h"
#include "model/perftest_text.h"
#include "report/results_json.h"

namespace vkperftest {

class ImportCommand : public Command {
public:
    void declare(Options& options) override {
        options.text("file", "FILE", "Text that PerfTest printed; - for standard input", file_);
        options.text("--gpu", "NAME", "Name of the GPU", gpu_);
        options.text("-o,--output", "FILE", "Write the results file here (default: standard output)",
                     output_);
    }

    Result<void> check(const Options&) override {
        VKPERFTEST_TRY(checkEnding(output_, ".json"));
        if (!file_.empty()) return {};
        return usageError("`import` needs text that PerfTest printed",
                          "give its file, or - for standard input");
    }

    Result<int> execute() override {
        if (output_ == "-") output_.clear();
        if (!output_.empty()) {
            VKPERFTEST_TRY(refuseInput("--output", output_, {file_}));
            VKPERFTEST_TRY(prepareFile(output_));
        }
        std::string text;
        constexpr std::uintmax_t kMost = 4 << 20; // bytes: a table has some thousand
        VKPERFTEST_TRY(assign(text, file_ == "-" ? readStream(std::cin, "standard input", kMost)
                                                 : readFile(file_, kMost)));
        Result<ImportedText> imported = parsePerfTestText(text);
        if (!imported.ok()) return imported.error().about(file_);
        RunResult& run = imported.value().run;
        run.tool.version = toolVersion();
        run.device.name = printable(gpu_);
        constexpr std::size_t kMostShown = 20;
        const std::span<const std::string> ignored = imported.value().ignoredLines;
        for (const std::string& line : ignored.first(std::min(ignored.size(), kMostShown)))
            printNote(fmt::format("skipped {} (not a row of the matrix, or malformed figures)", line));
        if (ignored.size() > kMostShown)
            printNote(fmt::format("skipped {} more such lines", ignored.size() - kMostShown));
        if (gpu_.empty()) printNote("without --gpu NAME, the file does not name its GPU");
        const std::string json = runToJson(run, true);
        VKPERFTEST_TRY(output_.empty() ? print(json) : writeFileAtomically(output_, json));
        if (!output_.empty())
            printNote(fmt::format("wrote {} to {}", counted(run.rows.size(), "row"), output_));
        return kExitDone;
    }

private:
    std::string file_, gpu_, output_;
};

std::unique_ptr<Command> newImport() {
    return std::make_unique<ImportCommand>();
}

} // namespace vkperftest
