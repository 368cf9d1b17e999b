// The command `experiment` from end to end, on scripted devices.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/text.h"
#include "cases/binding.h"
#include "cases/suite.h"
#include "program.h"
#include "regular_expressions.h"

namespace vkperftest {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// Loads take 4 times their floor; sharing by hand makes raw ones 2.5 times as fast.
constexpr const char* kDoesNotShare = "load | * | * | 0.04\n"
                                      "load | * linear | * | 0.08\n"
                                      "load | * linear, serial | * | 0.08\n"
                                      "load | cbuffer* | * | 0.02\n"
                                      "load | *, floor | * | 0.01\n"
                                      "load | ByteAddressBuffer*, shuffle | * | 0.016\n"
                                      "subgroups | 8 | 64\n"
                                      "unsupported | *, subgroup 64 | * | no VK_EXT_subgroup_size_control\n";

Outcome judged(const std::string& script, std::vector<std::string> more = {}) {
    const std::string file = scratchFile("experiment.script");
    writeAll(file, script);
    std::vector<std::string> arguments = {"experiment", "uniform", "--script", file, "--seed", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return runProgram(arguments);
}

TEST(Experiment, MeasuresAndJudges) {
    const Outcome outcome = judged(kDoesNotShare);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, StartsWith("Sharing by hand: faster 4 of 9 (2.50x), the same 5 of 9;"));
    EXPECT_THAT(outcome.out,
                HasSubstr("\nuniform: does the driver share one load among the lanes of a subgroup?\n"
                          "Scripted device (CPU), "));
    EXPECT_THAT(outcome.out,
                ContainsRegex("\nByteAddressBuffer.Load, Load2, Load3, Load4\\s+faster\\s+2.50x as fast"));
    EXPECT_THAT(outcome.out, HasSubstr("unsupported under set: ByteAddressBuffer.Load4 uniform, subgroup 64; "
                                       "ByteAddressBuffer.Load4 uniform, shuffle, subgroup 64: no "
                                       "VK_EXT_subgroup_size_control.\n"));
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("\nnull row ("), Not(HasSubstr("\x1b"))));
    EXPECT_EQ(outcome.err, "");
}

// The same rows and the same file, whoever measured them.
TEST(Experiment, JudgesTheFilesOfBothCommands) {
    const std::string own = scratchFile("own.json"), ofRun = scratchFile("run.json");
    const Outcome measured = judged(kDoesNotShare, {"--output", own});
    EXPECT_EQ(measured.exitCode, 0) << measured.err;
    const Outcome again = runProgram({"experiment", "uniform", own});
    EXPECT_EQ(again.exitCode, 0) << again.err;
    EXPECT_EQ(again.out, measured.out);

    EXPECT_EQ(runScripted(kDoesNotShare, {"--suite", "uniform", "--output", ofRun}).exitCode, 0);
    EXPECT_EQ(runProgram({"experiment", "uniform", ofRun}).out, measured.out);
    EXPECT_THAT(runProgram({"show", own}).out, HasSubstr("\nByteAddressBuffer.Load4 uniform, shuffle  "));
}

TEST(Experiment, PrintsEveryFormat) {
    const std::string file = scratchFile("u.json");
    ASSERT_EQ(judged(kDoesNotShare, {"--output", file, "--quick", "--strategy", "set"}).exitCode, 0);
    const auto printed = [&](const char* format) {
        return runProgram({"experiment", "uniform", file, "--format", format});
    };
    EXPECT_THAT(printed("markdown").out,
                HasSubstr("\n| ByteAddressBuffer.Load, Load2, Load3, Load4 | faster | 2.50x as fast"));
    const Outcome csv = printed("csv");
    EXPECT_THAT(csv.out,
                HasSubstr("\nuniform,Scripted device,sharing by hand,ByteAddressBuffer.Load4,faster,"));
    EXPECT_GT(countLines(csv.out), 1u + 9u + 1u) << "a line for each figure, and that of the constant cache";
    EXPECT_THAT(csv.err, AllOf(HasSubstr("vkperftest: unsupported under set: "),
                               StartsWith("vkperftest: Sharing by hand: ")));
    EXPECT_THAT(printed("json").out,
                AllOf(HasSubstr("\n \"verdict\": \"Sharing by hand: "),
                      ContainsRegex("\"subject\": \"ByteAddressBuffer.Load4\",\n *\"verdict\": \"faster\"")));
    EXPECT_EQ(printed("perftest").exitCode, 2);
    EXPECT_THAT(printed("perftest").err, HasSubstr("choose from: table, csv, markdown, json, html"));
}

