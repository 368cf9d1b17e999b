#include <fmt/format.h>

#include "analysis/nearest.h"
#include "base/atomic_file.h"
#include "cli/commands.h"
#include "cli/comparing.h"
#include "cli/console.h"
#include "cli/deliver.h"
#include "cli/exit_code.h"
#include "perftest/open_results.h"
#include "perftest/reference.h"
#include "report/documents.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

int printNearest(const CompareOptions& options) {
    std::vector<RankedGpus> runs;
    for (const std::string& file : options.files) {
        const Result<RunResult> run = openResults(file);
        if (!run.ok()) return failed(run.error());
        std::vector<Likeness> likenesses = byLikeness(analyse(run.value()), publishedGpus());
        if (likenesses.empty()) {
            return failed(
                {ErrorKind::Usage,
                 fmt::format("'{}' has fewer than ten measured rows in common with any published table",
                             file),
                 "measure the suite matrix"});
        }
        runs.push_back({file, deviceLine(run.value()), std::move(likenesses)});
    }
    const Result<void> printed = deliver(nearestDocument(runs), *options.how.format, options.how.outputs);
    return printed.ok() ? kExitDone : failed(printed.error());
}

} // namespace

int execute(const CompareOptions& options) {
    for (const OutputFile& file : options.how.outputs) {
        const Result<void> writable = checkWritable(file.path);
        if (!writable.ok()) return failed(writable.error());
    }
    if (options.nearest) return printNearest(options);
    Result<RunResult> base = openResults(options.files[0]);
    if (!base.ok()) return failed(base.error());
    const NamedRun baseRun{options.files[0], std::move(base).value()};
    std::vector<ComparedRuns> compared;
    // One file at a time, so that hundreds of them need no more memory than their comparisons.
    for (std::size_t i = 1; i < options.files.size(); ++i) {
        Result<RunResult> now = openResults(options.files[i]);
        if (!now.ok()) return failed(now.error());
        Result<ComparedRuns> result =
            compareNamed(baseRun, {options.files[i], std::move(now).value()}, options.how);
        if (!result.ok()) return failed(result.error());
        compared.push_back(std::move(result).value());
    }
    return deliverComparison(compared, options.how);
}

} // namespace vkperftest
