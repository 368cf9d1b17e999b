#include "cli/command_line.h"

#include <gmock/gmock.h>

#include "base/text.h"
#include "cases/controls.h"
#include "cli/experiment_command.h"
#include "cli/help.h"
#include "cli/run_command.h"
#include "golden.h"
#include "regular_expressions.h"
#include "strategy_named.h"

namespace vkperftest {
namespace command_line_unit_test {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

using Arguments = std::vector<std::string>;

// The command, whose options are its members.
std::unique_ptr<Command> parsed(const Arguments& arguments) {
    Result<std::unique_ptr<Command>> command = parseCommandLine(arguments);
    if (command.ok()) return std::move(command).value();
    ADD_FAILURE() << command.error().sentence();
    return std::make_unique<PrintText>("");
}

template <class Its> std::unique_ptr<const Its> parsed(const Arguments& arguments) {
    std::unique_ptr<Command> command = parsed(arguments);
    const auto* its = dynamic_cast<const Its*>(command.get());
    if (its != nullptr) return (static_cast<void>(command.release()), std::unique_ptr<const Its>(its));
    ADD_FAILURE() << "another command";
    return std::make_unique<Its>();
}

Error failed(const Arguments& arguments) {
    const Result<std::unique_ptr<Command>> command = parseCommandLine(arguments);
    if (command.ok()) {
        ADD_FAILURE() << "no error: " << testing::PrintToString(arguments);
        return {};
    }
    EXPECT_EQ(command.error().kind, ErrorKind::Usage);
    EXPECT_FALSE(command.error().cause.empty());
    return command.error();
}

// What the command prints.
std::string printed(const Arguments& arguments) {
    testing::internal::CaptureStdout();
    EXPECT_TRUE(parsed(arguments)->execute().ok());
    return testing::internal::GetCapturedStdout();
}

std::string help(Arguments arguments) {
    arguments.emplace_back("--help");
    return printed(arguments);
}

TEST(CommandLine, RunsTheMatrixByDefault) {
    for (const Arguments& arguments : {Arguments{}, Arguments{"run"}}) {
        const auto options = parsed<RunCommand>(arguments);
        EXPECT_EQ(options->request().plan.suite, "matrix");
        EXPECT_EQ(options->request().where.device, "");
        EXPECT_EQ(options->request().where.driver, "");
        EXPECT_FALSE(options->request().where.validate);
        EXPECT_TRUE(options->request().output.files.empty());
        EXPECT_EQ(options->request().output.format->name, "table");
        EXPECT_EQ(options->request().plan.rows, matrixRows());
        EXPECT_THAT(options->request().plan.strategies, ElementsAre(Strategy::Set, Strategy::Push));
        EXPECT_EQ(options->request().plan.baseline, defaultBaseline());
        EXPECT_EQ(options->request().plan.effort.name, "default");
    }
}

TEST(CommandLine, ASuiteHasItsOwnStrategiesUnlessOthersAreGiven) {
    for (const char* name : {"uniform", "vector", "stride"}) {
        const auto suite = parsed<RunCommand>({"run", "--suite", name});
        EXPECT_THAT(suite->request().plan.strategies, ElementsAre(Strategy::Set));
    }
    const auto given = parsed<RunCommand>({"run", "--suite", "vector", "--strategy", "push,set"});
    EXPECT_THAT(given->request().plan.strategies, ElementsAre(Strategy::Push, Strategy::Set));
    const auto binding = parsed<RunCommand>({"--suite", "binding"});
    EXPECT_EQ(binding->request().plan.rows, bindingRows());
    EXPECT_EQ(binding->request().plan.strategies.size(), kStrategies.size());
    EXPECT_THAT(
        parsed<RunCommand>({"--suite", "binding", "--strategy", "address-4,set"})->request().plan.strategies,
        ElementsAre(strategyNamed("address-4"), Strategy::Set));
    EXPECT_THAT(parsed<RunCommand>({"--suite", "uniform"})->request().plan.strategies,
                ElementsAre(Strategy::Set));
}

TEST(CommandLine, RunMayBeLeftOut) {
    for (const Arguments& command : {Arguments{}, Arguments{"run"}}) {
        Arguments arguments = command;
        for (const char* argument : {"--device", "nvidia", "--driver", "icd.json", "--strategy", "push",
                                     "--baseline", "raw-load-linear", "--quick", "--format", "perftest",
                                     "--validate", "--seed", "7", "--queue", "compute"}) {
            arguments.push_back(argument);
        }
        const auto options = parsed<RunCommand>(arguments);
        EXPECT_EQ(options->request().where.device, "nvidia");
        EXPECT_EQ(options->request().where.driver, "icd.json");
        EXPECT_THAT(options->request().plan.strategies, ElementsAre(Strategy::Push));
        EXPECT_EQ(caseName(options->request().plan.baseline), "ByteAddressBuffer.Load linear");
        EXPECT_EQ(options->request().plan.effort.name, "quick");
        EXPECT_EQ(options->request().output.format->name, "perftest");
        EXPECT_TRUE(options->request().where.validate);
        EXPECT_EQ(options->request().plan.seed, 7u);
        EXPECT_EQ(options->request().plan.queue, QueueKind::Compute);
        EXPECT_EQ(options->request().where.queue, QueueKind::Compute);
    }
    EXPECT_EQ(parsed<RunCommand>({})->request().where.queue, QueueKind::Main);
    EXPECT_EQ(failed({"--queue", "transfer"}).remedy, "choose from: main, compute");
}

TEST(CommandLine, ValuesMayFollowAnEqualsSign) {
    EXPECT_EQ(parsed<RunCommand>({"--device=1"})->request().where.device, "1");
    EXPECT_EQ(parsed<RunCommand>({"--filter=cbuffer*"})->request().plan.rows.size(), 3u);
}

TEST(CommandLine, FiltersAddUp) {
    const auto options = parsed<RunCommand>({"--filter", "cbuffer*", "--filter", "*unaligned*"});
    EXPECT_EQ(options->request().plan.rows.size(), 3 + 6u);
    EXPECT_EQ(parsed<RunCommand>({"--filter", "unaligned"})->request().plan.rows.size(), 6u);
}

TEST(CommandLine, TheBaselineNeedNotBeAmongTheRows) {
    const auto options = parsed<RunCommand>({"--filter", "cbuffer", "--baseline", "Buffer<R8>.Load LINEAR"});
    EXPECT_EQ(options->request().plan.rows.size(), 3u);
    EXPECT_EQ(caseId(options->request().plan.baseline), "typed-r8-linear");
}

TEST(CommandLine, EffortIsQuickPreciseOrBetween) {
    EXPECT_EQ(parsed<RunCommand>({"--precise"})->request().plan.effort.name, "precise");
    EXPECT_EQ(parsed<RunCommand>({"--precise"})->request().plan.effort.width, kPreciseEffort.width);
    const Error error = failed({"--quick", "--precise"});
    EXPECT_THAT(error.cause, HasSubstr("--quick and --precise"));
}

TEST(CommandLine, SeedsAreWholeAndOtherwiseRandom) {
    EXPECT_EQ(parsed<RunCommand>({"--seed", "0"})->request().plan.seed, 0u);
    EXPECT_EQ(parsed<RunCommand>({"--seed", "18446744073709551615"})->request().plan.seed, ~std::uint64_t{0});
    for (const char* seed : {"-1", "x", "1.5", "18446744073709551616", ""}) failed({"--seed", seed});
    // Three equal ones would come once in 2^64 runs.
    const auto random = [] { return parsed<RunCommand>({})->request().plan.seed; };
    const std::uint64_t first = random();
    EXPECT_FALSE(first == random() && first == random());
}

TEST(CommandLine, TheEndingOfAnOutputDecidesItsFormat) {
    const auto options = parsed<RunCommand>(
        {"--output", "a.csv", "--output", "b.MD", "--output", "c.txt", "--format", "perftest"});
    EXPECT_EQ(options->request().output.format->name, "perftest");
    ASSERT_EQ(options->request().output.files.size(), 3u);
    EXPECT_EQ(options->request().output.files[0].path, "a.csv");
    EXPECT_EQ(options->request().output.files[0].format->name, "csv");
    EXPECT_EQ(options->request().output.files[1].format->name, "markdown");
    EXPECT_EQ(options->request().output.files[2].path, "c.txt");
    EXPECT_EQ(options->request().output.files[2].format->name, "perftest");
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

TEST(CommandLine, ErrorsOfTheParserAreInOurWords) {
    const Arguments kErrors[] = {
        {"run", "--strategy", "set", "--strategy", "push"},
        {"--quick", "--quick", "--device", "0", "--device=1"},
        {"run", "--output"},
        {"devices", "--format="},
        {"list", "--output", "x"},
        {"list", "--output=x"},
        {"-x"},
        {"devices", "AMD"},
        {"run", "a=b"},
        {"--quick=maybe"},
        {"ab", "--blocks", "x"},
        {"ab", "--blocks", "2.5"},
        {"ab", "--blocks", "-1"},
        {"run", "--block", "x"},
        {"--time", "0"},
        {"--time", "-5"},
        {"--time=nan"},
        {"--time", "1e12"},
        {"--time", "60%"},
        {"--precision", "0"},
        {"--precision", "inf"},
        {"--precision", "1s"},
        {"--precision", "100"},
        {"experiment", "uniform", "--precision", "x"},
        {"--quick", "--time", "60"},
        {"--precise", "--precision", "1"},
        {"isa", "--patience", "x"},
    };
    for (const Arguments& arguments : kErrors) expectGolden(failed(arguments).sentence());
}

TEST(CommandLine, EachCommandSaysThatItHasNoSuchFormat) {
    for (const std::string command :
         {"run", "list", "devices", "show", "compare", "ab", "experiment", "isa"}) {
        const Error error = failed({command, "--format", "pdf"});
        EXPECT_EQ(error.cause, "`" + command + "` has no format 'pdf'");
        EXPECT_THAT(error.remedy, StartsWith("choose from: table, "));
    }
}

TEST(CommandLine, AbMeasuresNoWindows) {
    expectGolden(failed({"ab", "--driver", "a.json", "--driver", "b.json", "--suite", "cache"}).cause);
}

TEST(CommandLine, WindowsOfMemoryAreNeitherFilteredNorBound) {
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"run", "--suite", "cache"}, {"experiment", "cache"}}) {
        const auto with = [&](const char* option, const char* value) {
            std::vector<std::string> arguments = command;
            arguments.insert(arguments.end(), {option, value});
            return failed(arguments).cause;
        };
        expectGolden(with("--filter", "Load4"));
        expectGolden(with("--strategy", "push"));
    }
    expectGolden(failed({"experiment", "cache", "a.json", "--filter", "Load4"}).cause);
}

