#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "base/all_cores.h"
#include "base/atomic_file.h"
#include "base/exit_code.h"
#include "base/text.h"
#include "base/utf8_path.h"
#include "cli/console.h"
#include "cli/inputs.h"
#include "cli/options.h"
#include "cli/output.h"
#include "report/page.h"

namespace vkperftest {

namespace {

// The outcome of comparing the run with the first run of its device and suite; empty for that first run.
std::vector<std::string> outcomeOf(const std::vector<LoadedRun>& all, const LoadedRun& one) {
    const auto first = std::find_if(all.begin(), all.end(), [&](const LoadedRun& each) {
        return &each == &one || pageCompares(each.run, one.run);
    });
    return &*first == &one ? std::vector<std::string>() : pageOutcome(first->figures, one.figures);
}

} // namespace

class ReportCommand : public Command {
public:
    void declare(Options& options) override {
        options.texts(
            "files", "FILE",
            "Results files, folders of them, - for standard input, or perftest:NAME for a published table",
            files_);
        options.text("-o,--output", "FILE",
                     "Write the page here (default: report.html); - is standard output", path_);
        options.text("--svg", "DIR",
                     "Write a picture of each file, for READMEs, to this folder; no page without --output",
                     pictures_);
        options.flag("--keep-going", keepGoing_, "Skip files that cannot be loaded, instead of stopping");
    }

    Result<void> check(const Options&) override {
        VKPERFTEST_TRY(expandFolders(files_));
        VKPERFTEST_TRY(checkEnding(path_, ".html"));
        if (path_.empty() && pictures_.empty()) path_ = "report.html";
        if (!path_.empty()) VKPERFTEST_TRY(checkPage());
        if (!files_.empty()) return {};
        return Error{
            ErrorKind::Usage, "`report` needs a results file",
            "`vkperftest run --output FILE.json` writes one; `vkperftest reference` lists published tables"};
    }

    Result<int> execute() override {
        if (!path_.empty() && path_ != "-") {
            VKPERFTEST_TRY(refuseInput("--output", path_, files_));
            VKPERFTEST_TRY(prepareFile(path_));
        }
        std::vector<LoadedRun> all;
        VKPERFTEST_TRY(assign(all, load()));
        if (!pictures_.empty()) VKPERFTEST_TRY(writePictures(all));
        if (!path_.empty()) VKPERFTEST_TRY(writePage(all));
        return kExitDone;
    }

private:
    // All files that load, in the order in which they were given.
    Result<std::vector<LoadedRun>> load() {
        LoadedRuns all = openAll(files_);
        const Result<void> trouble = all.trouble();
        if (trouble.ok()) return std::move(all.runs);
        if (!keepGoing_ || all.runs.empty()) return trouble.error();
        printError(trouble.error());
        return std::move(all.runs);
    }

    Result<void> writePage(const std::vector<LoadedRun>& all) const {
        std::vector<PageFile> files(all.size());
        onAllCores(all.size(), [&](std::size_t i) {
            files[i] = pageFile(all[i].name, all[i].figures, outcomeOf(all, all[i]));
        });
        const std::string text = page(files);
        if (path_ == "-") return print(text);
        VKPERFTEST_TRY(writeFileAtomically(path_, text));
        tellSaved({{path_}});
        return {};
    }

    // One picture per file. A usage error if one of them is an input.
    Result<std::vector<OutputFile>> pictureFiles(const std::vector<LoadedRun>& all) const {
        std::vector<OutputFile> files;
        std::set<std::string> names;
        for (const LoadedRun& each : all) {
            const std::string name = pictureName(each.name);
            if (!names.insert(name).second)
                return Error{ErrorKind::Usage, fmt::format("two pictures would be named '{}'", name),
                             "rename one of the results files"};
            const std::string path = textOf(pathOf(pictures_) / pathOf(name));
            VKPERFTEST_TRY(refuseInput("--svg", path, files_, "name another folder"));
            files.push_back({path});
        }
        return files;
    }

    Result<void> writePictures(const std::vector<LoadedRun>& all) const {
        std::vector<OutputFile> files;
        VKPERFTEST_TRY(assign(files, pictureFiles(all)));
        std::error_code failed;
        std::filesystem::create_directories(pathOf(pictures_), failed);
        if (failed)
            return Error{ErrorKind::Usage,
                         fmt::format("folder '{}' cannot be created ({})", pictures_, failed.message()),
                         "choose another with --svg"};
        for (std::size_t i = 0; i < all.size(); ++i)
            VKPERFTEST_TRY(writeFileAtomically(files[i].path, svgPicture(all[i].figures)));
        tellSaved(files);
        return {};
    }

    std::vector<std::string> files_;
    std::string path_, pictures_; // empty: not wanted
    bool keepGoing_ = false;
};

template std::unique_ptr<Command> newCommand<ReportCommand>();

} // namespace vkperftest
