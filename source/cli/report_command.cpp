#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/cores.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/utf8_path.h"
#include "cli/console.h"
#include "cli/inputs.h"
#include "cli/options.h"
#include "cli/output.h"
#include "model/published.h"
#include "report/charts.h"
#include "report/page.h"
#include "report/writers.h"

namespace vkperftest {
namespace {

namespace fs = std::filesystem;

// A folder is named for a site: one that ends with a slash, exists, or has no ending.
bool isFolder(const std::string& output) {
    std::error_code unknown;
    return output != "-" && (output.ends_with('/') || output.ends_with('\\') ||
                             !pathOf(output).has_extension() || fs::is_directory(pathOf(output), unknown));
}

bool holdsSitePage(const fs::path& path) {
    std::error_code unknown;
    if (path.extension() != ".html" || !fs::is_regular_file(path, unknown)) return false;
    const Result<std::string> text = readFile(textOf(path));
    return text.ok() && isSitePage(text.value());
}

// A usage error unless the folder is new, empty, or a site.
Result<void> checkSite(const std::string& site) {
    std::error_code failed;
    const fs::path folder = pathOf(site);
    if (!fs::exists(fs::symlink_status(folder, failed))) return {};
    const std::string named = printable(site), other = "name another folder with --output";
    if (!fs::is_directory(folder, failed))
        return Error{ErrorKind::Usage, fmt::format("'{}' is not a folder", named), other};
    const bool isEmpty = fs::is_empty(folder, failed);
    if (failed)
        return Error{ErrorKind::Usage, fmt::format("'{}' cannot be read ({})", named, failed.message()),
                     other};
    if (isEmpty || holdsSitePage(folder / "index.html")) return {};
    return Error{ErrorKind::Usage, fmt::format("'{}' is neither empty nor a site of `report`", named), other};
}

// Not the folders above it: a mistyped path is an error, as it is of a file.
Result<void> makeFolder(const fs::path& folder, const char* option) {
    std::error_code failed;
    fs::create_directory(folder, failed);
    if (!failed) return {};
    return Error{ErrorKind::Usage,
                 fmt::format("folder '{}' cannot be created ({})", textOf(folder), failed.message()),
                 fmt::format("choose another with {}", option)};
}

// Pages of devices that an earlier site had.
void removeOldPages(const fs::path& site, const std::set<fs::path>& current) {
    std::vector<fs::path> old;
    std::error_code failed;
    for (fs::directory_iterator entry(site / "devices", failed), end; !failed && entry != end;
         entry.increment(failed))
        if (!current.contains(entry->path()) && holdsSitePage(entry->path())) old.push_back(entry->path());
    std::error_code ignored;
    for (const fs::path& page : old) fs::remove(page, ignored);
}

bool isPublished(const std::string& name) {
    return name.starts_with(kPublished);
}

// The picture's file: "h100.svg" of "day/h100.json", "rtx-3090.svg" of "perftest:RTX 3090".
std::string pictureName(const std::string& name) {
    return (isPublished(name) ? plainName(std::string_view(name).substr(kPublished.size()))
                              : textOf(pathOf(name).stem())) +
           ".svg";
}

// The folders that all files share, with a slash at the end: a page that is published says nothing of where
// its author keeps them. May be empty.
std::string sharedFolder(const std::vector<std::string>& files) {
    std::optional<std::string> shared;
    for (const std::string& name : files) {
        if (isPublished(name) || name == "-") continue;
        const std::string folder = name.substr(0, name.find_last_of("/\\") + 1);
        if (!shared) shared = folder;
        const auto differs = std::ranges::mismatch(*shared, folder).in1;
        const std::string_view same(shared->data(), static_cast<std::size_t>(differs - shared->begin()));
        shared->resize(same.find_last_of("/\\") + 1);
    }
    return shared.value_or("");
}

std::string without(std::string text, const std::string& folder) {
    for (std::size_t at = 0; !folder.empty() && (at = text.find(folder, at)) != std::string::npos;)
        text.erase(at, folder.size());
    return text;
}

std::vector<NamedFigures> namedFigures(const std::vector<LoadedRun>& loaded, const std::string& folder) {
    std::vector<NamedFigures> runs;
    for (const LoadedRun& each : loaded)
        runs.push_back(
            {each.name.starts_with(folder) ? each.name.substr(folder.size()) : each.name, &each.figures});
    return runs;
}

} // namespace

class ReportCommand : public Command {
public:
    void declare(Options& options) override {
        options.texts(
            "files", "FILE",
            "Results files, folders of them, - for standard input, or perftest:NAME for a published table",
            files_);
        options.text(
            "-o,--output", "FILE",
            "Write the page here (default: report.html), or with SITE/ a site into this folder, which is "
            "new, empty or a site; - is standard output",
            output_);
        options.text("--svg", "DIR",
                     "Write a picture of each file, for READMEs, to this folder; no page without --output",
                     pictures_);
        options.flag("--no-published", ownOnly_,
                     "Leave the tables that PerfTest's author published out of the site");
    }

    Result<void> check(const Options&) override {
        if (output_.empty() && pictures_.empty()) output_ = "report.html";
        isSite_ = !output_.empty() && isFolder(output_);
        VKPERFTEST_TRY(expandFolders(files_));
        if (!isSite_) VKPERFTEST_TRY(checkEnding(output_, ".html"));
        if (files_.empty() && (!isSite_ || ownOnly_))
            return Error{ErrorKind::Usage, "`report` needs a results file or a folder of them",
                         "`vkperftest run --output FILE.json` writes one; `vkperftest show perftest:` lists "
                         "published tables"};
        if (!isSite_) return {};
        VKPERFTEST_TRY(nameTablesOnce());
        return checkSite(output_);
    }