TEST(CommandLine, AllDevicesAreForSeveralDocuments) {
    EXPECT_THAT(failed({"ab", "--driver", "a.json", "--driver", "b.json", "--device", "all"}).cause,
                HasSubstr("`ab` measures one device"));
    for (const Arguments& command : {Arguments{"run"}, Arguments{"experiment", "uniform"}}) {
        Arguments arguments = command;
        arguments.insert(arguments.end(), {"--device", "all", "--format", "html"});
        const Error error = failed(arguments);
        expectGolden(error.cause);
        EXPECT_THAT(error.remedy, HasSubstr("--output FILE.html"));
        arguments.back() = "json";
        parsed(arguments);
    }
    parsed({"run", "--device", "all", "--output", "x.html"});
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
    const std::string table = printed({"list"});
    EXPECT_EQ(split(table, '\n').size(), 1 + matrixRows().size() + 1);
    for (const Case& row : matrixRows()) EXPECT_THAT(table, HasSubstr(caseId(row)));
    const std::string csv =
        printed({"list", "--filter", "cbuffer", "--filter", "raw-load3-*", "--format", "csv"});
    EXPECT_EQ(split(csv, '\n').size(), 1 + 6 + 1u);
    EXPECT_THAT(csv, StartsWith("name,id,"));
    EXPECT_THAT(printed({"list", "--format", "markdown"}), StartsWith("| row |"));
}

