#include <fmt/format.h>

#include "analysis/nearest.h"
#include "base/atomic_file.h"
#include "cli/commands.h"
#include "cli/comparing.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "perftest/open_results.h"
#include "perftest/reference.h"
#include "report/grid.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

std::string likenessTable(const std::string& name, const RunResult& run,
                          const std::vector<Likeness>& likenesses) {
    std::string text =
        fmt::format("{}: {}\nPublished GPUs by likeness: rank correlation of the rows' ratios\n\n", name,
                    deviceLine(run));
    std::vector<std::vector<std::string>> rows;
    for (const Likeness& likeness : likenesses) {
        rows.push_back({likeness.gpu, likeness.architecture, fmt::format("{:+.3f}", likeness.correlation),
                        fmt::format("{}", likeness.rows)});
    }
    return text +
           alignedGrid({{"GPU"}, {"architecture"}, {"correlation", Align::Right}, {"rows", Align::Right}},
                       rows, stdoutHasColor() ? "\x1b[1m" : "");
}

int printNearest(const std::vector<std::string>& files) {
    std::string text;
    for (const std::string& file : files) {
        const Result<RunResult> run = openResults(file);
        if (!run.ok()) return failed(run.error());
        const std::vector<Likeness> likenesses = byLikeness(analyse(run.value()), publishedGpus());
        if (likenesses.empty()) {
            return failed(
                {ErrorKind::Usage,
                 fmt::format("'{}' has fewer than ten measured rows in common with any published table",
                             file),
                 "measure the suite matrix"});
        }
        text += (text.empty() ? "" : "\n") + likenessTable(file, run.value(), likenesses);
    }
    const Result<void> printed = print(text);
    return printed.ok() ? kExitDone : failed(printed.error());
}

} // namespace

int execute(const CompareOptions& options) {
    if (options.nearest) return printNearest(options.files);
    for (const ComparisonFile& file : options.how.outputs) {
        const Result<void> writable = checkWritable(file.path);
        if (!writable.ok()) return failed(writable.error());
    }
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
