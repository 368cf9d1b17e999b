#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/exit_code.h"
#include "base/printable.h"
#include "base/utf8_path.h"
#include "cli/console.h"
#include "cli/inputs.h"
#include "cli/options.h"
#include "perftest/open_results.h"
#include "perftest/reference.h"
#include "report/atlas_documents.h"
#include "report/atlas_site.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

namespace fs = std::filesystem;

// A usage error unless the folder is new, empty, or an atlas.
Result<void> checkSite(const std::string& site) {
    if (site == "-")
        return Error{ErrorKind::Usage, "standard output cannot hold a site of many files",
                     "name a folder with --output"};
    std::error_code failed;
    const fs::path folder = pathOf(site);
    if (!fs::exists(fs::symlink_status(folder, failed))) return {};
    const std::string named = printable(site);
    if (!fs::is_directory(folder, failed))
        return Error{ErrorKind::Usage, fmt::format("'{}' is not a folder", named),
                     "name another with --output"};
    const bool isEmpty = fs::is_empty(folder, failed);
    if (failed)
        return Error{ErrorKind::Usage, fmt::format("'{}' cannot be read ({})", named, failed.message()),
                     "name another folder with --output"};
    if (isEmpty) return {};
    const Result<std::string> index = readFile(textOf(folder / kAtlasIndex));
    if (index.ok() && index.value().starts_with(kAtlasBegin)) return {};
    return Error{ErrorKind::Usage, fmt::format("'{}' is neither empty nor an atlas", named),
                 "name another folder with --output"};
}

bool isAtlasPage(const fs::path& path) {
    std::error_code unknown;
    if (path.extension() != ".html" || !fs::is_regular_file(path, unknown)) return false;
    const Result<std::string> text = readFile(textOf(path));
    constexpr std::size_t kHead = 1'000;
    return text.ok() &&
           std::string_view(text.value()).substr(0, kHead).find(kAtlasPage) != std::string_view::npos;
}

// A usage error if one of the site's files is an input.
Result<void> refuseInputs(const fs::path& site, const std::vector<SiteFile>& files,
                          const std::vector<std::string>& inputs) {
    std::error_code absent;
    std::set<fs::path> read; // hundreds of each: comparing every pair of paths would take long
    for (const std::string& input : inputs) read.insert(fs::canonical(pathOf(input), absent));
    read.erase(fs::path());
    for (const SiteFile& file : files)
        if (const fs::path path = site / pathOf(file.path); read.contains(fs::canonical(path, absent)))
            return refuseInput("--output", textOf(path), inputs, "name another folder");
    return {};
}

// Pages of devices that an earlier atlas had.
void removeOldPages(const fs::path& site, const std::vector<SiteFile>& files) {
    std::set<fs::path> current;
    for (const SiteFile& file : files) current.insert(site / pathOf(file.path));
    std::vector<fs::path> old;
    std::error_code failed;
    for (fs::directory_iterator entry(site / "devices", failed), end; !failed && entry != end;
         entry.increment(failed))
        if (!current.contains(entry->path()) && isAtlasPage(entry->path())) old.push_back(entry->path());
    std::error_code ignored;
    for (const fs::path& page : old) fs::remove(page, ignored);
}

// A sentence; the reason of an unreadable file names it.
std::string noteOf(const LeftOutFile& file) {
    const std::string reason = leftOutText(file);
    return file.why == WhyLeftOut::Unreadable ? "not shown: " + reason
                                              : fmt::format("'{}' is not shown: {}", file.name, reason);
}

// No published table.
bool isOwn(const std::string& file) {
    return !file.starts_with(kPublished);
}

} // namespace

class AtlasCommand : public Command {
public:
    void declare(Options& options) override {
        options.texts("files", "FILE", "Results files, or folders of them", files_);
        options.text("-o,--output", "SITE",
                     "Write the site into this folder, which is new, empty or an atlas (default: atlas)",
                     site_);
        options.flag("--no-published", ownOnly_, "Leave out the tables that PerfTest's author published");
    }

    Result<void> check(const Options&) override {
        if (files_.empty() && ownOnly_)
            return Error{ErrorKind::Usage, "`atlas --no-published` needs a results file or a folder of them",
                         "`vkperftest run --output FILE.json` writes one"};
        VKPERFTEST_TRY(expandFolders(files_));
        VKPERFTEST_TRY(nameTablesOnce());
        VKPERFTEST_TRY(checkSite(site_));
        return refuseInput("--output", textOf(pathOf(site_) / kAtlasIndex), files_, "name another folder");
    }

    Result<int> execute() override {
        const auto own = static_cast<std::size_t>(std::ranges::count_if(files_, isOwn));
        const LoadedRuns loaded = openAll(files_);
        if (own > 0 && loaded.failed.size() == own) return loaded.trouble().error();
        std::vector<AtlasRun> runs;
        for (const LoadedRun& each : loaded.runs) runs.push_back({each.name, &each.figures});
        std::vector<LeftOutFile> unreadable;
        for (const auto& [name, error] : loaded.failed)
            unreadable.push_back({.name = name, .detail = error.cause});
        const Atlas atlas = makeAtlas(runs, std::move(unreadable));
        for (const LeftOutFile& file : atlas.leftOut) printNote(noteOf(file));
        if (own > 0 ? std::ranges::none_of(atlas.files, isOwn, &AtlasFile::name) : atlas.files.empty())
            return Error{ErrorKind::Usage, "no file can be shown", "the lines above give the reasons"};
        VKPERFTEST_TRY(write(atlasSite(atlas)));
        printNote(fmt::format("{} from {}, {} not shown: open {}", counted(atlas.devices.size(), "device"),
                              counted(atlas.files.size(), "file"), atlas.leftOut.size(),
                              textOf(pathOf(site_) / "index.html")));
        return kExitDone;
    }

private:
    // Published tables by their full names, first, so that they are shown and not their copies; each file once.
    Result<void> nameTablesOnce() {
        std::vector<std::string> tables, own;
        for (const ReferenceTable& table : referenceTables())
            if (!ownOnly_) tables.push_back(std::string(kPublished) + table.gpu);
        for (const std::string& given : files_) {
            std::string whole = given;
            if (!isOwn(given)) {
                const ReferenceTable* table = nullptr;
                VKPERFTEST_TRY(
                    assign(table, findReference(std::string_view(given).substr(kPublished.size()))));
                whole = std::string(kPublished) + table->gpu;
            }
            std::vector<std::string>& its = isOwn(given) ? own : tables;
            if (std::ranges::count(its, whole) == 0) its.push_back(whole);
        }
        files_ = std::move(tables);
        files_.insert(files_.end(), own.begin(), own.end());
        return {};
    }

    Result<void> write(const std::vector<SiteFile>& files) const {
        const fs::path site = pathOf(site_);
        VKPERFTEST_TRY(refuseInputs(site, files, files_));
        std::error_code failed;
        fs::create_directories(site / "devices", failed);
        if (failed)
            return Error{ErrorKind::Io,
                         fmt::format("folder '{}' cannot be created ({})", site_, failed.message()),
                         "choose another with --output"};
        for (const SiteFile& file : files)
            VKPERFTEST_TRY(writeFileAtomically(textOf(site / pathOf(file.path)), file.content));
        removeOldPages(site, files);
        return {};
    }

    std::vector<std::string> files_;
    std::string site_ = "atlas";
    bool ownOnly_ = false;
};

template std::unique_ptr<Command> newCommand<AtlasCommand>();

} // namespace vkperftest