TEST(CommandLine, FloorsComeWithTheRows) {
    EXPECT_EQ(parsed<RunCommand>({})->request().plan.twins, missingTwins(matrixRows()));
    EXPECT_EQ(parsed<RunCommand>({"--filter", "cbuffer"})->request().plan.twins.size(), 2u + 3u);
    EXPECT_TRUE(parsed<RunCommand>({"--block", "3"})->request().plan.twins.empty());
    EXPECT_FALSE(parsed<ExperimentCommand>({"experiment", "uniform"})->request().plan.twins.empty());
}

TEST(CommandLine, ExperimentsMeasureTheirSuite) {
    const auto options = parsed<ExperimentCommand>(
        {"experiment", "uniform", "--device", "1", "--driver", "icd.json", "--strategy", "push", "--quick",
         "--seed", "7", "--validate", "--format", "csv", "--output", "a.json", "--output", "b.JSON"});
    EXPECT_EQ(options->experiment()->name, "uniform");
    EXPECT_EQ(options->findings().format->name, "csv");
    EXPECT_TRUE(options->judged().empty());
    EXPECT_EQ(options->request().plan.suite, "uniform");
    EXPECT_EQ(options->request().plan.rows, uniformRows());
    EXPECT_THAT(options->request().plan.strategies, ElementsAre(Strategy::Push));
    EXPECT_EQ(options->request().plan.effort.name, "quick");
    EXPECT_EQ(options->request().plan.seed, 7u);
    EXPECT_EQ(options->request().where.device, "1");
    EXPECT_EQ(options->request().where.driver, "icd.json");
    EXPECT_TRUE(options->request().where.validate);
    ASSERT_EQ(options->request().output.files.size(), 2u);
    for (const OutputFile& output : options->request().output.files) EXPECT_EQ(output.format->name, "json");
}

