#include "cli/raw_options.h"

#include "cases/strategy.h"
#include "cases/suite.h"

namespace vkperftest {

void addDriver(CLI::App& command, std::string& driver) {
    command.add_option("--driver", driver, "Use only the Vulkan driver of this ICD manifest")
        ->type_name("ICD.json");
}

void addFormat(CLI::App& command, std::string& format, std::span<const Writer> formats,
               std::string_view what) {
    command.add_option("--format", format, fmt::format("{}: {} (default: table)", what, namesOf(formats)))
        ->type_name("NAME");
}

void addExplain(CLI::App& command, bool& explain) {
    command.add_flag("--explain", explain,
                     "Say for each row what the driver's compiler made of its loads, as far as the driver "
                     "tells (table, markdown, html)");
}

void RawMeasuring::addDevice(CLI::App& command) {
    command
        .add_option("--device", device,
                    "Device by index, part of its name or UUID (default: the fastest kind present)")
        ->type_name("DEVICE");
}

void RawMeasuring::addRows(CLI::App& command) {
    command
        .add_option("--suite", suite, fmt::format("Suite of rows: {} (default: matrix)", namesOf(suites())))
        ->type_name("NAME");
    command
        .add_option("--filter", filters,
                    "Only rows whose name or id matches: * and ? are wildcards, without them any part of it "
                    "matches; may be given several times")
        ->type_name("GLOB")
        ->allow_extra_args(false);
}

void RawMeasuring::addMeasure(CLI::App& command) {
    command
        .add_option("--strategy", strategy,
                    fmt::format("Binding strategies: {} (default: the suite's)", namesOf(kStrategies)))
        ->type_name("NAME,…");
    command
        .add_option("--baseline", baseline,
                    fmt::format("Row that ratios refer to (default: {})", caseName(defaultBaseline())))
        ->type_name("ROW");
    command.add_option("--seed", seed, "Seed of the random orders (default: a random one)")
        ->type_name("NUMBER");
    command.add_flag(
        "--no-code", noCode,
        "Do not ask the driver what its compiler made of the kernels, for drivers that break there");
}

void RawMeasuring::addEffort(CLI::App& command) {
    command.add_flag("--quick", quick, "Intervals of 3 %, half the time");
    command.add_flag("--precise", precise, "Intervals of 0.3 %, some twelve times the time");
}

void RawComparing::add(CLI::App& command) {
    command
        .add_option(
            "--metric", metric,
            "What is compared: time, ratio, auto (default: auto, time on equal devices, ratio otherwise)")
        ->type_name("NAME");
    command.add_option("--threshold", threshold, "Smallest change that matters (default: 3%)")
        ->type_name("PERCENT");
    command
        .add_option("--filter", filters,
                    "Only rows whose name matches: * and ? are wildcards, without them any part of it "
                    "matches; may be "
                    "given several times")
        ->type_name("GLOB")
        ->allow_extra_args(false);
    command.add_option("--sort", sort, "Order of the rows: name (as measured), change (slowest first)")
        ->type_name("ORDER");
    command
        .add_option("--fail-on", failOn,
                    "Exit with 1 if a row is: slower, faster, unclear; may be given several times")
        ->type_name("VERDICT")
        ->allow_extra_args(false);
    addFormat(command, format, writers(), "Format on standard output");
    command
        .add_option("--output", outputs,
                    "Also write the comparison to this file: .json, .csv, .md, .html, others as --format "
                    "says; may be given several times")
        ->type_name("FILE")
        ->allow_extra_args(false);
}

} // namespace vkperftest
