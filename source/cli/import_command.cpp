#include <iostream>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/version.h"
#include "perftest/text.h"
#include "report/results_json.h"

namespace vkperftest {

int execute(const ImportOptions& options) {
    if (!options.output.empty()) {
        const Result<void> writable = checkWritable(options.output);
        if (!writable.ok()) return failed(writable.error());
    }
    const Result<std::string> text =
        options.file == "-" ? readStream(std::cin, "standard input") : readFile(options.file);
    if (!text.ok()) return failed(text.error());
    Result<ImportedText> imported = parsePerfTestText(text.value());
    if (!imported.ok()) {
        return failed({imported.error().kind, fmt::format("'{}': {}", options.file, imported.error().cause),
                       imported.error().remedy});
    }
    RunResult& run = imported.value().run;
    run.tool.version = toolVersion();
    if (!options.gpu.empty()) run.device.name = options.gpu;
    for (const std::string& line : imported.value().ignoredLines) printNote("not understood: " + line);
    if (run.device.name.empty()) printNote("the text does not name its GPU; give it with --gpu");
    const std::string json = runToJson(run, true);
    const Result<void> written =
        options.output.empty() ? print(json) : writeFileAtomically(options.output, json);
    if (!written.ok()) return failed(written.error());
    if (!options.output.empty()) {
        printNote(fmt::format("{} rows of '{}' are in {}", run.rows.size(), run.device.name, options.output));
    }
    return kExitDone;
}

} // namespace vkperftest
