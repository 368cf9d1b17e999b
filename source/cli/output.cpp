#include "cli/output.h"

#include <algorithm>
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

Result<void> prepareFile(const std::string& path) {
    VKPERFTEST_TRY(lockFile(path));
    return checkWritable(path);
}

Result<void> checkEnding(const std::string& path, std::string_view ending) {
    const std::string given = lowercase(textOf(pathOf(path).extension()));
    if (given.empty() || given == ending) return {};
    return usageError(fmt::format("--output '{}' does not end with {}", path, ending),
                      fmt::format("name FILE{}", ending));
}

Result<void> refuseInput(const char* option, const std::string& path, const std::vector<std::string>& inputs,
                         const char* remedy) {
    const auto isPath = [&](const std::string& input) { return isSameFile(input, path); };
    if (!isReplaceable(path) || std::none_of(inputs.begin(), inputs.end(), isPath)) return {};
    return usageError(fmt::format("{} '{}' is an input", option, path), remedy);
}

Result<void> printDocument(const Document& document, const OutputOptions& how) {
    Display display = stdoutDisplay();
    display.extent = how.extent();
    Result<void> printed = print(how.format->write(document, display));
    if (how.format->shown == Shown::Records || how.format->shown == Shown::Run) {
        for (const std::string& note : document.notes) printNote(note);
    }
    return printed;
}

Result<void> saveResults(const RunFigures& figures, const std::string& file) {
    VKPERFTEST_TRY(lockFile(file)); // some commands have not locked it yet
    return writeFileAtomically(file, printable(runToJson(figures, !figures.run->interrupted), Keep::Lines));
}

Result<void> saveAndPrint(const RunFigures& figures, const std::string& file,
                          const Result<Document>& document, const OutputOptions& how) {
    Result<void> trouble = file.empty() ? Result<void>() : saveResults(figures, file);
    const bool saved = trouble.ok();
    addTrouble(trouble, document.ok() ? printDocument(document.value(), how) : document.error());
    if (saved) tellSaved(file);
    return trouble;
}

void tellSaved(const std::string& file) {
    if (!file.empty() && isReplaceable(file)) printNote("saved to " + file);
}

std::string fileOfDevice(const std::string& file, std::size_t device) {
    if (file.empty()) return {};
    std::filesystem::path path = pathOf(file);
    const std::string name = fmt::format("{}-{}{}", textOf(path.stem()), device, textOf(path.extension()));
    return textOf(path.replace_filename(pathOf(name)));
}

Checkpoints::Checkpoints(std::string file, std::function<double(const RunResult&)> seconds)
    : file_(isReplaceable(file) ? std::move(file) : ""), seconds_(std::move(seconds)) {}

void Checkpoints::save(const RunResult& sofar) {
    constexpr double kSecondsBetween = 2;
    if (!savedAt_ || seconds_(sofar) >= *savedAt_ + kSecondsBetween) saveNow(sofar);
}

void Checkpoints::saveNow(const RunResult& sofar) {
    savedAt_ = seconds_(sofar);
    const Result<void> written = writeFileAtomically(file_, json_.text(sofar));
    if (written.ok() || warned_) return;
    warned_ = true;
    printNote(fmt::format("{}; measuring continues, and the save is retried", written.error().cause));
}

} // namespace vkperftest
