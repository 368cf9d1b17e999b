#include "cli/experiment_options.h"

namespace vkperftest {
namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  vkperftest experiment uniform                        measure and judge\n"
    "  vkperftest experiment uniform --output u.json        and keep all that was measured\n"
    "  vkperftest experiment uniform u.json                 judge that again\n"
    "  vkperftest run --suite uniform --output u.json       the same rows, printed as a table\n"
    "  vkperftest experiment uniform u.json --format markdown > findings.md\n"
    "\n"
    "Exit codes: 0 done, whatever was found; 2 bad usage, or a file without the rows that\n"
    "are needed; 3 no usable device; 4 some rows failed; 130 interrupted (what can be said\n"
    "so far is printed, what was measured is saved).";

std::string footer() {
    std::string text = "Experiments:\n";
    for (const Experiment& experiment : experiments())
        text += fmt::format("  {:<12} {}\n", experiment.name, experiment.question);
    return text + "\n" + kExamples;
}

// A file says how it was measured.
Result<void> nothingBesideFile(const CLI::App& given) {
    for (const CLI::Option* option : given.get_options()) {
        const std::string name = option->get_name();
        if (option->count() == 0 || option->get_positional() || name == "--format") continue;
        return Error{ErrorKind::Usage,
                     fmt::format("{} cannot be given with a results file: nothing is measured", name),
                     "leave it out, or leave out the file to measure"};
    }
    return {};
}

// What is measured is kept; what was found is printed, and can be printed again.
Result<void> resultsFilesOnly(const std::vector<std::string>& outputs) {
    for (const std::string& path : outputs) {
        if (lowercase(path).ends_with(".json")) continue;
        return Error{ErrorKind::Usage, fmt::format("'{}' does not end with .json", path),
                     "--output keeps the measured rows as .json; findings go to standard output (--format)"};
    }
    return {};
}

} // namespace

void RawExperiment::add(CLI::App& command) {
    command.footer(footer());
    command.add_option("name", name, fmt::format("Experiment: {}", namesOf(experiments())))
        ->type_name("NAME");
    command
        .add_option("file", file,
                    "Results file to judge, of a run of the suite of that name (default: measure)")
        ->type_name("FILE");
    run.addHow(command);
    addFormat(command, format, writers(), "Format of the findings");
    command
        .add_option(
            "--output", run.outputs,
            "Keep what is measured in this results file (.json), which `experiment NAME FILE`, `show` "
            "and `compare` take; saved while measuring; with --device all each device gets its own, "
            "FILE-0.json and so on")
        ->type_name("FILE.json")
        ->allow_extra_args(false);
}

Result<Command> experimentOptions(const RawExperiment& raw, const CLI::App& given) {
    if (raw.name.empty()) {
        return Error{ErrorKind::Usage, "`experiment` needs a name",
                     fmt::format("choose from: {}", namesOf(experiments()))};
    }
    const Result<const Experiment*> experiment = findExperiment(raw.name);
    if (!experiment.ok()) return experiment.error();
    const Result<const Writer*> format = findNamed(writers(), raw.format, "experiments have no format");
    if (!format.ok()) return format.error();
    ExperimentOptions options{
        .experiment = experiment.value(), .format = format.value(), .file = raw.file, .run = {}};
    if (given.count("file") > 0) {
        if (raw.file.empty()) {
            return Error{ErrorKind::Usage, "the results file's name is empty", "leave it out to measure"};
        }
        VKPERFTEST_TRY(nothingBesideFile(given));
        return Command(std::move(options));
    }
    VKPERFTEST_TRY(resultsFilesOnly(raw.run.outputs));
    RawRun run = raw.run;
    run.measuring.suite = raw.name;
    Result<RunOptions> how = measuringOptions(run, given);
    if (!how.ok()) return how.error();
    options.run = std::move(how).value();
    return Command(std::move(options));
}

} // namespace vkperftest
