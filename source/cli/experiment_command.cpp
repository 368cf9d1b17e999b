#include "cli/experiment_command.h"

#include <algorithm>

#include "base/named.h"
#include "base/text.h"
#include "cli/console.h"
#include "cli/inputs.h"
#include "model/run_result.h"
#include "report/documents.h"
#include "run/plan.h"

namespace vkperftest {
std::unique_ptr<Command> newExperiment() {
    return std::make_unique<ExperimentCommand>();
}

void ExperimentCommand::declare(Options& options) {
    std::string questions = "Experiments:\n";
    for (const Experiment& one : experiments()) {
        constexpr std::size_t kIndent = 15;
        questions += fmt::format("  {:<12} {}\n", one.name,
                                 wrapped(one.question, stdoutDisplay().proseWidth, kIndent, kIndent));
    }
    options.addToHelp(questions);
    options.value("name", "NAME", "", [this](const std::string& name) -> Result<void> {
        if (name.empty()) return {};
        VKPERFTEST_TRY(assign(experiment_, findNamed(experiments(), name, "there is no experiment")));
        return assign(request_.rows.suite, findSuite(name));
    });
    options.texts("file", "FILE", "Results files, or folders of them, to judge (instead of measuring)",
                  judged_);
    addFilters(options, "name or id", request_.rows.filters);
    request_.declareAll(options);
    findings_.declareFormat(options);
    findings_.declareAll(options, "Also print the rows, and how they were measured");
}

Result<void> ExperimentCommand::check(const Options& given) {
    if (experiment_ == nullptr) {
        return usageError("`experiment` needs a name",
                          fmt::format("choose from: {}", namesOf(experiments())));
    }
    if (!judged_.empty()) return checkFiles(given);
    return request_.check(given);
}

Result<void> ExperimentCommand::checkFiles(const Options& given) {
    VKPERFTEST_TRY(expandFolders(judged_));
    if (std::ranges::count(judged_, "") > 0)
        return usageError("the results file's name is empty", "leave it out to measure");
    VKPERFTEST_TRY(request_.rows.checkWindows());
    // The file records how it was measured.
    return given.refuseOthers({"--format", "--all", "--wide", "--filter"},
                              "with a results file: nothing is measured",
                              "leave it out; to measure, leave out the file");
}

Result<int> ExperimentCommand::execute() {
    if (judged_.empty()) return measure();
    const std::vector<std::string>& filters = request_.rows.filters;
    return showEach(judged_, findings_, [&](const RunFigures& figures) -> Result<Document> {
        if (filters.empty()) return judged(figures);
        const Result<RunResult> some = rowsMatching(*figures.run, filters);
        return some.ok() ? judged(analyse(some.value())) : some.error();
    });
}

Result<int> ExperimentCommand::measure() {
    request_.arguments = arguments;
    VKPERFTEST_TRY(request_.openEarlier());
    // Check that the planned rows can be judged, before they are measured for nothing.
    const Result<Answer> found = judgeRun(*experiment_, analyse(initialResult(request_.plan)));
    if (!found.ok()) return found.error();
    return measureDevices(request_, openDevices, std::bind_front(&ExperimentCommand::show, this));
}

Result<void> ExperimentCommand::show(const RunFigures& figures, const std::string& file) const {
    return saveAndPrint(figures, file, judged(figures), findings_);
}

Result<Document> ExperimentCommand::judged(const RunFigures& figures) const {
    const Result<Answer> found = judgeRun(*experiment_, figures);
    if (!found.ok()) return found.error();
    return findingsDocument(*experiment_, figures, found.value());
}

} // namespace vkperftest
