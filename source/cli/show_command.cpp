#include "base/atomic_file.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/deliver.h"
#include "cli/exit_code.h"
#include "perftest/open_results.h"
#include "report/documents.h"

namespace vkperftest {

int execute(const ShowOptions& options) {
    for (const OutputFile& file : options.outputs) {
        const Result<void> writable = checkWritable(file.path);
        if (!writable.ok()) return failed(writable.error());
    }
    const Result<RunResult> run = openResults(options.file);
    if (!run.ok()) return failed(run.error());
    const RunFigures figures = analyse(run.value());
    const Result<void> delivered =
        deliver(runDocument(figures, options.explain), *options.format, options.outputs);
    return delivered.ok() ? kExitDone : failed(delivered.error());
}

} // namespace vkperftest
