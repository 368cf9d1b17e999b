#include "cli/deliver.h"

#include <algorithm>

#include "base/atomic_file.h"
#include "cli/console.h"
#include "cli/options.h"
#include "report/phrases.h"

namespace vkperftest {

void ReportOptions::declare(CLI::App& app, const std::string& formatOf, const std::string& output) {
    addValue(app, "--format", "NAME",
             fmt::format("{}: {} (default: {})", formatOf, namesOf(reportFormats()), format->name),
             [this](const std::string& name) { return assign(format, findReportFormat(name)); });
    addTexts(app, "--output", "FILE", output, paths);
}

void ReportOptions::declareExplain(CLI::App& app) {
    app.add_flag("--explain", explain,
                 "Say for each row what the driver's compiler made of its loads, as far as the driver tells "
                 "(table, markdown)");
}

Result<void> ReportOptions::check() {
    files = outputFiles<OutputFile>(paths, reportFormats(), format);
    const bool room = format->explains || std::any_of(files.begin(), files.end(),
                                                      [](const auto& file) { return file.format->explains; });
    if (room || !explain) return {};
    return Error{ErrorKind::Usage, fmt::format("the format {} has no room for --explain", format->name),
                 "choose table or markdown; json always holds what is known of the code"};
}

Result<void> deliverFiles(const RunFigures& figures, const std::vector<OutputFile>& files, bool explain) {
    Result<void> trouble;
    for (const OutputFile& file : files) {
        Result<void> written =
            writeFileAtomically(file.path, file.format->write(figures, {.explain = explain}));
        if (!written.ok() && trouble.ok()) trouble = std::move(written);
    }
    return trouble;
}

Result<void> deliver(const RunFigures& figures, const ReportOptions& options,
                     const std::vector<OutputFile>& files) {
    Result<void> trouble = deliverFiles(figures, files, options.explain);
    Result<void> printed =
        print(options.format->write(figures, {.color = stdoutHasColor(), .explain = options.explain}));
    if (!printed.ok() && trouble.ok()) trouble = std::move(printed);
    if (!options.format->hasRemarks) {
        for (const std::string& remark : remarks(figures)) printNote(remark);
    }
    return trouble;
}

} // namespace vkperftest