TEST(Experiment, AFileWithoutTheRowsIsRefusedWithTheirNamesAndTheCommand) {
    const std::string some = scratchFile("some.json"), none = scratchFile("none.json");
    ASSERT_EQ(
        runScripted(kDoesNotShare, {"--suite", "uniform", "--filter", "Load4 uniform", "--output", some})
            .exitCode,
        0);
    ASSERT_EQ(runScripted(kDoesNotShare, {"--filter", "cbuffer", "--output", none}).exitCode, 0);
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"experiment", "uniform", none},
                                                      {"experiment", "uniform", "perftest:RTX 2080 Ti"}}) {
        const Outcome outcome = runProgram(arguments);
        EXPECT_EQ(outcome.exitCode, 2);
        EXPECT_EQ(outcome.out, "");
        EXPECT_THAT(
            outcome.err,
            AllOf(
                HasSubstr("no row of the experiment 'uniform' (for example 'ByteAddressBuffer.Load4 uniform, "
                          "shuffle'"),
                HasSubstr("`vkperftest experiment uniform`")));
    }
    for (const char* other : {"vector", "stride"}) {
        const Outcome outcome = runProgram({"experiment", other, some});
        EXPECT_EQ(outcome.exitCode, 2);
        EXPECT_EQ(outcome.out, "");
        EXPECT_THAT(outcome.err,
                    AllOf(HasSubstr(std::string("'") + some + "': the run has no row of the experiment '" +
                                    other + "' (for example '"),
                          HasSubstr(std::string("`vkperftest experiment ") + other + "` measures all")));
    }
    EXPECT_EQ(runProgram({"experiment", "uniform", scratchFile("absent.json")}).exitCode, 2);
}

TEST(Experiment, AFilterLeavesItsRowsLiveAndOfAFile) {
    const std::string whole = scratchFile("whole.json"), part = scratchFile("part.json");
    const std::string verdict = "Sharing by hand: faster (2.50x); ";
    ASSERT_EQ(judged(kDoesNotShare, {"--output", whole, "--quick"}).exitCode, 0);
    const Outcome live = judged(kDoesNotShare, {"--filter", "Load4 uniform", "--quick", "--output", part});
    EXPECT_EQ(live.exitCode, 0) << live.err;
    const Outcome ofFile = runProgram({"experiment", "uniform", whole, "--filter", "Load4 uniform"});
    EXPECT_EQ(ofFile.exitCode, 0) << ofFile.err;
    for (const Outcome& outcome : {live, ofFile, runProgram({"experiment", "uniform", part})}) {
        EXPECT_THAT(outcome.out, StartsWith(verdict));
        EXPECT_THAT(outcome.out, HasSubstr("\nByteAddressBuffer.Load4  faster "));
        EXPECT_THAT(outcome.out, Not(HasSubstr("Buffer<R32f>")));
    }
}

