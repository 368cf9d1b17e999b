#include "cli/output.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/file_claim.h"
#include "base/printable.h"
#include "base/utf8_path.h"
#include "cli/console.h"
#include "cli/options.h"

namespace vkperftest {
namespace {

std::string explainingFormats() {
    std::vector<Writer> explaining(writers().begin(), writers().end());
    std::erase_if(explaining, [](const Writer& format) { return format.shown != Shown::Sections; });
    return namesOf(explaining);
}

} // namespace

void OutputOptions::declareFormat(Options& options, const char* what) {
    options.value(
        "-f,--format", "NAME", fmt::format("{}: {} (default: {})", what, namesOf(formats), format->name),
        [this, none = fmt::format("`{}` has no format", options.command())](const std::string& name) {
            return assign(format, findNamed(formats, name, none));
        },
        nameList(formats));
    options.flag("--wide", wide, "Print whole tables: every column, each row on one line");
}

void OutputOptions::declareFiles(Options& options, const char* what) {
    options.texts(
        "-o,--output", "FILE",
        fmt::format("Also write {} to this file: .json, .csv, .md, .html, .txt as --format says; repeatable",
                    what),
        paths);
}

void OutputOptions::declareView(Options& options) {
    options.flag(
        "--explain", view.explain,
        fmt::format(
            "Show the load instructions that the driver's compiler generated for each row, where the driver "
            "reports them ({})",
            explainingFormats()));
    options.value(
        "--columns", "NAME,…",
        fmt::format(
            "Columns of each strategy in the --wide table, separated by commas: {} (default: "
            "all known ones but gain, which is how much longer the row takes with one load in flight)",
            namesOf(runColumns())),
        [this](const std::string& list) {
            columnsChosen = true;
            return assign(view.columns, parseRunColumns(list));
        },
        nameList(runColumns()));
}

Result<void> OutputOptions::check(const std::vector<std::string>& inputs) {
    wide = wide || columnsChosen;
    for (const std::string& path : paths) {
        if (path == "-") continue;
        VKPERFTEST_TRY(refuseInput("--output", path, inputs));
        VKPERFTEST_TRY(
            assign(files.emplace_back(OutputFile{path}).format, findByEnding(formats, path, format)));
    }
    const auto explains = [](const OutputFile& file) { return file.format->shown == Shown::Sections; };
    if (!view.explain && !columnsChosen) return {};
    if (explains({"", format}) || std::any_of(files.begin(), files.end(), explains)) return {};
    return Error{
        ErrorKind::Usage,
        fmt::format("the format {} cannot show {}", format->name, view.explain ? "--explain" : "--columns"),
        fmt::format("choose from: {}; json always holds everything", explainingFormats())};
}

Result<void> OutputOptions::checkFiles() const {
    Result<void> trouble;
    for (const OutputFile& file : files) addTrouble(trouble, prepareFile(file.path));
    return trouble;
}

Result<void> prepareFile(const std::string& path) {
    VKPERFTEST_TRY(claimFile(path));
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
    return Error{ErrorKind::Usage, fmt::format("{} '{}' is an input", option, path), remedy};
}

Result<void> save(const Document& document, const OutputOptions& how, const std::vector<OutputFile>& files) {
    Result<void> trouble;
    for (const OutputFile& file : files) {
        Result<void> saved = claimFile(file.path); // some commands have not claimed it yet
        if (saved.ok()) {
            const std::string text = file.format->write(document, {.wide = how.wide});
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
        return Error{ErrorKind::Usage, fmt::format("'{}' cannot be split into a file per device", file.path),
                     "give a name such as x.json"};
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
    if (how.devices != nullptr) {
        how.devices->add(document, *how.format);
    } else {
        Display display = stdoutDisplay();
        display.wide = how.wide;
        addTrouble(trouble, print(how.format->write(document, display)));
    }
    if (how.format->shown == Shown::Records || how.format->shown == Shown::Run) {
        for (const std::string& note : document.notes) printNote(note);
    }
    if (saved) tellSaved(files);
    return trouble;
}

Result<void> printAndSave(const Document& document, const OutputOptions& how) {
    return printAndSave(document, how, how.files);
}

} // namespace vkperftest
