#include "cli/command_line.h"

#include "base/atomic_file.h"
#include "base/text.h"
#include "cases/controls.h"
#include "cli/experiment_command.h"
#include "cli/help.h"
#include "cli/run_command.h"
#include "golden.h"
#include "matchers.h"
#include "paths.h"
#include "regular_expressions.h"
#include "shell_words.h"
#include "strategy_named.h"
#include "suite_rows.h"

namespace vkperftest::command_line_unit_test {

// The command, whose options are its members.
std::unique_ptr<Command> parsed(const std::string& line) {
    Result<std::unique_ptr<Command>> command = parseCommandLine(shellWords(line));
    if (command.ok()) return std::move(command).value();
    ADD_FAILURE() << line << ": " << command.error().sentence();
    return std::make_unique<PrintText>("");
}

template <class Its> std::unique_ptr<const Its> parsed(const std::string& line) {
    std::unique_ptr<Command> command = parsed(line);
    const auto* its = dynamic_cast<const Its*>(command.get());
    if (its != nullptr) return (static_cast<void>(command.release()), std::unique_ptr<const Its>(its));
    ADD_FAILURE() << "another command";
    return std::make_unique<Its>();
}

RunRequest requestOf(const std::string& line) {
    return parsed<RunCommand>(line)->request();
}

// What the command prints.
std::string printed(const std::string& line) {
    testing::internal::CaptureStdout();
    EXPECT_TRUE(parsed(line)->execute().ok());
    return testing::internal::GetCapturedStdout();
}

TEST(CommandLine, RunsTheMatrixByDefault) {
    for (const char* line : {"", "run"}) {
        const RunRequest request = requestOf(line);
        EXPECT_EQ(request.plan.suite, "matrix");
        EXPECT_EQ(request.where.device + request.where.driver, "");
        EXPECT_FALSE(request.where.validate);
        EXPECT_EQ(request.file, "");
        EXPECT_EQ(request.plan.rows, findSuite("matrix").value()->rows());
        EXPECT_THAT(request.plan.strategies, ElementsAre(Strategy::Set, Strategy::Push));
        EXPECT_EQ(request.plan.baseline, defaultBaseline());
        EXPECT_EQ(request.plan.effort.name, "default");
    }
}

TEST(CommandLine, ASuiteHasItsOwnStrategiesUnlessOthersAreGiven) {
    for (const char* name : {"uniform", "vector", "stride"})
        EXPECT_THAT(requestOf(std::string("--suite ") + name).plan.strategies, ElementsAre(Strategy::Set));
    EXPECT_THAT(requestOf("run --suite=vector --strategy=push,set").plan.strategies,
                ElementsAre(Strategy::Push, Strategy::Set));
    const RunPlan binding = requestOf("--suite=binding").plan;
    EXPECT_EQ(binding.rows, bindingRows());
    EXPECT_EQ(binding.strategies.size(), kStrategies.size());
    EXPECT_THAT(requestOf("--suite=binding --strategy=address-4,set").plan.strategies,
                ElementsAre(strategyNamed("address-4"), Strategy::Set));
}

TEST(CommandLine, RunMayBeLeftOutAndNamesHaveAnyCase) {
    for (const std::string command : {"", "run "}) {
        const RunRequest request =
            requestOf(command + "--device=nvidia --driver=icd.json --suite=Matrix --strategy=PUSH --quick "
                                "--format=PerfTest --validate --seed=7");
        EXPECT_EQ(request.where.device, "nvidia");
        EXPECT_EQ(request.where.driver, "icd.json");
        EXPECT_EQ(request.plan.suite, "matrix");
        EXPECT_THAT(request.plan.strategies, ElementsAre(Strategy::Push));
        EXPECT_EQ(request.plan.effort.name, "quick");
        EXPECT_TRUE(request.where.validate && request.plan.validated);
        EXPECT_EQ(request.plan.seed, 7u);
    }
    EXPECT_EQ(requestOf("--device=list").where.device, "list");
}

TEST(CommandLine, FiltersAddUpAndTheBaselineNeedNotBeAmongTheRows) {
    EXPECT_EQ(requestOf("--filter='cbuffer*' --filter='*unaligned*'").plan.rows.size(), 4 + 6u);
    EXPECT_EQ(requestOf("--filter=unaligned").plan.rows.size(), 6u);
    const RunPlan plan = requestOf("--filter=cbuffer").plan;
    EXPECT_EQ(plan.rows.size(), 4u);
    EXPECT_EQ(plan.baseline, defaultBaseline());
}

TEST(CommandLine, SeedsAreWholeAndOtherwiseRandom) {
    EXPECT_EQ(requestOf("--precise").plan.effort.width, kPreciseEffort.width);
    EXPECT_EQ(requestOf("--seed=0").plan.seed, 0u);
    EXPECT_EQ(requestOf("--seed=18446744073709551615").plan.seed, ~std::uint64_t{0});
    // Three equal ones would come once in 2^64 runs.
    const std::uint64_t first = requestOf("").plan.seed;
    EXPECT_FALSE(first == requestOf("").plan.seed && first == requestOf("").plan.seed);
}

// Those in refused.txt.
TEST(CommandLine, ErrorsNameTheCauseAndTheRemedy) {
    for (const std::string& line : split(readFile(repositoryFile("tests/cli/refused.txt")).value(), '\n')) {
        if (line.empty()) continue;
        const Result<std::unique_ptr<Command>> command = parseCommandLine(shellWords(line));
        EXPECT_FALSE(command.ok()) << line;
        EXPECT_EQ(command.error().kind, ErrorKind::Usage) << line;
        EXPECT_EQ(command.error().sentence().find('\n'), std::string::npos) << line;
        expectGolden(line + " => " + command.error().sentence());
    }
}

TEST(CommandLine, TakesWhatIsNearToErrors) {
    for (const char* line :
         {"devices -f csv", "show a.json -f csv", "compare a.json b.json --all", "import a.txt -o a.json",
          "experiment uniform -q -o a.json", "isa -d 0 -f json", "run --device=all --format=json",
          "run --device=all --output=x.JSON", "experiment uniform --device=all --format=json",
          "--filter='*Sample*' --strategy=inline,set",
          "compare a.json b.json --fail-on=SLOWER --metric=Ratio", "compare a.json b.json --threshold=0.05%",
          "compare a.json b.json --threshold=1", "compare a.json b.json --threshold='0.5 %'",
          "isa --driver=a.json --driver=b/a.json", "report a.json -o page", "lint a.hlsl -f json",
          "lint a.hlsl shaders -D A=1 -DB -I include --entry=main --stage=comp --root-descriptors "
          "--fail-on=Never"})
        parsed(line);
}

TEST(CommandLine, NoLoadControlsComeWithTheRows) {
    EXPECT_EQ(requestOf("").plan.controls, missingControls(findSuite("matrix").value()->rows()));
    EXPECT_EQ(requestOf("--filter=cbuffer").plan.controls.size(), 2u + 4u);
    EXPECT_TRUE(requestOf("--block=3").plan.controls.empty());
    EXPECT_FALSE(parsed<ExperimentCommand>("experiment uniform")->request().plan.controls.empty());
}

TEST(CommandLine, ExperimentsMeasureTheirSuiteOrJudgeFiles) {
    const auto options = parsed<ExperimentCommand>(
        "experiment Uniform --device=1 --driver=icd.json --strategy=push --quick --seed=7 --validate "
        "--format=csv --output=b.JSON");
    EXPECT_EQ(options->experiment()->name, "uniform");
    EXPECT_EQ(options->findings().format->name, "csv");
    EXPECT_TRUE(options->judged().empty());
    EXPECT_EQ(options->request().plan.suite, "uniform");
    EXPECT_EQ(options->request().plan.rows, suiteRows("uniform"));
    EXPECT_THAT(options->request().plan.strategies, ElementsAre(Strategy::Push));
    EXPECT_EQ(options->request().plan.effort.name, "quick");
    EXPECT_EQ(options->request().plan.seed, 7u);
    EXPECT_EQ(options->request().where.device, "1");
    EXPECT_EQ(options->request().where.driver, "icd.json");
    EXPECT_EQ(options->request().file, "b.JSON");
    EXPECT_THAT(parsed<ExperimentCommand>("experiment uniform u.json")->judged(), ElementsAre("u.json"));
}

// The options that stand in its help, without --help itself.
std::size_t optionsIn(const std::string& text) {
    std::size_t options = 0;
    for (const std::string& line : split(text, '\n'))
        options += line.starts_with("  -") && !line.starts_with("  -h,") ? 1u : 0u;
    return options;
}

// What is not read on a terminal has lines of 80 columns.
TEST(CommandLine, HelpFitsAScreenWithEightOptionsAndExamples) {
    for (const CommandEntry& entry : commands()) {
        SCOPED_TRACE(entry.name);
        const std::string name(entry.name), text = printed(name + " --help");
        EXPECT_EQ(printed("help " + name), text);
        EXPECT_LE(optionsIn(text), 8u);
        EXPECT_LE(countMatches(text, "\n"), 20u) << text;
        for (const std::string& option : split(entry.common, ' ')) EXPECT_THAT(text, HasSubstr(option));
        EXPECT_THAT(printed(name + " --help --all"), HasSubstr("\nExit codes:\n  0 done"));
        for (const std::string& line : split(text, '\n')) EXPECT_LE(columns(line), 80u) << line;
        const std::size_t begin = text.find("\nExamples:\n  vkperftest");
        ASSERT_NE(begin, std::string::npos);
        EXPECT_EQ(text.rfind("Examples:"), begin + 1);
        EXPECT_LE(countMatches(text.substr(begin, text.find("\n\n", begin) - begin), "\n  vkperftest"), 4u);
    }
    const std::string all = printed("run --help --all"), list = printed("--help");
    EXPECT_GT(optionsIn(all), 15u);
    EXPECT_THAT(all, AllOf(HasSubstr("--validate"), HasSubstr("--seed"), Not(HasSubstr("--sizes"))));
    EXPECT_THAT(printed("--help --all"), AllOf(HasSubstr("--seed"), HasSubstr("--root-descriptors")));
    for (const char* same : {"-h", "help"}) EXPECT_EQ(printed(same), list);
    EXPECT_THAT(list, HasSubstr("(the default command)"));
    for (const auto& [command, isAllowed] :
         {std::pair("run", true), {"experiment", true}, {"ab", false}, {"isa", false}})
        EXPECT_EQ(printed(command + std::string(" --help --all")).find("`all`") != std::string::npos,
                  isAllowed)
            << command;
}

TEST(CommandLine, HelpComesFirst) {
    for (const std::string line : {"run --format=pdf", "list --frobnicate", "ab", "experiment"})
        EXPECT_THAT(printed(line + " --help"),
                    HasSubstr("Usage: vkperftest " + line.substr(0, line.find(' '))));
}

TEST(CommandLine, ItsPageHasParsingExamples) {
    std::size_t examples = 0;
    for (const std::string_view line : commandLineDocs()) {
        if (!line.starts_with("vkperftest ")) continue;
        ++examples;
        parsed(std::string(line.substr(line.find(' ') + 1)));
    }
    EXPECT_GT(examples, commands().size());
}

TEST(CommandLine, VersionNamesProgramAndCompilers) {
    EXPECT_THAT(printed("--version"),
                ContainsRegex("^vkperftest [0-9]+\\.[0-9]+\\.[0-9]+( \\([0-9a-f]+(-dirty)?\\))?\n"
                              "built by [A-Za-z]+ [0-9][^ ]* for (Linux|Windows) [^ ]+\n"
                              "kernels compiled by [^ ]+ [0-9](.|\n)*\n$"));
}

} // namespace vkperftest::command_line_unit_test