TEST(Experiment, WhatAFilterLeftOutIsNamed) {
    const std::string script = scratchFile("stride.script");
    writeAll(script, "load | * | * | 0.04\nload | *, floor | * | 0.01\n");
    const Outcome outcome =
        runProgram({"experiment", "stride", "--script", script, "--filter", "<24 bytes>", "--quick"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, StartsWith("Inside L1, float: unknown (a row is missing: "));
    EXPECT_THAT(outcome.out, HasSubstr("'StructuredBuffer<32 bytes>.Load linear, own window'"));
}

TEST(Experiment, AFilterThatLeavesNothingIsRefused) {
    const std::string whole = scratchFile("whole.json");
    ASSERT_EQ(judged(kDoesNotShare, {"--output", whole, "--quick"}).exitCode, 0);
    for (const Outcome& outcome : {judged(kDoesNotShare, {"--filter", "Load9"}),
                                   runProgram({"experiment", "uniform", whole, "--filter", "Load9"})}) {
        EXPECT_EQ(outcome.exitCode, 2);
        EXPECT_EQ(outcome.out, "");
        EXPECT_THAT(outcome.err, HasSubstr("no row matches the filter 'Load9'"));
    }
    for (const Outcome& outcome : {judged(kDoesNotShare, {"--filter", "Load linear"}),
                                   runProgram({"experiment", "uniform", whole, "--filter", "Load linear"})}) {
        EXPECT_EQ(outcome.exitCode, 2) << "rows, but none that is judged";
        EXPECT_EQ(outcome.out, "");
        EXPECT_THAT(outcome.err, HasSubstr("no row of the experiment 'uniform' (for example "));
    }
    const Outcome claims = runProgram({"experiment", "claims", whole, "--filter", "Load4"});
    EXPECT_EQ(claims.exitCode, 2);
    EXPECT_THAT(claims.err, HasSubstr("--filter cannot be given with `experiment claims`"));
}

// Under push nothing could be measured.
TEST(Experiment, TheFirstStrategyWithFiguresIsJudgedAndNamed) {
    const Outcome outcome =
        judged(std::string(kDoesNotShare) + "unsupported | * | push | no push\n", {"--strategy", "push,set"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("under set"));
}

TEST(Experiment, FailedRowsAreExitCode4AndTheRestIsJudged) {
    const Outcome outcome =
        judged(std::string(kDoesNotShare) + "wrong | ByteAddressBuffer.Load4 uniform | set\n");
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.out, ContainsRegex("\nByteAddressBuffer.Load4\\s+unknown\\s+a row has no time: "));
    EXPECT_THAT(outcome.out, ContainsRegex("\nByteAddressBuffer.Load, Load2, Load3\\s+faster"));
}

TEST(Experiment, AnInterruptedRunIsSavedAndCanBeContinued) {
    const std::string file = scratchFile("u.json");
    const Outcome interrupted =
        judged(std::string(kDoesNotShare) + "interrupt | 200\n", {"--output", file, "--strategy", "set"});
    EXPECT_EQ(interrupted.exitCode, 130);
    EXPECT_THAT(interrupted.out, HasSubstr("unknown"));
    EXPECT_THAT(interrupted.out, HasSubstr("the run was interrupted; these are the results so far."));
    const std::string script = scratchFile("whole.script");
    writeAll(script, kDoesNotShare);
    const Outcome resumed = runProgram(
        {"experiment", "uniform", "--output", file, "--continue", "--strategy", "set", "--script", script});
    EXPECT_EQ(resumed.exitCode, 0) << resumed.err;
    EXPECT_THAT(resumed.out, Not(HasSubstr("unknown")));
    EXPECT_THAT(readAll(file), HasSubstr("\"complete\": true"));
}

TEST(Experiment, BindingIsJudgedOnTheGpuAndOnTheCpu) {
    const std::string script = scratchFile("binding.script"), file = scratchFile("binding.json");
    writeAll(script, "load | * | * | 0.04\nload | * | address-4 | 0.08\nload | *, floor | * | 0.01\n"
                     "record | * | 200\nrecord | bind only | 50\nrecord | dispatch only | 20\n");
    const std::vector<std::string> arguments = {"experiment", "binding", "--script", script,
                                                "--seed",     "1",       "--quick"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), arguments.begin(), arguments.end());
        return runProgram(more);
    };
    const Outcome outcome = with({"--format", "csv"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                AllOf(HasSubstr(",against set,address-4,slower,"), HasSubstr(",against set,push,the same,"),
                      HasSubstr(",alignment,4 bytes: ByteAddressBuffer.Load4 linear,slower,"),
                      HasSubstr(",recording on the CPU,1 dispatch,faster,\"cheapest: bind only")));
    const Outcome baseline =
        with({"--filter", "Buffer<RGBA8>*", "--format", "csv"}); // a row of the suite, too
    EXPECT_EQ(baseline.exitCode, 0) << baseline.err;
    for (const Strategy strategy : kEveryStrategy) {
        if (strategy == Strategy::Set || !whyUnsupported({defaultBaseline(), strategy}).empty()) continue;
        EXPECT_THAT(baseline.out,
                    HasSubstr(fmt::format(",against set,{},the same,", strategyName(strategy))));
    }

    const Outcome partial = with({"--strategy", "set"});
    EXPECT_EQ(partial.exitCode, 2) << "before anything is measured";
    EXPECT_THAT(partial.err, HasSubstr("the run lacks strategies: 'push', 'dynamic'"));

    const std::string again = scratchFile("binding-interrupted.script");
    writeAll(again, readAll(script) + "interrupt | 200\n");
    const Outcome interrupted = runProgram({"experiment", "binding", "--script", again, "--output", file});
    EXPECT_EQ(interrupted.exitCode, 130) << interrupted.err;
    EXPECT_THAT(interrupted.out, HasSubstr("the run has no recording times"));
    const Outcome resumed =
        runProgram({"experiment", "binding", "--output", file, "--continue", "--script", script});
    EXPECT_EQ(resumed.exitCode, 0) << resumed.err;
    EXPECT_THAT(resumed.out, HasSubstr("cheapest: bind only"));
}

