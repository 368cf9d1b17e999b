#include "cli/inputs.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>

#include "base/atomic_file.h"
#include "base/cores.h"
#include "base/printable.h"
#include "base/utf8_path.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/options.h"
#include "model/published.h"

namespace vkperftest {
namespace {

constexpr const char* kStandardInput = "-";

Result<std::vector<std::string>> resultsIn(const std::string& folder) {
    const std::string begin = pathOf(folder).has_filename() ? folder + "/" : folder;
    std::vector<std::string> files;
    std::error_code failed;
    for (std::filesystem::directory_iterator entry(pathOf(folder), failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const std::string file = textOf(entry->path().filename()), lower = lowercase(file);
        const bool results = lower.ends_with(".json") && !lower.ends_with(".schema.json");
        std::error_code unknown;
        if (results && !file.starts_with('.') && !entry->is_directory(unknown)) files.push_back(begin + file);
    }
    const std::string named = printable(folder);
    if (failed)
        return usageError(fmt::format("'{}' cannot be read ({})", named, failed.message()),
                          "check the folder's permissions");
    if (files.empty())
        return usageError(fmt::format("the folder '{}' has no results file", named),
                          "`vkperftest run --output FILE.json` writes one");
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace

void addResultsFiles(Options& options, std::vector<std::string>& names) {
    options.texts(
        "file", "FILE",
        "Results files, folders of them, - for standard input, or perftest:NAME for a published table "
        "(perftest: lists them)",
        names);
}

Result<void> expandFolders(std::vector<std::string>& names) {
    std::vector<std::string> all;
    for (const std::string& name : names) {
        std::vector<std::string> files = {name};
        std::error_code unknown;
        if (std::filesystem::is_directory(pathOf(name), unknown))
            VKPERFTEST_TRY(assign(files, resultsIn(name)));
        all.insert(all.end(), files.begin(), files.end());
    }
    if (std::count(all.begin(), all.end(), kStandardInput) > 1)
        return usageError("standard input (-) can be read only once", "name files instead");
    names = std::move(all);
    return {};
}

Result<RunResult> openInput(const std::string& name) {
    if (name != kStandardInput) {
        Result<RunResult> file = openResults(name);
        std::error_code unknown;
        if (file.ok() || std::filesystem::exists(pathOf(name), unknown)) return file;
        const std::string published = std::string(kPublished) + name;
        if (!openResults(published).ok()) return file;
        Error error = file.error();
        error.remedy = fmt::format("the published table is '{}'", published);
        return error;
    }
    const Result<std::string> text = readStream(std::cin, "standard input");
    if (!text.ok()) return text.error();
    return runFromJson(text.value(), "standard input");
}

Result<void> LoadedRuns::trouble() const {
    Result<void> trouble;
    for (const auto& [name, error] : failed) addTrouble(trouble, error);
    return trouble;
}

LoadedRuns openAll(const std::vector<std::string>& names) {
    std::vector<std::optional<Result<RunResult>>> read(names.size());
    onAllCores(names.size(), [&](std::size_t i) { read[i] = openInput(names[i]); });
    LoadedRuns all;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (read[i]->ok())
            all.runs.push_back({names[i], std::move(*read[i]).value(), {}});
        else
            all.failed.emplace_back(names[i], read[i]->error());
    }
    onAllCores(all.runs.size(), [&](std::size_t i) { all.runs[i].figures = analyse(all.runs[i].run); });
    return all;
}

Result<int> showEach(const std::vector<std::string>& names, const OutputOptions& how,
                     const std::function<Result<Document>(const RunFigures&)>& documentOf) {
    const bool several = names.size() > 1;
    std::optional<Error> skipped;
    std::size_t shown = 0;
    for (const std::string& name : names) {
        const Result<RunResult> run = openInput(name);
        if (!run.ok()) return run.error();
        const RunFigures figures = analyse(run.value());
        const Result<Document> document = documentOf(figures);
        if (!document.ok()) {
            skipped = document.error().about(name);
            continue;
        }
        if (several) printNote("file " + name);
        if (shown++ > 0) VKPERFTEST_TRY(print("\n"));
        VKPERFTEST_TRY(printDocument(document.value(), how));
    }
    if (skipped && shown == 0) return *skipped;
    if (skipped)
        printNote(fmt::format("skipped {} of {} files; of the last, {}", names.size() - shown, names.size(),
                              skipped->cause));
    return kExitDone;
}

} // namespace vkperftest
