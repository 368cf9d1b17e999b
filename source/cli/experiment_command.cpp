#include "cli/experiment_command.h"

#include <algorithm>

#include "cli/exit_code.h"
#include "perftest/open_results.h"
#include "report/documents.h"
#include "run/initial_result.h"

namespace vkperftest {

template std::unique_ptr<Command> newCommand<ExperimentCommand>();

void ExperimentCommand::declare(CLI::App& app) {
    std::string questions = "Experiments:\n";
    for (const Experiment& one : experiments())
        questions += fmt::format("  {:<12} {}\n", one.name, one.question);
    app.footer(questions + "\n" + app.get_footer());
    addValue(app, "name", "NAME", fmt::format("Experiment: {}", namesOf(experiments())),
             [this](const std::string& name) -> Result<void> {
                 if (name.empty()) return {};
                 VKPERFTEST_TRY(assign(experiment, findExperiment(name)));
                 return assign(rows_.suite, findSuite(name));
             });
    addText(app, "file", "FILE",
            "Results file to judge, of a run of the suite of that name (default: measure)", file);
    declareMeasuring(app);
    findings.declareFormat(app, "Format of the findings");
    addTexts(app, "--output", "FILE.json",
             "Keep what is measured in this results file (.json), which `experiment NAME FILE`, `show` and "
             "`compare` take; saved while measuring; with --device all each device gets its own, FILE-0.json "
             "and so on",
             output.paths);
}

Result<void> ExperimentCommand::check(const CLI::App& given) {
    if (experiment == nullptr) {
        return Error{ErrorKind::Usage, "`experiment` needs a name",
                     fmt::format("choose from: {}", namesOf(experiments()))};
    }
    if (given.count("file") > 0) {
        if (file.empty())
            return Error{ErrorKind::Usage, "the results file's name is empty", "leave it out to measure"};
        // A file says how it was measured.
        for (const CLI::Option* option : given.get_options()) {
            if (option->get_positional() || option->get_name() == "--format") continue;
            VKPERFTEST_TRY(refuse(given, {option->get_name().c_str()},
                                  "with a results file: nothing is measured",
                                  "leave it out, or leave out the file to measure"));
        }
        return {};
    }
    // What is measured is kept; what was found is printed, and can be printed again.
    for (const std::string& path : output.paths) {
        if (lowercase(path).ends_with(".json")) continue;
        return Error{ErrorKind::Usage, fmt::format("'{}' does not end with .json", path),
                     "--output keeps the measured rows as .json; findings go to standard output (--format)"};
    }
    VKPERFTEST_TRY(checkMeasuring(given));
    return output.check();
}

Result<int> ExperimentCommand::execute() {
    if (file.empty()) {
        VKPERFTEST_TRY(checkPlanned());
        return RunCommand::execute();
    }
    const Result<RunResult> run = openResults(file);
    if (!run.ok()) return run.error();
    const Result<void> printed = printFindings(analyse(run.value()));
    if (!printed.ok()) return printed.error().about(file);
    return kExitDone;
}

// Whether what the run will hold can be judged: before it is measured for nothing.
Result<void> ExperimentCommand::checkPlanned() const {
    const Result<RunResult> run = resume.empty() ? initialResult(plan) : readResultsFile(resume);
    if (!run.ok()) return run.error();
    const Result<std::vector<Finding>> found = judgeRun(*experiment, analyse(run.value()));
    if (found.ok()) return {};
    return resume.empty() ? found.error() : found.error().about(resume);
}

Result<void> ExperimentCommand::showRun(const RunFigures& figures,
                                        const std::vector<OutputFile>& files) const {
    Result<void> trouble = save(runDocument(figures), output, files); // first, as `run` does it
    Result<void> printed = printFindings(figures);
    return trouble.ok() ? printed : trouble;
}

Result<void> ExperimentCommand::printFindings(const RunFigures& figures) const {
    const Result<std::vector<Finding>> found = judgeRun(*experiment, figures);
    if (!found.ok()) return found.error();
    return printAndSave(findingsDocument(*experiment, figures, found.value()), findings);
}

} // namespace vkperftest
