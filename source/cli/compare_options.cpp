#include "cli/compare_options.h"

#include <algorithm>

#include "cli/run_options.h"

namespace vkperftest {
namespace {

Error notAmong(std::string_view option, const std::string& given, std::string_view choices) {
    return {ErrorKind::Usage, fmt::format("{} '{}' is not known", option, given),
            fmt::format("choose from: {}", choices)};
}

// "3%", "3 %" and "3" are 0.03.
std::optional<double> parsePercent(std::string_view text) {
    text = trim(text);
    if (text.ends_with("%")) text = trim(text.substr(0, text.size() - 1));
    const std::optional<double> percent = parseNumber(text);
    if (!percent || *percent < 0 || *percent > 1000) return std::nullopt;
    return *percent / 100;
}

Result<Comparing> comparing(const RawComparing& raw) {
    Comparing options{.filters = raw.filters};
    if (raw.metric == "time") {
        options.settings.metric = Metric::Time;
    } else if (raw.metric == "ratio") {
        options.settings.metric = Metric::Ratio;
    } else if (raw.metric != "auto") {
        return notAmong("--metric", raw.metric, "time, ratio, auto");
    }
    const std::optional<double> threshold = parsePercent(raw.threshold);
    if (!threshold) {
        return Error{ErrorKind::Usage, fmt::format("--threshold '{}' is no percentage", raw.threshold),
                     "give one from 0% to 1000%, such as 3%"};
    }
    options.settings.threshold = *threshold;
    if (raw.sort != "name" && raw.sort != "change") return notAmong("--sort", raw.sort, "name, change");
    options.sortByChange = raw.sort == "change";
    for (const std::string& verdict : raw.failOn) {
        if (verdict == "slower") {
            options.failOn.push_back(Verdict::Slower);
        } else if (verdict == "faster") {
            options.failOn.push_back(Verdict::Faster);
        } else if (verdict == "unclear") {
            options.failOn.push_back(Verdict::Unclear);
        } else {
            return notAmong("--fail-on", verdict, "slower, faster, unclear");
        }
    }
    const Result<const Writer*> format = findNamed(writers(), raw.format, "comparisons have no format");
    if (!format.ok()) return format.error();
    options.format = format.value();
    options.outputs = outputFiles<OutputFile>(raw.outputs, writers(), options.format);
    return options;
}

} // namespace

void RawShow::add(CLI::App& command) {
    command.add_option("file", file, "Results file, or perftest:NAME for a published table")
        ->type_name("FILE");
    addFormat(command, format, runWriters());
    command
        .add_option(
            "--output", outputs,
            "Also write it to this file: .json, .csv, .md, .html, others as --format says; may be given "
            "several times")
        ->type_name("FILE")
        ->allow_extra_args(false);
    addExplain(command, explain);
}

Result<Command> showOptions(const RawShow& raw, const CLI::App&) {
    if (raw.file.empty()) {
        return Error{ErrorKind::Usage, "`show` needs a results file",
                     "`vkperftest run --output FILE.json` writes one"};
    }
    const Result<const Writer*> format = findNamed(runWriters(), raw.format, "there is no format");
    if (!format.ok()) return format.error();
    ShowOptions options{.file = raw.file, .format = format.value()};
    options.outputs = outputFiles<OutputFile>(raw.outputs, runWriters(), options.format);
    if (raw.explain) VKPERFTEST_TRY(checkExplain(options.format, options.outputs));
    options.explain = raw.explain;
    return Command(std::move(options));
}

void RawCompare::add(CLI::App& command) {
    command
        .add_option("files", files,
                    "BASE and one or more NEW: results files, or perftest:NAME for a published table")
        ->type_name("FILE");
    command.add_flag("--nearest", nearest, "Rank the published GPUs by likeness to each FILE instead");
    comparing.add(command);
}

Result<Command> compareOptions(const RawCompare& raw, const CLI::App& given) {
    for (const char* option : {"--metric", "--threshold", "--filter", "--sort", "--fail-on"}) {
        if (!raw.nearest || given.count(option) == 0) continue;
        return Error{ErrorKind::Usage, fmt::format("{} cannot be given with --nearest", option),
                     "leave it out"};
    }
    const std::size_t fewest = raw.nearest ? 1 : 2;
    if (raw.files.size() < fewest) {
        return Error{
            ErrorKind::Usage,
            raw.nearest ? "`compare --nearest` needs a results file" : "`compare` needs two results files",
            "`vkperftest run --output FILE.json` writes one; `vkperftest reference` lists published tables"};
    }
    Result<Comparing> how = comparing(raw.comparing);
    if (!how.ok()) return how.error();
    return Command(CompareOptions{.files = raw.files, .nearest = raw.nearest, .how = std::move(how).value()});
}

void RawAb::add(CLI::App& command) {
    command
        .add_option("--driver", drivers,
                    "ICD manifest of a driver; give two: A, then B (one or none for two programs)")
        ->type_name("ICD.json")
        ->allow_extra_args(false);
    command
        .add_option("--program", programs,
                    "Program that measures, instead of this one: another build of vkperftest, or a script "
                    "that starts one with the arguments it gets; give two: A, then B")
        ->type_name("PROGRAM")
        ->allow_extra_args(false);
    measuring.addDevice(command);
    command
        .add_option("--suite", measuring.suite,
                    fmt::format("Suite of rows: {} (default: matrix)", namesOf(suites())))
        ->type_name("NAME");
    measuring.addMeasure(command);
    command.add_option("--blocks", blocks, "Processes of each side (default: 4); more make changes clearer")
        ->type_name("NUMBER");
    command.add_option("--keep", keep, "Keep each side's results as PREFIX-a.json and PREFIX-b.json")
        ->type_name("PREFIX");
    comparing.add(command);
    command.add_option("--script", scripts, "Scripted devices instead of drivers, for tests")
        ->type_name("FILE")
        ->allow_extra_args(false);
}

namespace {

// Two drivers, or two programs with a driver each, one for both, or none.
Result<std::array<AbSide, 2>> abSides(const RawAb& raw) {
    const std::vector<std::string>& drivers = raw.scripts.empty() ? raw.drivers : raw.scripts;
    const std::size_t given = raw.drivers.size() + raw.scripts.size();
    if (!raw.programs.empty() && raw.programs.size() != 2) {
        return Error{ErrorKind::Usage, fmt::format("`ab` compares two programs, not {}", raw.programs.size()),
                     "give --program A --program B"};
    }
    if (std::count(raw.programs.begin(), raw.programs.end(), "") > 0)
        return Error{ErrorKind::Usage, "a --program is empty",
                     "name a build of vkperftest, or a script that starts one"};
    if (drivers.size() != given || given > 2 || (given < 2 && raw.programs.empty())) {
        return Error{ErrorKind::Usage, fmt::format("`ab` needs two drivers, {} were given", given),
                     "give --driver A.json --driver B.json, the ICD manifests, or two programs"};
    }
    std::array<AbSide, 2> sides;
    for (std::size_t i = 0; i < 2; ++i) {
        if (!raw.programs.empty()) sides[i].program = raw.programs[i];
        if (given > 0) sides[i].driver = drivers[given == 1 ? 0 : i];
    }
    return sides;
}

} // namespace

Result<Command> abOptions(const RawAb& raw, const CLI::App&) {
    Result<std::array<AbSide, 2>> sides = abSides(raw);
    if (!sides.ok()) return sides.error();
    constexpr std::size_t kFewestBlocks = 2, kMostBlocks = 1000;
    if (raw.blocks < kFewestBlocks || raw.blocks > kMostBlocks) {
        return Error{ErrorKind::Usage, fmt::format("--blocks {} is out of range", raw.blocks),
                     fmt::format("give {} to {}", kFewestBlocks, kMostBlocks)};
    }
    RawMeasuring measuring = raw.measuring;
    measuring.filters = raw.comparing.filters;
    Result<RunPlan> plan = measuringPlan(measuring);
    if (!plan.ok()) return plan.error();
    Result<Comparing> how = comparing(raw.comparing);
    if (!how.ok()) return how.error();
    AbOptions options{.sides = std::move(sides).value(),
                      .scripted = !raw.scripts.empty(),
                      .device = measuring.device,
                      .plan = std::move(plan).value(),
                      .blocks = raw.blocks,
                      .keep = raw.keep,
                      .how = std::move(how).value()};
    options.how.filters.clear(); // only these rows are measured
    return Command(std::move(options));
}

void RawReference::add(CLI::App& command) {
    addFormat(command, format, writers());
}

Result<Command> referenceOptions(const RawReference& raw, const CLI::App&) {
    const Result<const Writer*> chosen = findNamed(writers(), raw.format, "`reference` has no format");
    return chosen.ok() ? Result<Command>(ReferenceOptions{chosen.value()}) : chosen.error();
}

void RawImport::add(CLI::App& command) {
    command.add_option("file", file, "Text that PerfTest printed; - for standard input")->type_name("FILE");
    command.add_option("--gpu", gpu, "Name of the GPU (default: as the text says)")->type_name("NAME");
    command.add_option("--output", output, "Write the results file here (default: standard output)")
        ->type_name("FILE");
}

Result<Command> importOptions(const RawImport& raw, const CLI::App&) {
    if (raw.file.empty()) {
        return Error{ErrorKind::Usage, "`import` needs a text that PerfTest printed",
                     "give its file, or - for standard "
                     "input"};
    }
    return Command(ImportOptions{.file = raw.file, .gpu = raw.gpu, .output = raw.output});
}

} // namespace vkperftest
