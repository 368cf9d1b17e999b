#include "cli/command_line.h"

#include <algorithm>
#include <functional>

#include "cli/compare_options.h"
#include "cli/experiment_options.h"
#include "cli/isa_options.h"
#include "cli/raw_options.h"
#include "cli/run_options.h"
#include "cli/version.h"
#include "kernels/catalogue.h"

namespace vkperftest {
namespace {

constexpr const char* kDescription =
    "vkperftest measures, for the GPU and driver at hand, which resource type, format, access\n"
    "pattern and binding strategy makes a compute shader's loads fast.";

constexpr const char* kExamples =
    "Examples:\n"
    "  vkperftest                                   all rows on the fastest device\n"
    "  vkperftest --quick --filter 'Byte*Load4*'    some rows, at a glance\n"
    "  vkperftest --device nvidia --format perftest PerfTest's own text\n"
    "  vkperftest --output new.json                 keep everything, raw samples too\n"
    "  vkperftest --resume new.json                 measure what is missing there\n"
    "  vkperftest show new.json --format markdown   print a results file\n"
    "  vkperftest show new.json --explain           and what the driver's code loads\n"
    "  vkperftest compare old.json new.json         what became slower\n"
    "  vkperftest compare perftest:\"RTX 2080 Ti\" new.json\n"
    "  vkperftest ab --driver a.json --driver b.json  two drivers, interleaved\n"
    "  vkperftest ab --program ./tuned.sh --program vkperftest  two builds, or settings\n"
    "  vkperftest experiment uniform                does the driver share uniform loads?\n"
    "  vkperftest isa --target polaris10 --target navi21  loads in AMD's code, no GPU needed\n"
    "  vkperftest list --filter cbuffer             what would run\n"
    "  vkperftest devices                           what could be measured on\n"
    "\n"
    "Exit codes: 0 done, 1 findings (compare, ab: --fail-on), 2 bad usage or file,\n"
    "3 no usable device, 4 some rows failed, 130 interrupted (what was measured so far\n"
    "is printed and saved).";

// One command: its options, and what they mean once they are parsed.
struct Parser {
    std::string name;
    CLI::App* app;
    std::function<Result<Command>()> finish;
};

Error unknownCommand(const std::string& word, const std::vector<Parser>& parsers) {
    return {ErrorKind::Usage, fmt::format("there is no command '{}'", word),
            fmt::format("choose from: {} (options start with --)", namesOf(parsers))};
}

// `run` may be left out.
std::vector<std::string> withCommand(std::vector<std::string> arguments) {
    const bool global = !arguments.empty() &&
                        (arguments[0] == "--help" || arguments[0] == "-h" || arguments[0] == "--version");
    if (arguments.empty() || (arguments[0].starts_with("-") && !global))
        arguments.insert(arguments.begin(), "run");
    return arguments;
}

std::string versionText() {
    const std::string commit = toolCommit().empty() ? "" : fmt::format(" ({})", toolCommit());
    return fmt::format("vkperftest {}{}\nkernels compiled by {}", toolVersion(), commit, kernelCompiler());
}

// Elsewhere an empty manifest stands for none given.
Result<void> noEmptyDriver(const CLI::App& given) {
    const CLI::Option* driver = given.get_option_no_throw("--driver");
    if (driver == nullptr || driver->count() == 0) return {};
    const std::vector<std::string> manifests = driver->results();
    if (std::find(manifests.begin(), manifests.end(), "") == manifests.end()) return {};
    return Error{ErrorKind::Usage, "a --driver is empty", "name an ICD manifest, or leave it out"};
}

} // namespace

Result<Command> parseCommandLine(const std::vector<std::string>& given) {
    CLI::App app(kDescription, "vkperftest");
    app.footer(kExamples);
    app.set_version_flag("--version", versionText());
    app.require_subcommand(0, 1);
    app.allow_windows_style_options(false); // on Windows, too, /some/path is a path
    std::vector<Parser> parsers;
    const auto command = [&](const char* name, const char* what, auto& raw, auto finish) {
        CLI::App* sub = app.add_subcommand(name, what);
        sub->footer(kExamples);
        raw.add(*sub);
        parsers.push_back({name, sub, [&raw, finish, sub] { return finish(raw, *sub); }});
    };
    RawRun run;
    RawList list;
    RawDevices devices;
    RawShow show;
    RawCompare compare;
    RawAb ab;
    RawExperiment experiment;
    RawIsa isa;
    RawReference reference;
    RawImport import;
    command("run", "Measure rows on a device (the default; run --help lists its options)", run, runOptions);
    command("list", "The rows of a suite, and what each needs", list, listOptions);
    command("devices", "GPUs, drivers, and what each supports", devices, devicesOptions);
    command("show", "Print a results file in any format", show, showOptions);
    command("compare", "Two or more results files: what became faster or slower", compare, compareOptions);
    command("ab", "Two drivers, or two programs, on one device, interleaved, then compared", ab, abOptions);
    command("experiment", "Answer a question about the device and driver (experiment --help lists them)",
            experiment, experimentOptions);
    command("isa", "What the driver's compiler made of a row: the loads in its loop", isa, isaOptions);
    command("reference", "PerfTest's published tables", reference, referenceOptions);
    command("import", "PerfTest's text, as people paste it, into a results file", import, importOptions);

    std::vector<std::string> arguments = withCommand(given);
    const bool known = std::any_of(parsers.begin(), parsers.end(),
                                   [&](const Parser& parser) { return parser.name == arguments[0]; });
    if (!arguments[0].starts_with("-") && !known) return unknownCommand(arguments[0], parsers);
    std::reverse(arguments.begin(), arguments.end()); // CLI11 takes them from the back
    const std::vector<CLI::App*> none;
    try {
        app.parse(arguments);
    } catch (const CLI::CallForHelp&) {
        const std::vector<CLI::App*> chosen = app.get_subcommands();
        return Command(PrintText{chosen.empty() ? app.help() : chosen[0]->help("vkperftest")});
    } catch (const CLI::CallForVersion& version) {
        return Command(PrintText{version.what() + std::string("\n")});
    } catch (const CLI::ParseError& error) {
        const std::vector<CLI::App*> chosen = app.get_subcommands();
        return Error{ErrorKind::Usage, std::string(trim(error.what())),
                     fmt::format("`vkperftest {} --help` lists the options",
                                 chosen.empty() ? "run" : chosen[0]->get_name())};
    }
    const auto parsed = std::find_if(parsers.begin(), parsers.end(),
                                     [](const Parser& parser) { return parser.app->parsed(); });
    VKPERFTEST_TRY(noEmptyDriver(*parsed->app));
    return parsed->finish();
}

} // namespace vkperftest
