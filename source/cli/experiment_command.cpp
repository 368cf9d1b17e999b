#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/deliver.h"
#include "cli/exit_code.h"
#include "cli/measuring.h"
#include "perftest/open_results.h"
#include "report/phrases.h"
#include "run/initial_result.h"

namespace vkperftest {
namespace {

Result<void> printFindings(const ExperimentOptions& options, const RunFigures& figures) {
    Result<std::vector<Finding>> findings = judgeRun(*options.experiment, figures);
    if (!findings.ok()) return findings.error();
    const JudgedRun judged{*options.experiment, figures, std::move(findings).value()};
    VKPERFTEST_TRY(print(options.format->write(judged, {.color = stdoutHasColor()})));
    if (options.format->hasRemarks) return {};
    for (const std::string& remark : remarksWithoutMarks(figures)) printNote(remark);
    return {};
}

Error inFile(const std::string& file, const Error& error) {
    return {error.kind, fmt::format("'{}': {}", file, error.cause), error.remedy};
}

int judgeFile(const ExperimentOptions& options) {
    const Result<RunResult> run = openResults(options.file);
    if (!run.ok()) return failed(run.error());
    const Result<void> printed = printFindings(options, analyse(run.value()));
    return printed.ok() ? kExitDone : failed(inFile(options.file, printed.error()));
}

// Whether what the run will hold can be judged: before it is measured for nothing.
Result<void> checkPlanned(const ExperimentOptions& options) {
    const std::string& file = options.run.resume;
    const Result<RunResult> run = file.empty() ? initialResult(options.run.plan) : readResultsFile(file);
    if (!run.ok()) return run.error();
    const Result<std::vector<Finding>> findings = judgeRun(*options.experiment, analyse(run.value()));
    if (findings.ok()) return {};
    return file.empty() ? findings.error() : inFile(file, findings.error());
}

} // namespace

int execute(const ExperimentOptions& options) {
    if (!options.file.empty()) return judgeFile(options);
    const Result<void> planned = checkPlanned(options);
    if (!planned.ok()) return failed(planned.error());
    return measureAndDeliver(
        options.run, [&](const RunFigures& figures, const std::vector<OutputFile>& files) {
            Result<void> trouble = deliverFiles(figures, files); // first, as `run` does it
            Result<void> printed = printFindings(options, figures);
            return trouble.ok() ? printed : trouble;
        });
}

} // namespace vkperftest
