#include "cli/command_line.h"

#include <gmock/gmock.h>

#include "cases/floor.h"
#include "contains_regex.h"
#include "strategy_named.h"

namespace vkperftest {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Arguments = std::vector<std::string>;

template <class Options> Options parsed(const Arguments& arguments) {
    const Result<Command> command = parseCommandLine(arguments);
    if (!command.ok() || !std::holds_alternative<Options>(command.value())) {
        ADD_FAILURE() << (command.ok() ? "another command" : command.error().sentence());
        return {};
    }
    return std::get<Options>(command.value());
}

Error failed(const Arguments& arguments) {
    const Result<Command> command = parseCommandLine(arguments);
    if (command.ok()) {
        ADD_FAILURE() << "no error: " << testing::PrintToString(arguments);
        return {};
    }
    EXPECT_EQ(command.error().kind, ErrorKind::Usage);
    EXPECT_FALSE(command.error().cause.empty());
    return command.error();
}

TEST(CommandLine, RunsTheMatrixByDefault) {
    for (const Arguments& arguments : {Arguments{}, Arguments{"run"}}) {
        const auto options = parsed<RunOptions>(arguments);
        EXPECT_EQ(options.plan.suite, "matrix");
        EXPECT_EQ(options.bench.device, "");
        EXPECT_EQ(options.bench.driver, "");
        EXPECT_EQ(options.bench.script, "");
        EXPECT_FALSE(options.bench.validate);
        EXPECT_TRUE(options.outputs.empty());
        EXPECT_EQ(options.format->name, "table");
        EXPECT_EQ(options.plan.rows, matrixRows());
        EXPECT_THAT(options.plan.strategies, ElementsAre(Strategy::Set, Strategy::Push));
        EXPECT_EQ(options.plan.baseline, defaultBaseline());
        EXPECT_EQ(options.plan.effort.name, "default");
    }
}

TEST(CommandLine, ASuiteHasItsOwnStrategiesUnlessOthersAreGiven) {
    for (const char* name : {"uniform", "vector", "stride"}) {
        const auto suite = parsed<RunOptions>({"run", "--suite", name});
        EXPECT_THAT(suite.plan.strategies, ElementsAre(Strategy::Set));
    }
    const auto given = parsed<RunOptions>({"run", "--suite", "vector", "--strategy", "push,set"});
    EXPECT_THAT(given.plan.strategies, ElementsAre(Strategy::Push, Strategy::Set));
    const auto binding = parsed<RunOptions>({"--suite", "binding"});
    EXPECT_EQ(binding.plan.rows, bindingRows());
    EXPECT_EQ(binding.plan.strategies.size(), kStrategies.size());
    EXPECT_THAT(parsed<RunOptions>({"--suite", "binding", "--strategy", "address-4,set"}).plan.strategies,
                ElementsAre(strategyNamed("address-4"), Strategy::Set));
    EXPECT_THAT(parsed<RunOptions>({"--suite", "uniform"}).plan.strategies, ElementsAre(Strategy::Set));
}

TEST(CommandLine, RunMayBeLeftOut) {
    for (const Arguments& command : {Arguments{}, Arguments{"run"}}) {
        Arguments arguments = command;
        for (const char* argument : {"--device", "nvidia", "--driver", "icd.json", "--strategy", "push",
                                     "--baseline", "raw-load-linear", "--quick", "--format", "perftest",
                                     "--validate", "--seed", "7", "--script", "s.txt"}) {
            arguments.push_back(argument);
        }
        const auto options = parsed<RunOptions>(arguments);
        EXPECT_EQ(options.bench.device, "nvidia");
        EXPECT_EQ(options.bench.driver, "icd.json");
        EXPECT_THAT(options.plan.strategies, ElementsAre(Strategy::Push));
        EXPECT_EQ(caseName(options.plan.baseline), "ByteAddressBuffer.Load linear");
        EXPECT_EQ(options.plan.effort.name, "quick");
        EXPECT_EQ(options.format->name, "perftest");
        EXPECT_TRUE(options.bench.validate);
        EXPECT_EQ(options.plan.seed, 7u);
        EXPECT_EQ(options.bench.script, "s.txt");
    }
}

TEST(CommandLine, ValuesMayFollowAnEqualsSign) {
    EXPECT_EQ(parsed<RunOptions>({"--device=1"}).bench.device, "1");
    EXPECT_EQ(parsed<RunOptions>({"--filter=cbuffer*"}).plan.rows.size(), 3u);
}

TEST(CommandLine, FiltersAddUp) {
    const auto options = parsed<RunOptions>({"--filter", "cbuffer*", "--filter", "*unaligned*"});
    EXPECT_EQ(options.plan.rows.size(), 3 + 6u);
    EXPECT_EQ(parsed<RunOptions>({"--filter", "unaligned"}).plan.rows.size(), 6u);
}

TEST(CommandLine, TheBaselineNeedNotBeAmongTheRows) {
    const auto options = parsed<RunOptions>({"--filter", "cbuffer", "--baseline", "Buffer<R8>.Load LINEAR"});
    EXPECT_EQ(options.plan.rows.size(), 3u);
    EXPECT_EQ(caseId(options.plan.baseline), "typed-r8-linear");
}

TEST(CommandLine, EffortIsQuickPreciseOrBetween) {
    EXPECT_EQ(parsed<RunOptions>({"--precise"}).plan.effort.name, "precise");
    EXPECT_EQ(parsed<RunOptions>({"--precise"}).plan.effort.width, kPreciseEffort.width);
    const Error error = failed({"--quick", "--precise"});
    EXPECT_THAT(error.cause, HasSubstr("--quick and --precise"));
}

TEST(CommandLine, SeedsAreWholeAndOtherwiseRandom) {
    EXPECT_EQ(parsed<RunOptions>({"--seed", "0"}).plan.seed, 0u);
    EXPECT_EQ(parsed<RunOptions>({"--seed", "18446744073709551615"}).plan.seed, ~std::uint64_t{0});
    for (const char* seed : {"-1", "x", "1.5", "18446744073709551616", ""}) failed({"--seed", seed});
    // Three equal ones would come once in 2^64 runs.
    const auto random = [] { return parsed<RunOptions>({}).plan.seed; };
    const std::uint64_t first = random();
    EXPECT_FALSE(first == random() && first == random());
}

TEST(CommandLine, TheEndingOfAnOutputDecidesItsFormat) {
    const auto options = parsed<RunOptions>(
        {"--output", "a.csv", "--output", "b.MD", "--output", "c.txt", "--format", "perftest"});
    EXPECT_EQ(options.format->name, "perftest");
    ASSERT_EQ(options.outputs.size(), 3u);
    EXPECT_EQ(options.outputs[0].path, "a.csv");
    EXPECT_EQ(options.outputs[0].format->name, "csv");
    EXPECT_EQ(options.outputs[1].format->name, "markdown");
    EXPECT_EQ(options.outputs[2].path, "c.txt");
    EXPECT_EQ(options.outputs[2].format->name, "perftest");
}

TEST(CommandLine, ErrorsNameTheChoices) {
    const struct {
        Arguments arguments;
        const char* cause;
        const char* remedy;
    } kErrors[] = {
        {{"measure"}, "'measure'", "run, list, devices"},
        {{"--strategy", "pull"}, "'pull'", "set, push"},
        {{"--strategy", ""}, "''", "set, push"},
        {{"--suite", "none"}, "'none'", "matrix"},
        {{"list", "--suite", "none"}, "'none'", "matrix"},
        {{"--format", "pdf"}, "'pdf'", "table, perftest, csv, markdown"},
        {{"list", "--format", "perftest"}, "'perftest'", "table, csv, markdown"},
        {{"--filter", "Bufer<RGBA8>"}, "'Bufer<RGBA8>'", "'Buffer<RGBA8>.Load uniform'"},
        {{"list", "--filter", "Bufer<RGBA8>"}, "'Bufer<RGBA8>'", "'Buffer<RGBA8>.Load uniform'"},
        {{"--filter", "cbuffer", "--filter", "zzzzqqqq"}, "'zzzzqqqq'", "vkperftest list"},
        {{"--baseline", "Buffer<RGBA8>.Load"}, "'Buffer<RGBA8>.Load'", "'Buffer<RGBA8>.Load random'"},
        {{"--frobnicate"}, "--frobnicate", "--help"},
        {{"run", "--frobnicate"}, "--frobnicate", "--help"},
        {{"list", "--device", "0"}, "--device", "--help"},
        {{"devices", "--filter", "x"}, "--filter", "--help"},
        {{"--device"}, "--device", "--help"},
        {{"run", "extra"}, "extra", "--help"},
        {{"devices", "extra"}, "extra", "--help"},
        {{"--filter", "cbuffer", "extra"}, "extra", "--help"},
    };
    for (const auto& [arguments, cause, remedy] : kErrors) {
        SCOPED_TRACE(testing::PrintToString(arguments));
        const Error error = failed(arguments);
        EXPECT_THAT(error.cause, HasSubstr(cause));
        EXPECT_THAT(error.remedy, HasSubstr(remedy));
    }
}

TEST(CommandLine, ErrorsAreOneLine) {
    for (const Arguments& arguments :
         {Arguments{"--frobnicate"}, Arguments{"--device"}, Arguments{"--seed", "x"}}) {
        EXPECT_EQ(failed(arguments).sentence().find('\n'), std::string::npos);
    }
}

TEST(CommandLine, NeverRunsTwoCommands) {
    for (const Arguments& arguments : {Arguments{"run", "list"}, Arguments{"list", "devices"},
                                       Arguments{"--quick", "list"}, Arguments{"--quick", "devices"}}) {
        failed(arguments);
    }
}

TEST(CommandLine, ListsRows) {
    EXPECT_EQ(parsed<ListOptions>({"list"}).rows, matrixRows());
    EXPECT_EQ(parsed<ListOptions>({"list"}).format->name, "table");
    const auto options =
        parsed<ListOptions>({"list", "--filter", "cbuffer", "--filter", "raw-load3-*", "--format", "csv"});
    EXPECT_EQ(options.rows.size(), 6u);
    EXPECT_EQ(options.format->name, "csv");
    EXPECT_EQ(parsed<ListOptions>({"list", "--format", "markdown"}).format->name, "markdown");
}

TEST(CommandLine, FloorsComeWithTheRows) {
    EXPECT_EQ(parsed<RunOptions>({}).plan.floors, missingFloors(matrixRows()));
    EXPECT_EQ(parsed<RunOptions>({"--filter", "cbuffer"}).plan.floors.size(), 2u);
    EXPECT_TRUE(parsed<RunOptions>({"--block", "3"}).plan.floors.empty());
    EXPECT_FALSE(parsed<ExperimentOptions>({"experiment", "uniform"}).run.plan.floors.empty());
}

TEST(CommandLine, ExperimentsMeasureTheirSuite) {
    const auto options = parsed<ExperimentOptions>(
        {"experiment", "uniform", "--device", "1", "--driver", "icd.json", "--strategy", "push", "--quick",
         "--seed", "7", "--validate", "--format", "csv", "--output", "a.json", "--output", "b.JSON"});
    EXPECT_EQ(options.experiment->name, "uniform");
    EXPECT_EQ(options.format->name, "csv");
    EXPECT_EQ(options.file, "");
    EXPECT_EQ(options.run.plan.suite, "uniform");
    EXPECT_EQ(options.run.plan.rows, uniformRows());
    EXPECT_THAT(options.run.plan.strategies, ElementsAre(Strategy::Push));
    EXPECT_EQ(options.run.plan.effort.name, "quick");
    EXPECT_EQ(options.run.plan.seed, 7u);
    EXPECT_EQ(options.run.bench.device, "1");
    EXPECT_EQ(options.run.bench.driver, "icd.json");
    EXPECT_TRUE(options.run.bench.validate);
    ASSERT_EQ(options.run.outputs.size(), 2u);
    for (const OutputFile& output : options.run.outputs) EXPECT_EQ(output.format->name, "json");
}

TEST(CommandLine, ExperimentsJudgeAFile) {
    const auto options = parsed<ExperimentOptions>({"experiment", "uniform", "u.json", "--format", "json"});
    EXPECT_EQ(options.file, "u.json");
    EXPECT_EQ(options.format->name, "json");
    EXPECT_EQ(parsed<ExperimentOptions>({"experiment", "uniform", "--resume", "u.json"}).run.resume,
              "u.json");
}

TEST(CommandLine, ExperimentsRefuseWhatContradictsItself) {
    const struct {
        Arguments arguments;
        const char* cause;
        const char* remedy;
    } kErrors[] = {
        {{"experiment"}, "needs a name", "choose from: uniform"},
        {{"experiment", "weather"}, "'weather'", "uniform"},
        {{"experiment", "uniform", ""}, "empty", "leave it out"},
        {{"experiment", "uniform", "--format", "perftest"}, "'perftest'", "table, csv, markdown, json"},
        {{"experiment", "uniform", "--output", "x.csv"}, "'x.csv' does not end with .json", "--format"},
        {{"experiment", "uniform", "u.json", "--quick"}, "--quick cannot be given", "leave it out"},
        {{"experiment", "uniform", "u.json", "--device", "0"}, "--device cannot be given", "leave it out"},
        {{"experiment", "uniform", "u.json", "--output", "x.json"}, "--output cannot", "leave it out"},
        {{"experiment", "uniform", "--resume", "u.json", "--precise"}, "--precise cannot", "leave it out"},
        {{"experiment", "uniform", "--filter", "x"}, "--filter", "--help"},
        {{"experiment", "uniform", "a.json", "b.json"}, "b.json", "--help"},
        {{"experiment", "uniform", "--strategy", "pull"}, "'pull'", "set, push"},
    };
    for (const auto& [arguments, cause, remedy] : kErrors) {
        SCOPED_TRACE(testing::PrintToString(arguments));
        const Error error = failed(arguments);
        EXPECT_THAT(error.cause, HasSubstr(cause));
        EXPECT_THAT(error.remedy, HasSubstr(remedy));
    }
}

TEST(CommandLine, AnEmptyDriverIsNotThatNoneIsGiven) {
    for (const Arguments& arguments :
         {Arguments{"--driver", ""}, Arguments{"run", "--driver", ""}, Arguments{"devices", "--driver", ""},
          Arguments{"isa", "--driver", ""}, Arguments{"isa", "--driver", "a.json", "--driver", ""},
          Arguments{"ab", "--driver", "a.json", "--driver", ""},
          Arguments{"experiment", "uniform", "--driver", ""}}) {
        SCOPED_TRACE(testing::PrintToString(arguments));
        EXPECT_THAT(failed(arguments).cause, HasSubstr("--driver is empty"));
    }
}

TEST(CommandLine, IsaComparesDifferentDrivers) {
    for (const char* again : {"a.json", "./a.json", "b/../a.json"})
        EXPECT_THAT(failed({"isa", "--driver", "a.json", "--driver", again}).cause,
                    HasSubstr("one driver twice"));
    EXPECT_THAT(parsed<IsaOptions>({"isa", "--driver", "a.json", "--driver", "b/a.json"}).drivers,
                ElementsAre("a.json", "b/a.json"));
}

TEST(CommandLine, TakesCommandNamesAsValues) {
    EXPECT_EQ(parsed<RunOptions>({"--device", "list"}).bench.device, "list");
}

TEST(CommandLine, ShowsDevices) {
    EXPECT_EQ(parsed<DevicesOptions>({"devices"}).driver, "");
    EXPECT_EQ(parsed<DevicesOptions>({"devices", "--driver", "icd.json"}).driver, "icd.json");
}

TEST(CommandLine, HelpNamesWhatThereIs) {
    for (const char* help : {"--help", "-h"}) {
        const std::string text = parsed<PrintText>({help}).text;
        for (const char* word : {"run", "list", "devices", "Exit codes", "Examples"})
            EXPECT_THAT(text, HasSubstr(word));
    }
    const std::string run = parsed<PrintText>({"run", "--help"}).text;
    for (const char* option :
         {"--device", "--driver", "--suite", "--filter", "--strategy", "--baseline", "--quick", "--precise",
          "--format", "--output", "--validate", "--seed", "set, push", "perftest"}) {
        EXPECT_THAT(run, HasSubstr(option));
    }
    EXPECT_THAT(parsed<PrintText>({"list", "--help"}).text, HasSubstr("--filter"));
    EXPECT_THAT(parsed<PrintText>({"devices", "--help"}).text, HasSubstr("--driver"));
    EXPECT_THAT(parsed<PrintText>({"--quick", "--help"}).text, HasSubstr("--precise"));
}

TEST(CommandLine, VersionNamesProgramAndKernelCompiler) {
    const std::string text = parsed<PrintText>({"--version"}).text;
    EXPECT_THAT(text, ContainsRegex("^vkperftest [0-9]+\\.[0-9]+\\.[0-9]+( \\([0-9a-f]+(-dirty)?\\))?\n"));
    EXPECT_THAT(text, HasSubstr("kernels compiled by "));
    EXPECT_EQ(text.back(), '\n');
}

} // namespace
} // namespace vkperftest