TEST(Experiment, WithTargetsNothingIsMeasured) {
    const std::vector<std::vector<std::string>> wrong = {
        {"stride", "--target", "skl", "`experiment stride` takes no --target: only times answer"},
        {"claims", "--target", "skl", "`experiment claims` takes no --target: only times answer"},
        {"uniform", "u.json", "--target", "skl",
         "--target and the results file 'u.json' contradict each other"},
        {"uniform", "--target", "skl", "--quick",
         "--quick cannot be given with --target: nothing is measured"},
        {"vector", "--target", "skl", "--output", "v.json", "--output cannot be given with --target"},
        {"binding", "--target", "skl", "--device", "0", "--device cannot be given with --target"},
        {"uniform", "--target", "r2d2", "r2d2"}};
    for (const std::vector<std::string>& one : wrong) {
        std::vector<std::string> arguments(one.begin(), one.end() - 1);
        arguments.insert(arguments.begin(), "experiment");
        const Outcome outcome = runProgram(arguments);
        EXPECT_EQ(outcome.exitCode, 2) << one.back();
        EXPECT_EQ(outcome.out, "");
        EXPECT_THAT(outcome.err, HasSubstr(one.back()));
    }
}

TEST(Experiment, WithoutADeviceThatExists) {
    EXPECT_EQ(runProgram({"experiment", "uniform", "--driver", scratchFile("absent-icd.json")}).exitCode,
              runProgram({"run", "--driver", scratchFile("absent-icd.json")}).exitCode);
}

TEST(Experiment, AllDevicesGetAFileEach) {
    const Outcome outcome = judged(kDoesNotShare, {"--device", "all", "--output", scratchFile("all.json")});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("device 0 (Scripted device): " + scratchFile("all-0.json")));
    EXPECT_EQ(runProgram({"experiment", "uniform", scratchFile("all-0.json")}).out, outcome.out);
}

TEST(Experiment, UnknownNamesAreRefusedWithTheChoices) {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"experiment"}, {"experiment", "weather"}, {"experiment", "uniforms"}}) {
        const Outcome outcome = runProgram(arguments);
        EXPECT_EQ(outcome.exitCode, 2);
        EXPECT_THAT(outcome.err, ContainsRegex("choose from: .*uniform"));
    }
}

TEST(Experiment, HelpListsTheQuestionsAndExamples) {
    const Outcome outcome = runProgram({"experiment", "--help"});
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_THAT(outcome.out, AllOf(ContainsRegex("uniform +does the driver share one load"),
                                   HasSubstr("Examples:"), HasSubstr("Exit codes:"), HasSubstr("--output")));
}

TEST(Experiment, TerminalShowsProgressAndColour) {
    const std::string script = scratchFile("terminal.script");
    writeAll(script, kDoesNotShare);
    const Outcome outcome = runOnTerminal({"experiment", "uniform", "--script", script});
    if (outcome.exitCode == kNoTerminal) GTEST_SKIP() << "no terminal to be had";
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_THAT(outcome.out, ContainsRegex("[0-9]+ %, .*x ±"));
    EXPECT_THAT(outcome.out, HasSubstr("\x1b[1mSharing by hand: "));
}

} // namespace
} // namespace vkperftest
