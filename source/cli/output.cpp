#include "cli/output.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/printable.h"
#include "base/utf8_path.h"
#include "cli/console.h"
#include "cli/options.h"

namespace vkperftest {
void OutputOptions::declareFormat(Options& options) {
    options.value("-f,--format", "NAME",
                  fmt::format("Format: {} (default: {})", namesOf(formats), format->name),
                  [this, none = fmt::format("`{}` has no format", options.command())](
                      const std::string& name) { return assign(format, findNamed(formats, name, none)); });
    options.flag("--wide", wide, "Print whole tables: every column, each row on one line");
}

void OutputOptions::declareAll(Options& options, const char* what) {
    options.flag("--all", all, what);
}

void OutputOptions::declareFiles(Options& options, const char* what) {
    options.texts(
        "-o,--output", "FILE",
        fmt::format("Also write {} to this file: .json, .csv, .md, .txt as --format says; repeatable", what),
        paths);
}

Result<void> OutputOptions::check(const std::vector<std::string>& inputs) {
    for (const std::string& path : paths) {
        if (path == "-") continue;
        VKPERFTEST_TRY(refuseInput("--output", path, inputs));
        VKPERFTEST_TRY(
            assign(files.emplace_back(OutputFile{path}).format, findByEnding(formats, path, format)));
    }
    return {};
}

Result<void> OutputOptions::checkFiles() const {
    Result<void> trouble;
    for (const OutputFile& file : files) addTrouble(trouble, prepareFile(file.path));
    return trouble;
}

Result<void> prepareFile(const std::string& path) {
    VKPERFTEST_TRY(lockFile(path));
    return checkWritable(path);
}

Result<void> checkEnding(const std::string& path, std::string_view ending) {
    struct Format {
        std::string_view name, ending;
    };
    const std::array<Format, 1> only = {{{ending.substr(1), ending}}};
    const Result<const Format*> found = findByEnding(only, path, only.data());
    return found.ok() ? Result<void>() : found.error();
}

Result<void> refuseInput(const char* option, const std::string& path, const std::vector<std::string>& inputs,
                         const char* remedy) {
    const auto isPath = [&](const std::string& input) { return isSameFile(input, path); };
    if (!isReplaceable(path) || std::none_of(inputs.begin(), inputs.end(), isPath)) return {};
    return usageError(fmt::format("{} '{}' is an input", option, path), remedy);
}

Result<void> save(const Document& document, const OutputOptions& how, const std::vector<OutputFile>& files) {
    Result<void> trouble;
    for (const OutputFile& file : files) {
        Result<void> saved = lockFile(file.path); // some commands have not locked it yet
        if (saved.ok()) {
            const std::string text =
                file.format->write(document, {.extent = std::max(how.extent(), Extent::All)});
            saved = writeFileAtomically(file.path, printable(text, Keep::Lines));
        }
        addTrouble(trouble, std::move(saved));
    }
    return trouble;
}

std::vector<OutputFile> filesOfDevice(std::vector<OutputFile> files, std::size_t device) {
    for (OutputFile& file : files) {
        std::filesystem::path path = pathOf(file.path);
        const std::string name =
            fmt::format("{}-{}{}", textOf(path.stem()), device, textOf(path.extension()));
        file.path = textOf(path.replace_filename(pathOf(name)));
    }
    return files;
}

Result<void> checkFilesOfDevices(const std::vector<OutputFile>& files, std::size_t devices) {
    for (const OutputFile& file : files) {
        if (isReplaceable(file.path)) continue;
        return usageError(fmt::format("'{}' cannot be split into a file per device", file.path),
                          "give a name such as x.json");
    }
    for (std::size_t i = 0; i < devices; ++i) {
        for (const OutputFile& file : filesOfDevice(files, i)) VKPERFTEST_TRY(prepareFile(file.path));
    }
    return {};
}

void tellSaved(const std::vector<OutputFile>& files) {
    std::vector<std::string> names;
    for (const OutputFile& file : files) {
        if (isReplaceable(file.path)) names.push_back(file.path);
    }
    if (!names.empty()) printNote("saved to " + join(names, ", "));
}

Result<void> printAndSave(const Document& document, const OutputOptions& how,
                          const std::vector<OutputFile>& files) {
    Result<void> trouble = save(document, how, files);
    const bool saved = trouble.ok();
    Display display = stdoutDisplay();
    display.extent = how.extent();
    addTrouble(trouble, print(how.format->write(document, display)));
    if (how.format->shown == Shown::Records || how.format->shown == Shown::Run) {
        for (const std::string& note : document.notes) printNote(note);
    }
    if (saved) tellSaved(files);
    return trouble;
}

Result<void> printAndSave(const Document& document, const OutputOptions& how) {
    return printAndSave(document, how, how.files);
}

Checkpoints::Checkpoints(std::vector<OutputFile> files, std::function<double(const RunResult&)> seconds)
    : files_(std::move(files)), seconds_(std::move(seconds)) {
    std::erase_if(files_, [](const OutputFile& file) {
        return file.format->shown != Shown::Data || !isReplaceable(file.path);
    });
}

void Checkpoints::save(const RunResult& sofar) {
    constexpr double kSecondsBetween = 2;
    if (!savedAt_ || seconds_(sofar) >= *savedAt_ + kSecondsBetween) saveNow(sofar);
}

void Checkpoints::saveNow(const RunResult& sofar) {
    savedAt_ = seconds_(sofar);
    const std::string text = json_.text(sofar);
    for (const OutputFile& file : files_) {
        const Result<void> written = writeFileAtomically(file.path, text);
        if (written.ok() || warned_) continue;
        warned_ = true;
        printNote(fmt::format("{}; measuring continues, and the save is retried", written.error().cause));
    }
}

} // namespace vkperftest
