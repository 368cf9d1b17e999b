#include "cli/output.h"

#include <algorithm>

#include "base/atomic_file.h"
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

void OutputOptions::declareFormat(CLI::App& app, const char* what) {
    addValue(app, "--format", "NAME",
             fmt::format("{}: {} (default: {})", what, namesOf(formats), format->name),
             [this, none = fmt::format("`{}` has no format", app.get_name())](const std::string& name) {
                 return assign(format, findNamed(formats, name, none));
             });
    app.add_flag("--wide", wide, "Print whole tables: every column, each row in one line");
}

void OutputOptions::declareFiles(CLI::App& app, const std::string& what) {
    addTexts(app, "--output", "FILE", what, paths);
}

void OutputOptions::declareView(CLI::App& app) {
    app.add_flag("--explain", view.explain,
                 fmt::format("Say for each row what the driver's compiler made of its loads, as far as the "
                             "driver tells ({})",
                             explainingFormats()));
    addValue(app, "--columns", "NAMES",
             fmt::format("Columns of each strategy in the --wide table, with commas: {} (default: all but "
                         "gain, which is how much "
                         "longer the row takes with one load in flight)",
                         namesOf(runColumns())),
             [this](const std::string& list) {
                 columnsChosen = true;
                 return assign(view.columns, parseRunColumns(list));
             });
}

Result<void> OutputOptions::check() {
    wide = wide || columnsChosen;
    for (const std::string& path : paths) {
        const Writer* byEnding = findByEnding(formats, path);
        files.push_back({path, byEnding != nullptr ? byEnding : format});
    }
    const auto explains = [](const OutputFile& file) { return file.format->shown == Shown::Sections; };
    if (!view.explain && !columnsChosen) return {};
    if (explains({"", format}) || std::any_of(files.begin(), files.end(), explains)) return {};
    return Error{ErrorKind::Usage,
                 fmt::format("the format {} has no room for {}", format->name,
                             view.explain ? "--explain" : "--columns"),
                 fmt::format("choose from: {}; json always holds all that is known", explainingFormats())};
}

Result<void> OutputOptions::checkFiles() const {
    for (const OutputFile& file : files) VKPERFTEST_TRY(checkWritable(file.path));
    return {};
}

Result<void> save(const Document& document, const OutputOptions& how, const std::vector<OutputFile>& files) {
    Result<void> trouble;
    for (const OutputFile& file : files) {
        Result<void> written =
            writeFileAtomically(file.path, file.format->write(document, {.wide = how.wide}));
        if (!written.ok() && trouble.ok()) trouble = std::move(written);
    }
    return trouble;
}

Result<void> printAndSave(const Document& document, const OutputOptions& how,
                          const std::vector<OutputFile>& files) {
    Result<void> trouble = save(document, how, files);
    Display display = stdoutDisplay();
    display.wide = how.wide;
    Result<void> printed = print(how.format->write(document, display));
    if (!printed.ok() && trouble.ok()) trouble = std::move(printed);
    if (how.format->shown == Shown::Records || how.format->shown == Shown::Run) {
        for (const std::string& note : document.notes) printNote(note);
    }
    return trouble;
}

Result<void> printAndSave(const Document& document, const OutputOptions& how) {
    return printAndSave(document, how, how.files);
}

} // namespace vkperftest
