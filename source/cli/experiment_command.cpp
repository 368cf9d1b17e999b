#include "cli/experiment_command.h"

#include <algorithm>

#include "base/named.h"
#include "base/text.h"
#include "cli/claim_runs.h"
#include "cli/command_line.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/experiment_code.h"
#include "cli/isa_targets.h"
#include "model/filter_rows.h"
#include "perftest/open_results.h"
#include "report/documents.h"
#include "report/phrases.h"
#include "run/initial_result.h"

namespace vkperftest {
namespace {

constexpr const char* kClaims = "claims";

// What may stand as NAME.
struct NamedExperiment {
    std::string_view name;
    const Experiment* experiment; // null: the claims
};

std::vector<NamedExperiment> namedExperiments() {
    std::vector<NamedExperiment> all;
    for (const Experiment& one : experiments()) all.push_back({one.name, &one});
    all.push_back({kClaims, nullptr});
    return all;
}

Result<const Experiment*> chosen(const std::string& name) {
    const std::vector<NamedExperiment> all = namedExperiments();
    const Result<const NamedExperiment*> found = findNamed(all, name, "there is no experiment");
    if (!found.ok()) return found.error();
    return found.value()->experiment;
}

// All options but `others`, --filter and those of printing.
Result<void> refuseMeasuring(const CLI::App& given, std::initializer_list<std::string_view> others,
                             std::string_view with, const char* remedy) {
    for (const CLI::Option* option : given.get_options()) {
        const std::string name = option->get_name();
        const bool other = std::count(others.begin(), others.end(), name) > 0;
        if (option->get_positional() || other || name == "--format" || name == "--wide" || name == "--filter")
            continue;
        VKPERFTEST_TRY(refuse(given, {name.c_str()}, with, remedy));
    }
    return {};
}

} // namespace

template std::unique_ptr<Command> newCommand<ExperimentCommand>();

void ExperimentCommand::declare(CLI::App& app) {
    std::string questions = "Experiments:\n";
    for (const NamedExperiment& one : namedExperiments()) {
        constexpr std::size_t kIndent = 15;
        const std::string_view question =
            one.experiment != nullptr ? one.experiment->question
                                      : "do the claims of lint's rules hold on this GPU? (of files only)";
        questions += fmt::format("  {:<12} {}\n", one.name,
                                 wrapped(question, stdoutDisplay().proseWidth, kIndent, kIndent));
    }
    app.footer(questions + "\n" + app.get_footer());
    addValue(app, "name", "NAME", fmt::format("Experiment: {}", namesOf(namedExperiments())),
             [this](const std::string& name) -> Result<void> {
                 if (name.empty()) return {};
                 VKPERFTEST_TRY(assign(experiment, chosen(name)));
                 claims = experiment == nullptr;
                 return claims ? Result<void>() : assign(rows_.suite, findSuite(name));
             });
    app.add_option(
           "file", judged,
           "Results file to judge, of a run of the suite of that name (default: measure); for claims one or "
           "more, of the suites vector, stride and binding")
        ->type_name("FILE");
    addFilters(app, "name or id", rows_.filters);
    addValues(app, "--target", "FAMILY",
              "Compile for this family of GPUs, as `isa` does, without a GPU, and say what the code tells; "
              "nothing is measured; of uniform, binding and vector; repeatable",
              [this](const std::string& name) { return addTargets(name, compiled_); });
    declareMeasuring(app);
    findings.declareFormat(app, "Format of the findings");
    addTexts(app, "-o,--output", "FILE.json",
             "Keep what is measured in this results file (.json), which `experiment NAME FILE`, `show` and "
             "`compare` take; saved while measuring; with --device all each device gets its own, FILE-0.json "
             "and so on",
             output.paths);
}

Result<void> ExperimentCommand::check(const CLI::App& given) {
    if (experiment == nullptr && !claims) {
        return Error{ErrorKind::Usage, "`experiment` needs a name",
                     fmt::format("choose from: {}", namesOf(namedExperiments()))};
    }
    if (given.count("--target") > 0) return checkTargets(given);
    if (claims && !rows_.filters.empty()) {
        return Error{ErrorKind::Usage, "--filter cannot be given with `experiment claims`",
                     "leave it out: claims are about whole suites"};
    }
    if (claims && judged.empty()) {
        return Error{ErrorKind::Usage, "`experiment claims` needs a results file",
                     "`vkperftest experiment stride --output FILE.json` writes one"};
    }
    if (!judged.empty()) return checkFiles(given);
    // What is measured is kept; what was found is printed, and can be printed again.
    for (const std::string& path : output.paths) {
        if (lowercase(path).ends_with(".json")) continue;
        return Error{ErrorKind::Usage, fmt::format("'{}' does not end with .json", path),
                     "--output keeps the measured rows as .json; findings go to standard output (--format)"};
    }
    VKPERFTEST_TRY(checkMeasuring(given));
    return output.check({where.driver, where.script});
}

Result<void> ExperimentCommand::checkFiles(const CLI::App& given) const {
    for (const std::string& file : judged) {
        if (file.empty())
            return Error{ErrorKind::Usage, "the results file's name is empty", "leave it out to measure"};
    }
    if (judged.size() > 1 && !claims) {
        return Error{ErrorKind::Usage,
                     fmt::format("`experiment {}` takes no argument '{}'", experiment->name, judged[1]),
                     "judge one file after the other; `vkperftest experiment --help` lists its options"};
    }
    // A file says how it was measured.
    return refuseMeasuring(given, {}, "with a results file: nothing is measured",
                           "leave it out, or leave out the file to measure");
}

Result<void> ExperimentCommand::checkTargets(const CLI::App& given) {
    if (claims || experiment->judgeCode == nullptr) {
        return Error{ErrorKind::Usage,
                     fmt::format("--target cannot be given with `experiment {}`: only times answer it",
                                 claims ? kClaims : experiment->name),
                     "measure on the GPU"};
    }
    if (!judged.empty())
        return contradiction("--target", fmt::format("the results file '{}'", judged[0]),
                             "for a target nothing is measured; leave one of them out");
    VKPERFTEST_TRY(refuseMeasuring(given, {"--target", "--driver"}, "with --target: nothing is measured",
                                   "leave it out, or leave out --target to measure"));
    compiled_.choice = rows_;
    VKPERFTEST_TRY(assign(compiled_.rows, rows_.rows()));
    compiled_.strategies.assign(rows_.suite->strategies.begin(), rows_.suite->strategies.end());
    if (!where.driver.empty()) compiled_.drivers = {where.driver};
    return {};
}

Result<int> ExperimentCommand::execute() {
    if (claims) return judgeClaims();
    if (!compiled_.targets.empty()) return judgeTargets(*experiment, compiled_, findings);
    if (judged.empty()) {
        VKPERFTEST_TRY(checkPlanned());
        return RunCommand::execute();
    }
    Result<RunResult> run = openResults(judged[0]);
    if (!run.ok()) return run.error();
    if (!rows_.filters.empty()) run = rowsMatching(run.value(), rows_.filters);
    if (!run.ok()) return run.error().about(judged[0]);
    const Result<void> printed = printFindings(analyse(run.value()));
    if (!printed.ok()) return printed.error().about(judged[0]);
    return kExitDone;
}

Result<int> ExperimentCommand::judgeClaims() const {
    ClaimRuns runs;
    VKPERFTEST_TRY(runs.open(judged));
    std::vector<JudgedClaim> all;
    for (const Claim& claim : vkperftest::claims()) {
        for (const RunFigures* figures : runs.of(claim))
            all.push_back({&claim, deviceLine(*figures->run), judgeClaim(claim, *figures)});
        if (runs.of(claim).empty()) all.push_back({&claim, "", unmeasuredClaim(claim)});
    }
    VKPERFTEST_TRY(printAndSave(claimsDocument(all), findings));
    return kExitDone;
}

// Whether what the run will hold can be judged: before it is measured for nothing.
Result<void> ExperimentCommand::checkPlanned() const {
    const Result<RunResult> run = resume.empty() ? initialResult(plan) : readResultsFile(resume);
    if (!run.ok()) return run.error();
    const Result<Answer> found = judgeRun(*experiment, analyse(run.value()));
    if (found.ok()) return {};
    return resume.empty() ? found.error() : found.error().about(resume);
}

Result<void> ExperimentCommand::showRun(const RunFigures& figures,
                                        const std::vector<OutputFile>& files) const {
    Result<void> trouble = save(runDocument(figures), output, files); // first, as `run` does it
    const bool saved = trouble.ok();
    addTrouble(trouble, printFindings(figures));
    if (saved) tellSaved(files);
    return trouble;
}

Result<void> ExperimentCommand::printFindings(const RunFigures& figures) const {
    const Result<Answer> found = judgeRun(*experiment, figures);
    if (!found.ok()) return found.error();
    return printAndSave(findingsDocument(*experiment, figures, found.value()), findings);
}

} // namespace vkperftest