TEST(CommandLine, ExperimentsJudgeAFile) {
    const auto options = parsed<ExperimentCommand>({"experiment", "uniform", "u.json", "--format", "json"});
    EXPECT_THAT(options->judged(), ElementsAre("u.json"));
    EXPECT_EQ(options->findings().format->name, "json");
}

TEST(CommandLine, ExperimentsRefuseWhatContradictsItself) {
    const struct {
        Arguments arguments;
        const char* cause;
        const char* remedy;
    } kErrors[] = {
        {{"experiment"}, "needs a name", "choose from: uniform, binding, "},
        {{"experiment", "weather"}, "'weather'", "choose from: uniform, binding, "},
        {{"experiment", "unifrm"}, "no experiment 'unifrm' (did you mean 'uniform'?)", ", claims"},
        {{"experiment", "uniform", ""}, "empty", "leave it out"},
        {{"experiment", "uniform", "--format", "perftest"}, "'perftest'", "table, csv, markdown, json"},
        {{"experiment", "uniform", "--output", "x.csv"}, "'x.csv' does not end with .json", "--format"},
        {{"experiment", "uniform", "u.json", "--quick"}, "--quick cannot be given", "leave it out"},
        {{"experiment", "uniform", "u.json", "--device", "0"}, "--device cannot be given", "leave it out"},
        {{"experiment", "uniform", "u.json", "--output", "x.json"}, "--output cannot", "leave it out"},
        {{"experiment", "uniform", "--filter", "Load9"}, "no row matches the filter 'Load9'", "list"},
        {{"experiment", "claims", "s.json", "--filter", "x"}, "--filter cannot be given", "leave it out"},
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

TEST(CommandLine, EmptyValuesAreRefused) {
    const std::pair<Arguments, const char*> kEmpty[] = {
        {{"run", "--device", ""}, "--device is empty"},  {{"run", "-d", ""}, "--device is empty"},
        {{"run", "--output", ""}, "--output is empty"},  {{"import", "x", "--gpu", ""}, "--gpu is empty"},
        {{"list", "--filter", ""}, "--filter is empty"}, {{"ab", "--program", ""}, "--program is empty"},
    };
    for (const auto& [arguments, cause] : kEmpty) EXPECT_EQ(failed(arguments).cause, cause);
}

TEST(CommandLine, ShortOptionsStandForLongOnes) {
    const auto options = parsed<RunCommand>({"-q", "-d", "nvidia", "-f", "csv", "-o", "a.json", "-ob.md"});
    EXPECT_EQ(options->request().plan.effort.name, "quick");
    EXPECT_EQ(options->request().where.device, "nvidia");
    EXPECT_EQ(options->request().output.format->name, "csv");
    ASSERT_EQ(options->request().output.files.size(), 2u);
    EXPECT_EQ(options->request().output.files[1].path, "b.md");
    for (const Arguments& arguments :
         {Arguments{"devices", "-f", "csv"}, Arguments{"show", "a.json", "-o", "a.csv", "-f", "csv"},
          Arguments{"compare", "a.json", "b.json", "-o", "a.csv"}, Arguments{"lint", "a.hlsl", "-f", "json"},
          Arguments{"import", "a.txt", "-o", "a.json"},
          Arguments{"experiment", "uniform", "-q", "-o", "a.json"},
          Arguments{"isa", "-d", "0", "-f", "json"}})
        parsed(arguments);
}

TEST(CommandLine, HelpIsACommandToo) {
    for (const std::string& command : commandNames()) EXPECT_EQ(printed({"help", command}), help({command}));
    EXPECT_EQ(printed({"help"}), help({}));
    EXPECT_THAT(failed({"help", "lst"}).cause, HasSubstr("(did you mean 'list'?)"));
}

TEST(CommandLine, MistypedNamesGetNearOnes) {
    expectGolden(failed({"comapre"}).cause);
    expectGolden(failed({"xyzzy"}).cause);
    expectGolden(failed({"list", "--sute", "matrix"}).cause);
}

TEST(CommandLine, NamesHaveAnyCase) {
    const auto run = parsed<RunCommand>(
        {"--suite", "Matrix", "--format", "CSV", "--strategy", "PUSH", "--queue", "Compute"});
    EXPECT_EQ(run->request().plan.suite, "matrix");
    EXPECT_EQ(run->request().output.format->name, "csv");
    EXPECT_EQ(parsed<ExperimentCommand>({"experiment", "Uniform"})->experiment()->name, "uniform");
    parsed({"compare", "a.json", "b.json", "--fail-on", "SLOWER", "--metric", "Ratio"});
    parsed({"lint", "a.hlsl", "--fail-on", "Warning"});
}

TEST(CommandLine, FlagsTakeNoValue) {
    for (const char* flag : {"--quick=5", "--precise=false", "--no-code=0"})
        EXPECT_THAT(failed({flag}).cause, HasSubstr("takes no value")) << flag;
    EXPECT_THAT(failed({"compare", "a", "--nearest=1"}).cause, HasSubstr("takes no value"));
}

TEST(CommandLine, AFractionIsNoThreshold) {
    const Error error = failed({"compare", "a.json", "b.json", "--threshold", "0.05"});
    expectGolden(error.cause);
    EXPECT_EQ(error.remedy, "write 5% or 0.05%");
    for (const char* clear : {"0.05%", "5", "1", "0", "0.5 %"})
        parsed({"compare", "a.json", "b.json", "--threshold", clear});
}

TEST(CommandLine, StandardOutputIsNoFile) {
    const auto run = parsed<RunCommand>({"--output", "-", "--output", "a.json"});
    ASSERT_EQ(run->request().output.files.size(), 1u);
    EXPECT_EQ(run->request().output.files[0].path, "a.json");
    parsed({"lint", "a.hlsl", "--output", "-"});
}

TEST(CommandLine, UnknownEndingsAreRefused) {
    const Error error = failed({"--output", "x.htm"});
    expectGolden(error.cause);
    EXPECT_THAT(error.remedy, AllOf(StartsWith("choose from: ."), HasSubstr(".json"), HasSubstr(".txt")));
    EXPECT_THAT(failed({"lint", "a.hlsl", "--output", "x.xml"}).remedy, HasSubstr(".sarif"));
}

TEST(CommandLine, RowsThatNoStrategyCanBindAreRefused) {
    const Error error = failed({"--filter", "*Sample*", "--strategy", "inline"});
    expectGolden(error.cause);
    EXPECT_THAT(error.remedy, HasSubstr("--strategy"));
    parsed({"--filter", "*Sample*", "--strategy", "inline,set"});
}

TEST(CommandLine, IsaComparesDifferentDrivers) {
    for (const char* again : {"a.json", "./a.json", "b/../a.json"})
        EXPECT_THAT(failed({"isa", "--driver", "a.json", "--driver", again}).cause,
                    HasSubstr(" was given twice"));
    parsed({"isa", "--driver", "a.json", "--driver", "b/a.json"});
}

TEST(CommandLine, TakesCommandNamesAsValues) {
    EXPECT_EQ(parsed<RunCommand>({"--device", "list"})->request().where.device, "list");
}

TEST(CommandLine, ShowsDevices) {
    parsed({"devices"});
    const Result<int> missing = parsed({"devices", "--driver", "/nonexistent/icd.json"})->execute();
    ASSERT_FALSE(missing.ok());
    EXPECT_THAT(missing.error().cause, HasSubstr("/nonexistent/icd.json"));
}

TEST(CommandLine, HelpNamesWhatThereIs) {
    for (const char* help : {"--help", "-h"}) {
        const std::string text = printed({help});
        for (const char* word : {"run", "list", "devices", "Exit codes", "Examples"})
            EXPECT_THAT(text, HasSubstr(word));
    }
    EXPECT_THAT(printed({"list", "--help"}), HasSubstr("--filter"));
    EXPECT_THAT(printed({"devices", "--help"}), HasSubstr("--driver"));
    EXPECT_THAT(printed({"--quick", "--help"}), HasSubstr("--output"));
}

// The options that stand in its help, without --help itself.
std::size_t optionsIn(const std::string& text) {
    std::size_t options = 0;
    for (const std::string& line : split(text, '\n'))
        options += line.starts_with("  -") && !line.starts_with("  -h,") ? 1u : 0u;
    return options;
}

TEST(CommandLine, HelpHasTheEightOptionsThatPeopleUseAndFourExamples) {
    for (const CommandEntry& entry : commands()) {
        if (entry.common == nullptr) continue;
        SCOPED_TRACE(entry.name);
        const std::string text = help({entry.name});
        EXPECT_LE(optionsIn(text), 8u);
        for (const std::string& option : split(entry.common, ' ')) EXPECT_THAT(text, HasSubstr(option));
        const std::string examples = text.substr(text.find("Examples:"));
        std::size_t lines = 0;
        for (const std::string& line : split(examples.substr(0, examples.find("\n\n")), '\n'))
            lines += line.starts_with("  vkperftest") ? 1u : 0u;
        EXPECT_LE(lines, 4u);
    }
    const std::string all = printed({"run", "--help", "--all"});
    EXPECT_GT(optionsIn(all), 15u);
    EXPECT_THAT(all, AllOf(HasSubstr("--baseline"), HasSubstr("--seed"), Not(HasSubstr("--sizes"))));
    EXPECT_THAT(printed({"--help", "--all"}),
                AllOf(HasSubstr("--baseline"), HasSubstr("--root-descriptors")));
}

TEST(CommandLine, HelpComesFirst) {
    for (const Arguments& arguments : {Arguments{"run", "--format", "pdf"}, Arguments{"list", "--frobnicate"},
                                       Arguments{"ab"}, Arguments{"experiment"}}) {
        EXPECT_THAT(help(arguments), HasSubstr("Usage: vkperftest " + arguments[0]));
    }
}

// What is not read on a terminal has lines of 80 columns.
TEST(CommandLine, HelpHasNoLongLines) {
    std::vector<Arguments> all = {{}};
    for (const std::string& command : commandNames()) all.push_back({command});
    for (const Arguments& command : all) {
        for (const std::string& line : split(help(command), '\n')) EXPECT_LE(columns(line), 80u) << line;
    }
}

TEST(CommandLine, HelpEndsWithoutAStopAndDoesNotReferToItself) {
    for (const std::string& command : commandNames()) {
        const std::string text = help({command});
        EXPECT_FALSE(trim(text).ends_with('.')) << text;
        EXPECT_THAT(text, Not(HasSubstr(command + " --help lists"))) << text;
    }
    EXPECT_THAT(help({}), HasSubstr("(the default; run --help"));
}

TEST(CommandLine, HelpNamesAllDevices) {
    for (const char* command : {"run", "experiment"}) EXPECT_THAT(help({command}), HasSubstr("`all`"));
    for (const char* command : {"ab", "isa"}) EXPECT_THAT(help({command}), Not(HasSubstr("`all`")));
}

// The words of a shell line up to a comment, a pipe or a file.
Arguments shellWords(std::string_view line) {
    Arguments words;
    bool open = false;
    char quote = 0;
    for (const char c : line) {
        if (quote == 0 && (c == '#' || c == '|' || c == '>' || c == '<')) break;
        if (quote == 0 && c == ' ') {
            open = false;
        } else if (c == quote || (quote == 0 && (c == '"' || c == '\''))) {
            quote = c == quote ? '\0' : c;
        } else {
            if (!open) words.emplace_back();
            open = true;
            words.back() += c;
        }
    }
    return words;
}

TEST(CommandLine, ClaimsAreJudgedFromFiles) {
    const auto options =
        parsed<ExperimentCommand>({"experiment", "claims", "a.json", "b.json", "--format", "csv"});
    EXPECT_EQ(options->experiment(), nullptr);
    EXPECT_THAT(options->judged(), ElementsAre("a.json", "b.json"));
    EXPECT_THAT(failed({"experiment", "claims"}).cause, HasSubstr("needs a results file"));
    EXPECT_THAT(failed({"experiment", "claims", "a.json", "--quick"}).cause,
                HasSubstr("--quick cannot be given"));
}

TEST(CommandLine, LintRefusesWhatItDoesNotKnow) {
    parsed({"lint", "a.hlsl", "shaders", "-D", "A=1", "-DB", "-I", "include", "--entry", "main", "--stage",
            "comp", "--root-descriptors", "--fail-on", "never", "--output", "a.sarif", "--cache-line-target",
            "64"});
    EXPECT_THAT(failed({"lint"}).cause, HasSubstr("`lint` needs a file"));
    EXPECT_THAT(failed({"lint", "a", "--rules"}).cause, HasSubstr("contradict"));
    EXPECT_THAT(failed({"lint", "a", "--format", "xml"}).remedy, StartsWith("choose from: text, json, "));
    expectGolden(failed({"lint", "a", "--fail-on", "x"}).remedy);
    EXPECT_THAT(failed({"lint", "a", "--target", "voodoo"}).remedy, HasSubstr("--target list"));
    EXPECT_THAT(failed({"lint", "a", "--cache-line-target", "8"}).remedy, HasSubstr("16 to 128"));
}

TEST(CommandLine, ItsPageHasAParsingExampleOfEachCommandWhichHelpShows) {
    for (std::string command : commandNames()) {
        SCOPED_TRACE(command);
        const std::string text = help({command});
        EXPECT_EQ(text.find("Examples:"), text.rfind("Examples:"));
        EXPECT_THAT(text, HasSubstr("\nExamples:\n  vkperftest"));
        EXPECT_THAT(text, HasSubstr("\nExit codes:\n  0 done"));
    }
    std::size_t examples = 0;
    for (const std::string_view line : commandLineDocs()) {
        Arguments words = shellWords(line);
        if (words.empty() || words[0] != "vkperftest") continue;
        ++examples;
        words.erase(words.begin());
        const Result<std::unique_ptr<Command>> command = parseCommandLine(words);
        EXPECT_TRUE(command.ok()) << line << ": " << command.error().sentence();
    }
    EXPECT_GT(examples, commandNames().size());
}

TEST(CommandLine, VersionNamesProgramAndCompilers) {
    const std::string text = printed({"--version"});
    EXPECT_THAT(text, ContainsRegex("^vkperftest [0-9]+\\.[0-9]+\\.[0-9]+( \\([0-9a-f]+(-dirty)?\\))?\n"));
    EXPECT_THAT(text, ContainsRegex("\nbuilt by [A-Za-z]+ [0-9][^ ]* for (Linux|Windows) [^ ]+\n"));
    EXPECT_THAT(text, ContainsRegex("\nkernels compiled by [^ ]+ [0-9]"));
    EXPECT_EQ(text.back(), '\n');
}

} // namespace command_line_unit_test
} // namespace vkperftest
