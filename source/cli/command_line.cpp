#include "cli/command_line.h"

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/named.h"
#include "base/process.h"
#include "cases/suite.h"
#include "cli/console.h"
#include "cli/help.h"
#include "cli/isa_compiling.h"
#include "cli/options.h"
#include "kernels/catalogue.h"
#include "vulkan/api.h"
#include "vulkan/target_compiler.h"

namespace vkperftest {

constexpr CommandEntry kCommands[] = {
    {"run", "Measure rows on a device (the default command)", newRun,
     "--suite --filter --device --driver --quick --all --format --output"},
    {"list", "List the suites, or the rows of a suite", newList, "--suite --filter --format --wide"},
    {"devices", "List GPUs and drivers, and what each supports", newDevices, "--driver --format --all"},
    {"show", "Print a results file in any format", newShow, "--format --all --wide"},
    {"advise", "List the loads to use, and those to avoid", newAdvise, "--all --why --format --wide"},
    {"compare", "Compare results files: what became faster or slower", newCompare,
     "--threshold --filter --all --fail-on --format"},
    {"ab", "Compare two drivers, or two programs, in turns", newAb,
     "--driver --program --device --filter --quick --fail-on --format --keep"},
    {"experiment", "Answer a question about the device and driver", newExperiment,
     "--device --quick --all --output"},
    {"isa", "Show the loads in the driver's code", newIsa,
     "--target --driver --filter --full --all --fail-on -D --format"},
    {"try", "Measure your shader in every binding, with rewrites", newTry,
     "--groups --buffer --push --only -D --device --all --output"},
    {"lint", "Find alignment and stride problems in shaders", newLint,
     "-D -I --rule --rules --fail-on --root-descriptors --format"},
    {"report", "Write results files as an HTML page, or as a site", newReport, "--output"},
    {"import", "Turn text printed by PerfTest into a results file", newImport, "--gpu --output"},
};

std::span<const CommandEntry> commands() {
    return kCommands;
}

namespace {

// `run` may be left out; `help COMMAND` is `COMMAND --help`.
std::vector<std::string> withCommand(std::vector<std::string> arguments) {
    if (!arguments.empty() && arguments[0] == "help") {
        arguments.erase(arguments.begin());
        arguments.resize(std::min<std::size_t>(arguments.size(), 1));
        arguments.emplace_back("--help");
    }
    if (!arguments.empty() && (arguments[0] == "version" || arguments[0] == "-V")) arguments[0] = "--version";
    const bool global = !arguments.empty() &&
                        (arguments[0] == "--help" || arguments[0] == "-h" || arguments[0] == "--version");
    if (arguments.empty() || (arguments[0].starts_with("-") && !global))
        arguments.insert(arguments.begin(), "run");
    return arguments;
}

// `--help` shows the options that people use, `--help --all` every one.
std::string helpOf(const CommandEntry& entry, bool all) {
    CLI::App app(entry.summary, entry.name);
    addHelp(app, entry.name, all);
    const std::unique_ptr<Command> command = entry.make();
    Options options(app);
    command->declare(options);
    if (!all) options.hideAllBut(entry.common);
    return app.help("vkperftest");
}

// Without a command: the list of commands, and with --all what each of them has.
std::string helpOf(const CLI::App& program, const CommandEntry* chosen, bool all) {
    if (chosen != nullptr) return helpOf(*chosen, all);
    std::string text = program.help();
    if (!all) text += "\nCOMMAND --help lists its options, --help --all everything.\n";
    for (const CommandEntry& entry : commands()) {
        if (all) text += "\n" + helpOf(entry, all);
    }
    return text;
}

class AnswerParent : public Command {
    void declare(Options&) override {}
    Result<int> execute() override {
        VKPERFTEST_TRY(compileForParent(askedShaders));
        return kExitDone;
    }
};

// CLI11's error has a type, but only its text names the option; the arguments show which one it is.
Error inOurWords(const CLI::ParseError& error, const CLI::App& command,
                 const std::vector<std::string>& given) {
    const std::string& name = command.get_name();
    const auto usage = [&](const std::string& cause) {
        return usageError(cause, fmt::format("`vkperftest {} --help` lists its options", name));
    };
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
        const std::vector<std::string> extras = command.remaining(); // empty if they follow "--"
        const std::string extra = extras.empty() ? given.back() : extras[0];
        const std::string cause = fmt::format("`{}` takes no argument '{}'", name, extra);
        if (command.get_option_no_throw("--suite") != nullptr && findSuite(extra).ok())
            return usageError(cause, fmt::format("the suite is `--suite {}`", extra));
        if (!extra.starts_with("-")) return usage(cause);
        const std::string option = split(extra, '=')[0];
        std::vector<std::string> names;
        for (const CLI::Option* one : command.get_options()) {
            if (!one->get_positional() && !one->get_group().empty()) names.push_back(one->get_name());
        }
        return usage(fmt::format("`{}` has no option '{}'{}", name, option, didYouMean(option, names)));
    }
    for (const std::string& argument : given) {
        const std::string option = split(argument, '=')[0];
        const CLI::Option* const known = command.get_option_no_throw(option);
        if (known == nullptr) continue;
        const auto most = static_cast<std::size_t>(known->get_items_expected_max()); // 0: a flag
        if (most == 0 && option != argument) return usage(option + " takes no value");
        if (most > 0 && known->count() > most) return usageError(option + " was given twice", "give it once");
        if (most > 0 && &argument == &given.back())
            return usage(fmt::format("{} needs a value ({})", option, known->get_type_name()));
    }
    return usage(std::string(trim(error.what())));
}

} // namespace

