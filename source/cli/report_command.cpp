#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/utf8_path.h"
#include "cli/console.h"
#include "cli/inputs.h"
#include "cli/options.h"
#include "cli/output.h"
#include "model/published.h"
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
        return usageError(fmt::format("'{}' is not a folder", named), other);
    const bool isEmpty = fs::is_empty(folder, failed);
    if (failed) return usageError(fmt::format("'{}' cannot be read ({})", named, failed.message()), other);
    if (isEmpty || holdsSitePage(folder / "index.html")) return {};
    return usageError(fmt::format("'{}' is neither empty nor a site of `report`", named), other);
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

// The last parts of a path. A page that is published says nothing of where its author keeps the files.
std::string shownName(const std::string& name, std::size_t parts = 1) {
    if (name.starts_with(kPublished)) return name;
    std::size_t separator = name.size();
    for (; parts > 0 && separator > 0 && separator != std::string::npos; --parts)
        separator = name.find_last_of("/\\", separator - 1);
    return separator == std::string::npos ? name : name.substr(separator + 1);
}

// With the folder, where several files have one name.
std::vector<NamedFigures> namedFigures(const std::vector<LoadedRun>& loaded) {
    std::map<std::string, std::size_t> files;
    for (const LoadedRun& each : loaded) ++files[shownName(each.name)];
    std::vector<NamedFigures> runs;
    for (const LoadedRun& each : loaded)
        runs.push_back({shownName(each.name, files[shownName(each.name)] > 1 ? 2 : 1), &each.figures});
    return runs;
}

} // namespace

class ReportCommand : public Command {
public:
    void declare(Options& options) override {
        options.texts(
            "files", "FILE",
            "Results files, folders of them, - for standard input, or perftest:NAME for a published table "
            "(perftest: for all)",
            files_);
        options.text(
            "-o,--output", "FILE",
            "Write the page here (default: report.html; FILE.svg: only its picture, for READMEs), or with "
            "SITE/ a site into this folder, which is new, empty or a site; - is standard output",
            output_);
    }

    Result<void> check(const Options&) override {
        isSite_ = isFolder(output_);
        isPicture_ = lowercase(output_).ends_with(".svg");
        VKPERFTEST_TRY(expandFolders(files_));
        if (!isSite_ && !isPicture_) VKPERFTEST_TRY(checkEnding(output_, ".html"));
        if (files_.empty())
            return usageError(
                "`report` needs a results file or a folder of them",
                "`vkperftest run --output FILE.json` writes one; `vkperftest show perftest:` lists "
                "published tables");
        nameEachOnce();
        return isSite_ ? checkSite(output_) : Result<void>();
    }

    Result<int> execute() override {
        if (!isSite_ && output_ != "-") {
            VKPERFTEST_TRY(refuseInput("--output", output_, files_));
            VKPERFTEST_TRY(prepareFile(output_));
        }
        const LoadedRuns loaded = openAll(files_);
        if (!isSite_) VKPERFTEST_TRY(loaded.trouble());
        VKPERFTEST_TRY(isSite_ ? writeSite(loaded) : writePage(loaded.runs));
        return kExitDone;
    }

private:
    // Each file and table once, though folders hold what was named besides.
    void nameEachOnce() {
        std::vector<std::string> all;
        std::set<std::string> known;
        const auto add = [&](const std::string& name) {
            std::error_code unknown;
            const fs::path whole = fs::weakly_canonical(fs::absolute(pathOf(name), unknown), unknown);
            if (known.insert(name.starts_with(kPublished) ? lowercase(name) : textOf(whole)).second)
                all.push_back(name);
        };
        for (const std::string& name : files_) {
            if (name != kPublished)
                add(name);
            else
                for (const RunResult& table : referenceTables())
                    add(std::string(kPublished) + table.device.name);
        }
        files_ = std::move(all);
    }

    Result<void> writePage(const std::vector<LoadedRun>& loaded) const {
        const ReportFiles all = sortedByDevice(namedFigures(loaded));
        const std::string text = isPicture_ ? pictureOf(all) : htmlPage(pageOf(all));
        if (text.empty())
            return usageError("no file has kinds of load to compare in a picture",
                              "write a page: --output FILE.html");
        if (output_ == "-") return print(text);
        VKPERFTEST_TRY(writeFileAtomically(output_, text));
        tellSaved(output_);
        return {};
    }

    Result<void> writeSite(const LoadedRuns& loaded) const {
        std::vector<OmittedFile> omitted;
        for (const auto& [name, error] : loaded.failed) {
            std::string reason = error.cause; // names the file
            const std::string printed = printable(name);
            for (std::size_t at = 0; (at = reason.find(printed, at)) != std::string::npos; ++at)
                reason.replace(at, printed.size(), printable(shownName(name)));
            omitted.push_back({shownName(name), std::move(reason)});
            printNote("not shown: " + error.cause);
        }
        const std::vector<NamedFigures> sound = soundFiles(namedFigures(loaded.runs), omitted);
        for (std::size_t i = loaded.failed.size(); i < omitted.size(); ++i)
            printNote(fmt::format("'{}' is not shown: {}", omitted[i].name, omitted[i].reason));
        if (sound.empty()) return usageError("no file can be shown", "the lines above give the reasons");
        const ReportFiles all = sortedByDevice(sound);
        const std::vector<SiteFile> files = siteOf(all, omitted);
        const fs::path site = pathOf(output_);
        std::vector<fs::path> paths;
        for (const SiteFile& file : files) paths.push_back(site / pathOf(file.path));
        for (const fs::path& path : paths)
            VKPERFTEST_TRY(refuseInput("--output", textOf(path), files_, "name another folder"));
        // Not the folders above it: a mistyped path is an error, as it is of a file.
        for (const fs::path& folder : {site, site / "devices"}) {
            std::error_code failed;
            fs::create_directory(folder, failed);
            if (failed)
                return usageError(
                    fmt::format("folder '{}' cannot be created ({})", textOf(folder), failed.message()),
                    "choose another with --output");
        }
        for (std::size_t i = 0; i < files.size(); ++i)
            VKPERFTEST_TRY(writeFileAtomically(textOf(paths[i]), files[i].content));
        removeOldPages(site, {paths.begin(), paths.end()});
        printNote(fmt::format("{} from {}{}: open {}", counted(all.devices.size(), "device"),
                              counted(all.files.size(), "file"),
                              omitted.empty() ? "" : fmt::format(", {} not shown", omitted.size()),
                              textOf(site / "index.html")));
        return {};
    }

    std::vector<std::string> files_;
    std::string output_ = "report.html";
    bool isSite_ = false, isPicture_ = false;
};

std::unique_ptr<Command> newReport() {
    return std::make_unique<ReportCommand>();
}

} // namespace vkperftest