    Result<int> execute() override {
        if (!isSite_ && !output_.empty() && output_ != "-") {
            VKPERFTEST_TRY(refuseInput("--output", output_, files_));
            VKPERFTEST_TRY(prepareFile(output_));
        }
        const LoadedRuns loaded = openAll(files_);
        if (!isSite_ || !pictures_.empty()) VKPERFTEST_TRY(loaded.trouble());
        if (!pictures_.empty()) VKPERFTEST_TRY(writePictures(loaded.runs));
        if (isSite_)
            VKPERFTEST_TRY(writeSite(loaded));
        else if (!output_.empty())
            VKPERFTEST_TRY(writePage(loaded.runs));
        return kExitDone;
    }

private:
    // Published tables by their full names, first, so that they are shown and not their copies; each file once.
    Result<void> nameTablesOnce() {
        std::vector<std::string> tables, own;
        for (const RunResult& table : referenceTables())
            if (!ownOnly_) tables.push_back(std::string(kPublished) + table.device.name);
        for (const std::string& given : files_) {
            std::string whole = given;
            if (isPublished(given)) {
                const RunResult* table = nullptr;
                VKPERFTEST_TRY(
                    assign(table, findReference(std::string_view(given).substr(kPublished.size()))));
                whole = std::string(kPublished) + table->device.name;
            }
            std::vector<std::string>& its = isPublished(given) ? tables : own;
            if (std::ranges::count(its, whole) == 0) its.push_back(whole);
        }
        files_ = std::move(tables);
        files_.insert(files_.end(), own.begin(), own.end());
        return {};
    }

    Result<void> writePage(const std::vector<LoadedRun>& loaded) const {
        const std::string text = htmlPage(pageOf(sortedByDevice(namedFigures(loaded, sharedFolder(files_)))));
        if (output_ == "-") return print(text);
        VKPERFTEST_TRY(writeFileAtomically(output_, text));
        tellSaved({{output_}});
        return {};
    }

    Result<void> writeSite(const LoadedRuns& loaded) const {
        const std::string folder = sharedFolder(files_);
        std::vector<OmittedFile> omitted;
        for (const auto& [name, error] : loaded.failed) {
            omitted.push_back({without(name, folder), without(error.cause, folder)});
            printNote("not shown: " + error.cause);
        }
        const std::vector<NamedFigures> sound = soundFiles(namedFigures(loaded.runs, folder), omitted);
        for (std::size_t i = loaded.failed.size(); i < omitted.size(); ++i)
            printNote(fmt::format("'{}' is not shown: {}", omitted[i].name, omitted[i].reason));
        const bool anyOwn = std::ranges::any_of(files_, std::not_fn(isPublished));
        const bool showsOwn = std::ranges::any_of(sound, std::not_fn(isPublished), &NamedFigures::name);
        if (sound.empty() || (anyOwn && !showsOwn))
            return Error{ErrorKind::Usage, "no file can be shown", "the lines above give the reasons"};
        const ReportFiles all = sortedByDevice(sound);
        const std::vector<SiteFile> files = siteOf(all, omitted);
        const fs::path site = pathOf(output_);
        std::vector<fs::path> paths;
        for (const SiteFile& file : files) paths.push_back(site / pathOf(file.path));
        for (const fs::path& path : paths)
            VKPERFTEST_TRY(refuseInput("--output", textOf(path), files_, "name another folder"));
        for (const fs::path& made : {site, site / "devices"}) VKPERFTEST_TRY(makeFolder(made, "--output"));
        for (std::size_t i = 0; i < files.size(); ++i)
            VKPERFTEST_TRY(writeFileAtomically(textOf(paths[i]), files[i].content));
        removeOldPages(site, {paths.begin(), paths.end()});
        printNote(fmt::format("{} from {}, {} not shown: open {}", counted(all.devices.size(), "device"),
                              counted(all.files.size(), "file"), omitted.size(),
                              textOf(site / "index.html")));
        return {};
    }

    // One picture per file. A usage error if one of them is an input.
    Result<void> writePictures(const std::vector<LoadedRun>& loaded) const {
        std::vector<fs::path> paths;
        std::set<std::string> names;
        for (const LoadedRun& each : loaded) {
            const std::string name = pictureName(each.name);
            if (!names.insert(name).second)
                return Error{ErrorKind::Usage, fmt::format("two pictures would be named '{}'", name),
                             "rename one of the results files"};
            paths.push_back(pathOf(pictures_) / pathOf(name));
        }
        for (const fs::path& path : paths)
            VKPERFTEST_TRY(refuseInput("--svg", textOf(path), files_, "name another folder"));
        VKPERFTEST_TRY(makeFolder(pathOf(pictures_), "--svg"));
        std::vector<OutputFile> files;
        for (std::size_t i = 0; i < paths.size(); ++i) {
            const std::string picture = pictureOf({loaded[i].name, &loaded[i].figures});
            if (picture.empty()) {
                printNote(fmt::format("no picture of '{}': fewer than two rows have loads and times",
                                      printable(loaded[i].name)));
                continue;
            }
            files.push_back({textOf(paths[i])});
            VKPERFTEST_TRY(writeFileAtomically(files.back().path, picture));
        }
        tellSaved(files);
        return {};
    }

    std::vector<std::string> files_;
    std::string output_, pictures_; // empty: not wanted
    bool isSite_ = false, ownOnly_ = false;
};

std::unique_ptr<Command> newReport() {
    return std::make_unique<ReportCommand>();
}

} // namespace vkperftest