Result<int> PrintText::execute() {
    VKPERFTEST_TRY(print(text));
    return kExitDone;
}

Result<std::unique_ptr<Command>> parseCommandLine(const std::vector<std::string>& given) {
    if (given == std::vector<std::string>{kChildCommand})
        return Result<std::unique_ptr<Command>>(std::make_unique<AnswerParent>());
    const std::vector<std::string> arguments = withCommand(given);
    const bool all = std::ranges::count(arguments, "--all") > 0;
    CLI::App app("vkperftest measures which loads are fast in compute shaders, on your GPU.", "vkperftest");
    addHelp(app, "", all);
    const std::string commit = toolCommit().empty() ? "" : fmt::format(" ({})", toolCommit());
    app.set_version_flag("--version", fmt::format("vkperftest {}{}\nbuilt by {}\nkernels compiled by {}",
                                                  toolVersion(), commit, toolCompiler(), kernelCompiler()))
        ->group(all ? "Options" : "");
    app.require_subcommand(0, 1);
    app.allow_windows_style_options(false); // on Windows, too, /some/path is a path
    std::unique_ptr<Command> command = std::make_unique<PrintText>(""); // for options without a command
    CLI::App* its = &app;
    const CommandEntry* entered = nullptr;
    for (const CommandEntry& entry : commands()) {
        const bool chosen = entry.name == arguments[0];
        CLI::App* const sub = app.add_subcommand(entry.name, entry.summary);
        if (!chosen) continue;
        addHelp(*sub, entry.name);
        command = entry.make();
        its = sub;
        entered = &entry;
    }
    if (!arguments[0].starts_with("-") && its == &app) {
        return usageError(fmt::format("there is no command '{}'{}", arguments[0],
                                      didYouMean(arguments[0], nameList(commands()))),
                          fmt::format("choose from: {} (options start with --)", namesOf(commands())));
    }
    Options options(*its);
    command->declare(options);
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend()); // as CLI11 expects them
    try {
        app.parse(reversed);
    } catch (const CLI::CallForHelp&) {
        return Result<std::unique_ptr<Command>>(std::make_unique<PrintText>(helpOf(app, entered, all)));
    } catch (const CLI::CallForVersion& version) {
        return Result<std::unique_ptr<Command>>(
            std::make_unique<PrintText>(version.what() + std::string("\n")));
    } catch (const CLI::ParseError& error) {
        if (!options.wrong().ok()) return options.wrong().error();
        return inOurWords(error, *its, arguments);
    }
    VKPERFTEST_TRY(command->check(options));
    return command;
}

int runCommandLine(const std::vector<std::string>& arguments, DeviceOpener openDevices) {
    prepareProcess();
    const Result<int> code = guarded([&]() -> Result<int> {
        const Result<std::unique_ptr<Command>> command = parseCommandLine(arguments);
        if (!command.ok()) return command.error();
        command.value()->openDevices = openDevices;
        command.value()->arguments = arguments;
        return command.value()->execute();
    });
    const int exitCode = code.ok() ? code.value() : failed(code.error());
    // The abandoned submission still runs on the driver's threads, and the driver's exit handlers would
    // release what they use.
    if (anythingAbandoned()) {
        unlockFiles();
        endAtOnce(exitCode);
    }
    return exitCode;
}

} // namespace vkperftest
