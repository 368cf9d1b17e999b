#include "cli/run_options.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/random_bits.h"
#include "cases/floor.h"

namespace vkperftest {
namespace {

Result<std::vector<Case>> selectedRows(const RawMeasuring& raw, const Suite& suite) {
    if (std::find(raw.filters.begin(), raw.filters.end(), "") != raw.filters.end()) {
        return Error{ErrorKind::Usage, "a --filter is empty", "leave it out for all rows"};
    }
    return selectRows(suite.rows(), raw.filters);
}

// CLI11 would take -1 for 2^64 - 1.
std::optional<std::uint64_t> parseSeed(const std::string& text) {
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return seed;
}

// A resumed run is planned by its file.
Result<void> nothingBesideResume(const CLI::App& given) {
    for (const char* option : {"--suite", "--filter", "--strategy", "--baseline", "--quick", "--precise",
                               "--seed", "--validate"}) {
        const CLI::Option* known = given.get_option_no_throw(option);
        if (known == nullptr || known->count() == 0) continue;
        return Error{ErrorKind::Usage,
                     fmt::format("{} cannot be given with --resume: the file says it", option),
                     "leave it out, or start a new file with --output"};
    }
    if (given.count("--device") > 0 && given.get_option("--device")->as<std::string>() == kAllDevices) {
        return Error{ErrorKind::Usage, "--device all cannot be given with --resume",
                     "resume each file by itself"};
    }
    return {};
}

} // namespace

void RawRun::addHow(CLI::App& command) {
    measuring.addDevice(command);
    addDriver(command, driver);
    measuring.addMeasure(command);
    measuring.addEffort(command);
    command
        .add_option(
            "--resume", resume,
            "Measure what is missing in this results file (.json) and save it there, or as --output says")
        ->type_name("FILE");
    command.add_flag("--validate", validate,
                     "Run under the validation layers (times are then not representative)");
    command.add_option("--script", script, "Measure a scripted device instead of a real one, for tests")
        ->type_name("FILE");
}

void RawRun::add(CLI::App& command) {
    measuring.addRows(command);
    addHow(command);
    command
        .add_option("--format", format,
                    fmt::format("Format on standard output: {} (default: table)", namesOf(reportFormats())))
        ->type_name("NAME");
    command
        .add_option(
            "--output", outputs,
            "Also write the results to this file: .json (everything, saved while measuring), .csv, .md, "
            "others as --format says; may be given several times; with --device all each device gets its "
            "own, FILE-0.json and so on")
        ->type_name("FILE")
        ->allow_extra_args(false);
    addExplain(command, explain);
    // What `ab` tells its children.
    command.add_option("--block", blockRounds, "Measure so many rounds, print nothing")->group("");
    command.add_option("--sizes", sizes, "Take the dispatch sizes of this results file")->group("");
}

void RawList::add(CLI::App& command) {
    rows.addRows(command);
    command.add_option("--format", format, "Format: table, csv, markdown (default: table)")
        ->type_name("NAME");
}

Result<RunPlan> measuringPlan(const RawMeasuring& raw) {
    const Result<const Suite*> suite = findSuite(raw.suite);
    if (!suite.ok()) return suite.error();
    RunPlan plan{.suite = raw.suite, .baseline = defaultBaseline(), .recording = suite.value()->recording};
    Result<std::vector<Case>> rows = selectedRows(raw, *suite.value());
    if (!rows.ok()) return rows.error();
    plan.rows = std::move(rows).value();

    const std::span<const Strategy> usual = suite.value()->strategies;
    Result<std::vector<Strategy>> chosen =
        raw.strategy ? parseStrategies(*raw.strategy) : std::vector<Strategy>(usual.begin(), usual.end());
    if (!chosen.ok()) return chosen.error();
    plan.strategies = std::move(chosen).value();

    if (raw.baseline) {
        const Result<Case> baseline = findRow(suite.value()->rows(), *raw.baseline);
        if (!baseline.ok()) return baseline.error();
        plan.baseline = baseline.value();
    }
    if (raw.quick && raw.precise) {
        return Error{ErrorKind::Usage, "--quick and --precise contradict each other", "give one of them"};
    }
    plan.code = !raw.noCode;
    plan.effort = raw.quick ? kQuickEffort : raw.precise ? kPreciseEffort : kDefaultEffort;
    const std::optional<std::uint64_t> seed = raw.seed ? parseSeed(*raw.seed) : randomBits();
    if (!seed) {
        return Error{ErrorKind::Usage,
                     fmt::format("--seed '{}' is no whole number from 0 to 2^64 - 1", *raw.seed),
                     "leave it out for a random one"};
    }
    plan.seed = *seed;
    return plan;
}

Result<RunOptions> measuringOptions(const RawRun& raw, const CLI::App& given) {
    RunOptions options{.bench = {.device = raw.measuring.device,
                                 .driver = raw.driver,
                                 .script = raw.script,
                                 .validate = raw.validate},
                       .resume = raw.resume,
                       .sizes = raw.sizes};
    if (given.count("--resume") > 0) VKPERFTEST_TRY(nothingBesideResume(given));
    Result<RunPlan> plan = measuringPlan(raw.measuring);
    if (!plan.ok()) return plan.error();
    options.plan = std::move(plan).value();
    options.plan.validated = raw.validate;
    if (raw.blockRounds > 0)
        options.plan.block = AbBlock{.rounds = raw.blockRounds};
    else
        options.plan.floors = missingFloors(options.plan.rows); // `ab` compares times alone
    const Result<const ReportFormat*> format = findReportFormat(raw.format);
    if (!format.ok()) return format.error();
    options.format = format.value();
    options.outputs = outputFiles<OutputFile>(raw.outputs, reportFormats(), options.format);
    return options;
}

Result<Command> runOptions(const RawRun& raw, const CLI::App& given) {
    Result<RunOptions> options = measuringOptions(raw, given);
    if (!options.ok()) return options.error();
    if (raw.explain) VKPERFTEST_TRY(checkExplain(options.value().format, options.value().outputs));
    options.value().explain = raw.explain;
    return Command(std::move(options).value());
}

Result<std::vector<Case>> selectedRows(const RawMeasuring& raw) {
    const Result<const Suite*> suite = findSuite(raw.suite);
    if (!suite.ok()) return suite.error();
    return selectedRows(raw, *suite.value());
}

Result<void> checkExplain(const ReportFormat* format, const std::vector<OutputFile>& outputs) {
    const bool any = format->explains || std::any_of(outputs.begin(), outputs.end(),
                                                     [](const auto& file) { return file.format->explains; });
    if (any) return {};
    return Error{ErrorKind::Usage, fmt::format("the format {} has no room for --explain", format->name),
                 "choose table or markdown; json always holds what is known of the code"};
}

Result<ListFormat> findListFormat(std::string_view command, const std::string& name) {
    constexpr std::array<std::string_view, 3> kNames = {"table", "csv",
                                                        "markdown"}; // by the value of ListFormat
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found != kNames.end()) return static_cast<ListFormat>(found - kNames.begin());
    return Error{ErrorKind::Usage, fmt::format("`{}` has no format '{}'", command, name),
                 "choose from: table, csv, markdown"};
}

Result<Command> listOptions(const RawList& raw, const CLI::App&) {
    ListOptions options;
    Result<std::vector<Case>> rows = selectedRows(raw.rows);
    if (!rows.ok()) return rows.error();
    options.rows = std::move(rows).value();
    const Result<ListFormat> format = findListFormat("list", raw.format);
    if (!format.ok()) return format.error();
    options.format = format.value();
    return Command(std::move(options));
}

Result<Command> devicesOptions(const RawDevices& raw, const CLI::App&) {
    return Command(DevicesOptions{raw.driver});
}

} // namespace vkperftest
