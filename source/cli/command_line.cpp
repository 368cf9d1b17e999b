#include "cli/command_line.h"

#include <array>
#include <charconv>
#include <random>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/text.h"
#include "cli/version.h"
#include "kernels/catalogue.h"

namespace vkperftest {
namespace {

constexpr std::array<std::string_view, 3> kCommands = {"run", "list", "devices"};

constexpr const char* kDescription =
    "vkperftest measures, for the GPU and driver at hand, which resource type, format, access\n"
    "pattern and binding strategy makes a compute shader's loads fast.";

constexpr const char* kExamples =
    "Examples:\n"
    "  vkperftest                                   all rows on the fastest device\n"
    "  vkperftest --quick --filter 'Byte*Load4*'    some rows, at a glance\n"
    "  vkperftest --device nvidia --format perftest PerfTest's own text\n"
    "  vkperftest --strategy push --output push.csv one strategy, kept in a file\n"
    "  vkperftest list --filter cbuffer             what would run\n"
    "  vkperftest devices                           what could be measured on\n"
    "\n"
    "Exit codes: 0 done, 2 bad usage or file, 3 no usable device, 4 some rows failed,\n"
    "130 interrupted (what was measured so far is printed and saved).";

template <class Rows> std::string names(const Rows& rows) {
    std::vector<std::string> all;
    for (const auto& row : rows) all.emplace_back(row.name);
    return join(all, ", ");
}

// What the options hold as text.
struct RawOptions {
    std::string device, driver, suite = "matrix", strategy = "set,push", format = "table", script;
    std::vector<std::string> filters, outputs;
    std::optional<std::string> seed, baseline;
    bool quick = false, precise = false, validate = false;
};

void addDriver(CLI::App& command, RawOptions& raw) {
    command.add_option("--driver", raw.driver, "Use only the Vulkan driver of this ICD manifest")
        ->type_name("ICD.json");
}

void addRows(CLI::App& command, RawOptions& raw) {
    command
        .add_option("--suite", raw.suite, fmt::format("Suite of rows: {} (default: matrix)", names(suites())))
        ->type_name("NAME");
    command
        .add_option("--filter", raw.filters,
                    "Only rows whose name or id matches: * and ? are wildcards, without them any part of it "
                    "matches; may be given several times")
        ->type_name("GLOB")
        ->allow_extra_args(false);
}

void addRun(CLI::App& command, RawOptions& raw) {
    command
        .add_option("--device", raw.device,
                    "Device by index, part of its name or UUID (default: the fastest kind present)")
        ->type_name("DEVICE");
    addDriver(command, raw);
    addRows(command, raw);
    command
        .add_option("--strategy", raw.strategy,
                    fmt::format("Binding strategies: {} (default: all)", names(strategies())))
        ->type_name("NAME,…");
    command
        .add_option("--baseline", raw.baseline,
                    fmt::format("Row that ratios refer to (default: {})", caseName(defaultBaseline())))
        ->type_name("ROW");
    command.add_flag("--quick", raw.quick, "Intervals of 3 %, half the time");
    command.add_flag("--precise", raw.precise, "Intervals of 0.3 %, some twelve times the time");
    command
        .add_option("--format", raw.format,
                    fmt::format("Format on standard output: {} (default: table)", names(reportFormats())))
        ->type_name("NAME");
    command
        .add_option("--output", raw.outputs,
                    "Also write the results to this file, .csv and .md in their formats, others as --format "
                    "says; may "
                    "be given several times")
        ->type_name("FILE")
        ->allow_extra_args(false);
    command.add_flag("--validate", raw.validate,
                     "Run under the validation layers (times are then not representative)");
    command.add_option("--seed", raw.seed, "Seed of the random orders (default: a random one)")
        ->type_name("NUMBER");
    command.add_option("--script", raw.script, "Measure a scripted device instead of a real one, for tests")
        ->type_name("FILE");
}

Result<std::vector<Case>> selectedRows(const RawOptions& raw, std::vector<Case>& suiteRows) {
    if (std::find(raw.filters.begin(), raw.filters.end(), "") != raw.filters.end()) {
        return Error{ErrorKind::Usage, "a --filter is empty", "leave it out for all rows"};
    }
    const Result<const Suite*> suite = findSuite(raw.suite);
    if (!suite.ok()) return suite.error();
    suiteRows = suite.value()->rows();
    return selectRows(suiteRows, raw.filters);
}

// CLI11 would take -1 for 2^64 - 1.
std::optional<std::uint64_t> parseSeed(const std::string& text) {
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return seed;
}

Result<Command> runOptions(const RawOptions& raw) {
    RunOptions options{.device = raw.device,
                       .driver = raw.driver,
                       .suite = raw.suite,
                       .validate = raw.validate,
                       .script = raw.script};
    std::vector<Case> suiteRows;
    Result<std::vector<Case>> rows = selectedRows(raw, suiteRows);
    if (!rows.ok()) return rows.error();
    options.plan.rows = std::move(rows).value();

    Result<std::vector<Strategy>> chosen = parseStrategies(raw.strategy);
    if (!chosen.ok()) return chosen.error();
    options.plan.strategies = std::move(chosen).value();

    options.plan.baseline = defaultBaseline();
    if (raw.baseline) {
        const Result<Case> baseline = findRow(suiteRows, *raw.baseline);
        if (!baseline.ok()) return baseline.error();
        options.plan.baseline = baseline.value();
    }

    if (raw.quick && raw.precise) {
        return Error{ErrorKind::Usage, "--quick and --precise contradict each other", "give one of them"};
    }
    options.plan.effort = raw.quick ? kQuickEffort : raw.precise ? kPreciseEffort : kDefaultEffort;
    const std::optional<std::uint64_t> seed = raw.seed ? parseSeed(*raw.seed) : std::random_device{}();
    if (!seed) {
        return Error{ErrorKind::Usage,
                     fmt::format("--seed '{}' is no whole number from 0 to 2^64 - 1", *raw.seed),
                     "leave it out for a random one"};
    }
    options.plan.seed = *seed;

    const Result<const ReportFormat*> format = findReportFormat(raw.format);
    if (!format.ok()) return format.error();
    options.format = format.value();
    for (const std::string& path : raw.outputs) {
        const ReportFormat* byEnding = reportFormatOfPath(path);
        options.outputs.push_back({path, byEnding != nullptr ? byEnding : options.format});
    }
    return Command(std::move(options));
}

Result<Command> listOptions(const RawOptions& raw) {
    ListOptions options;
    std::vector<Case> suiteRows;
    Result<std::vector<Case>> rows = selectedRows(raw, suiteRows);
    if (!rows.ok()) return rows.error();
    options.rows = std::move(rows).value();
    constexpr std::array<std::string_view, 3> kNames = {"table", "csv",
                                                        "markdown"}; // by the value of ListFormat
    const auto found = std::find(kNames.begin(), kNames.end(), raw.format);
    if (found == kNames.end()) {
        return Error{ErrorKind::Usage, fmt::format("`list` has no format '{}'", raw.format),
                     "choose from: table, csv, markdown"};
    }
    options.format = static_cast<ListFormat>(found - kNames.begin());
    return Command(std::move(options));
}

Error unknownCommand(const std::string& word) {
    const std::vector<std::string> choices(kCommands.begin(), kCommands.end());
    return {ErrorKind::Usage, fmt::format("there is no command '{}'", word),
            fmt::format("choose from: {} (options start with --)", join(choices, ", "))};
}

std::string versionText() {
    const std::string commit = toolCommit().empty() ? "" : fmt::format(" ({})", toolCommit());
    return fmt::format("vkperftest {}{}\nkernels compiled by {}", toolVersion(), commit, kernelCompiler());
}

// `run` may be left out.
std::vector<std::string> withCommand(std::vector<std::string> arguments) {
    const bool global = !arguments.empty() &&
                        (arguments[0] == "--help" || arguments[0] == "-h" || arguments[0] == "--version");
    if (arguments.empty() || (arguments[0].starts_with("-") && !global))
        arguments.insert(arguments.begin(), "run");
    return arguments;
}

} // namespace

Result<Command> parseCommandLine(const std::vector<std::string>& given) {
    std::vector<std::string> arguments = withCommand(given);
    if (!arguments[0].starts_with("-") &&
        std::find(kCommands.begin(), kCommands.end(), arguments[0]) == kCommands.end()) {
        return unknownCommand(arguments[0]);
    }

    CLI::App app(kDescription, "vkperftest");
    app.footer(kExamples);
    app.set_version_flag("--version", versionText());
    app.require_subcommand(0, 1);
    RawOptions raw;
    CLI::App* run =
        app.add_subcommand("run", "Measure rows on a device (the default; run --help lists its options)");
    addRun(*run, raw);
    CLI::App* list = app.add_subcommand("list", "The rows of a suite, and what each needs");
    addRows(*list, raw);
    list->add_option("--format", raw.format, "Format: table, csv, markdown (default: table)")
        ->type_name("NAME");
    CLI::App* devices = app.add_subcommand("devices", "GPUs, drivers, and what each supports");
    addDriver(*devices, raw);
    for (CLI::App* command : {run, list, devices}) command->footer(kExamples);

    std::reverse(arguments.begin(), arguments.end()); // CLI11 takes them from the back
    try {
        app.parse(arguments);
    } catch (const CLI::CallForHelp&) {
        const std::vector<CLI::App*> chosen = app.get_subcommands();
        return Command(PrintText{chosen.empty() ? app.help() : chosen[0]->help("vkperftest")});
    } catch (const CLI::CallForVersion& version) {
        return Command(PrintText{version.what() + std::string("\n")});
    } catch (const CLI::ParseError& error) {
        return Error{ErrorKind::Usage, std::string(trim(error.what())),
                     "`vkperftest run --help` lists the options"};
    }
    if (list->parsed()) return listOptions(raw);
    if (devices->parsed()) return Command(DevicesOptions{raw.driver});
    return runOptions(raw);
}

} // namespace vkperftest
