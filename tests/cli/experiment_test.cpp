// The command `experiment` from end to end, on scripted devices.

#include "cases/binding.h"
#include "cases/suite.h"
#include "matchers.h"
#include "program.h"
#include "regular_expressions.h"

namespace vkperftest::experiment_test {

// Loads take 4 times their no-load control; sharing by hand makes raw ones 2.5 times as fast.
const std::string kDoesNotShare = "load | * | * | 0.04\n"
                                  "load | * linear | * | 0.08\n"
                                  "load | * linear, dependent | * | 0.08\n"
                                  "load | cbuffer* | * | 0.02\n"
                                  "load | *, no loads | * | 0.01\n"
                                  "load | ByteAddressBuffer*, shuffle | * | 0.016\n"
                                  "subgroups | 8 | 64\n"
                                  "unsupported | *, subgroup 64 | * | no VK_EXT_subgroup_size_control\n";

Outcome judged(const std::string& script, const std::string& line = {}) {
    const std::string file = scratchFile("experiment.script", script);
    return runLine("experiment uniform --script={} --seed=1 {}", file, line);
}

TEST(Experiment, MeasuresAndJudges) {
    const Outcome outcome = exits(0, judged(kDoesNotShare, "--all"));
    EXPECT_EQ(outcome.err, "");
    expectSaid(outcome.out, "; 2.50x as fast");
    expectSaid(outcome.out, "uniform: does the driver");
    EXPECT_THAT(outcome.out, ContainsRegex("\nByteAddressBuffer.Load4\\s+faster\\s+2.50x"));
    expectSaid(outcome.out, "unsupported under set: ");
    expectParts(outcome.out, {"\nA/A control ("}, {"\x1b"});
}

// The same rows and the same file, whoever measured them.
TEST(Experiment, JudgesTheFilesOfBothCommands) {
    const std::string own = scratchFile("own.json");
    const std::string measured = outputOf(judged(kDoesNotShare, "--output " + own));
    const std::string ofRun = measuredFile(kDoesNotShare, "run.json", "--suite=uniform");
    for (const std::string& file : {own, ofRun}) EXPECT_EQ(outputOf("experiment uniform {}", file), measured);
    expectParts(outputOf("show {} --all", own), {"\nByteAddressBuffer.Load4 uniform, shuffle  "});
}

TEST(Experiment, PrintsEveryFormat) {
    const std::string file = scratchFile("u.json");
    outputOf(judged(kDoesNotShare, "--quick --strategy=set --output " + file));
    const auto printed = [&](const char* format) {
        return runLine("experiment uniform {} --format={}", file, format);
    };
    expectParts(printed("markdown").out, {"Load of RGBA8 | faster | 2.50x"});
    const Outcome csv = printed("csv");
    expectParts(csv.out, {"\nuniform,Scripted device,sharing by hand,ByteAddressBuffer.Load4,faster,"});
    EXPECT_GT(countLines(csv.out), 1u + 9u + 1u);
    EXPECT_THAT(csv.err, StartsWith("vkperftest: The driver shares "));
    expectParts(csv.err, {"\nvkperftest: unsupported: 2 figures; "});
    expectParts(printed("json").out, {"\"verdict\": \"The driver shares "});
    EXPECT_THAT(printed("json").out,
                ContainsRegex("\"subject\": \"ByteAddressBuffer.Load4\",\n *\"verdict\": \"faster\""));
}

TEST(Experiment, AFileWithoutTheRowsIsRefusedWithTheirNamesAndTheCommand) {
    const std::string some =
        measuredFile(kDoesNotShare, "some.json", "--suite=uniform --filter='Load4 uniform'");
    const std::string none = measuredFile(kDoesNotShare, "none.json", "--filter=cbuffer");
    for (const std::string& line : {"uniform " + none, std::string("uniform 'perftest:RTX 2080 Ti'"),
                                    "vector " + some, "stride " + some}) {
        const Outcome outcome = runLine("experiment {}", line);
        expectError(outcome, 2);
        expectSaid(outcome.err, "no row of the");
    }
}

TEST(Experiment, AFilterLeavesItsRowsLiveAndOfAFile) {
    const std::string whole = scratchFile("whole.json"), part = scratchFile("part.json");
    outputOf(judged(kDoesNotShare, "--quick --output " + whole));
    const char* const filter = "--filter='Load4 uniform'";
    const std::string live =
        outputOf(judged(kDoesNotShare, fmt::format("{} --all --quick --output={}", filter, part)));
    for (const std::string& out : {live, outputOf("experiment uniform {} {} --all", whole, filter),
                                   outputOf("experiment uniform {} --all", part)}) {
        expectParts(out,
                    {"\nThe driver shares no ", "\nSharing by hand against the ",
                     "\nByteAddressBuffer.Load4  faster "},
                    {"Buffer<R32f>"});
    }
    for (const char* nothing : {"--filter=Load9", "--filter='Load linear'"}) // rows, but none that is judged
        for (const Outcome& outcome :
             {judged(kDoesNotShare, nothing), runLine("experiment uniform {} {}", whole, nothing)})
            expectError(outcome, 2, {"no row "});
}

TEST(Experiment, WhatAFilterLeftOutIsNamed) {
    const std::string script =
        scratchFile("stride.script", "load | * | * | 0.04\nload | *, no loads | * | 0.01\n");
    const std::string out = outputOf("experiment stride --script={} --filter='<24 bytes>' --quick", script);
    expectSaid(out, "power of two: unclear");
    expectParts(out, {"'StructuredBuffer<32 bytes>.Load linear,"});
}

// Under push nothing could be measured.
TEST(Experiment, TheFirstStrategyWithFiguresIsJudgedAndNamed) {
    expectParts(
        outputOf(judged(kDoesNotShare + "unsupported | * | push | no push\n", "--all --strategy=push,set")),
        {"under set"});
}

TEST(Experiment, FailedRowsAreExitCode4AndTheRestIsJudged) {
    const Outcome outcome =
        exits(4, judged(kDoesNotShare + "wrong | ByteAddressBuffer.Load4 uniform | set\n", "--all"));
    EXPECT_THAT(outcome.out, ContainsRegex("\nByteAddressBuffer.Load4\\s+unclear\\s+a row"));
    EXPECT_THAT(outcome.out, ContainsRegex("\nByteAddressBuffer.Load3\\s+faster"));
}

TEST(Experiment, AnInterruptedRunIsSavedAndCanBeContinued) {
    const std::string file = scratchFile("u.json"), how = "--all --strategy=set --output " + file;
    expectParts(exits(130, judged(kDoesNotShare + "interrupt | 200\n", how)).out,
                {"unclear", "the run was interrupted"}, {"again"});
    expectParts(outputOf(judged(kDoesNotShare, how + " --continue")), {}, {"unclear"});
    expectParts(readAll(file), {"\"complete\": true"});
}

TEST(Experiment, BindingIsJudgedOnTheGpuAndOnTheCpu) {
    const std::string script = scratchFile(
                          "binding.script",
                          "load | * | * | 0.04\nload | * | address-4 | 0.08\nload | *, no loads | * | 0.01\n"
                          "record | * | 200\nrecord | bind only | 50\nrecord | dispatch only | 20\n"),
                      file = scratchFile("binding.json");
    const auto with = [&](const char* line) {
        return runLine("experiment binding --script={} --seed=1 --quick {}", script, line);
    };
    expectParts(outputOf(with("--format=csv")),
                {",addresses against set,address-4: unclear,slower,", ",against set,push,the same,",
                 ",alignment,4 bytes: ByteAddressBuffer.Load4 linear,slower,",
                 ",1 dispatch,faster,\"cheapest: bind only"});
    const std::string baseline =
        outputOf(with("--filter='Buffer<RGBA8>*' --format=csv")); // a row of the suite, too
    for (const Strategy strategy : kEveryStrategy) {
        if (strategy == Strategy::Set || !whyUnsupported({defaultBaseline(), strategy}).empty()) continue;
        expectParts(baseline, {fmt::format(",against set,{},the same,", strategyName(strategy))});
    }
    expectError(with("--strategy=set"), 2, {"'binding'"}); // before anything is measured

    const std::string again =
        scratchFile("binding-interrupted.script", readAll(script) + "interrupt | 200\n");
    expectParts(exits(130, runLine("experiment binding --script={} --output={}", again, file)).out,
                {"the run was interrupted"});
    expectParts(outputOf("experiment binding --all --output={} --continue --script={}", file, script),
                {"cheapest: bind only"});
}

TEST(Experiment, WithoutADeviceThatExists) {
    const std::string absent = scratchFile("absent-icd.json");
    EXPECT_EQ(runLine("experiment uniform --driver={}", absent).exitCode,
              runLine("run --driver={}", absent).exitCode);
}

TEST(Experiment, AllDevicesGetAFileEach) {
    const Outcome outcome =
        exits(0, judged(kDoesNotShare, "--device=all --output " + scratchFile("all.json")));
    expectParts(outcome.err, {"device 0 (Scripted device): " + scratchFile("all-0.json")});
    EXPECT_EQ(outputOf("experiment uniform {}", scratchFile("all-0.json")), outcome.out);
}

TEST(Experiment, TerminalShowsProgressAndColour) {
    const std::string script = scratchFile("terminal.script", kDoesNotShare);
    const Outcome outcome = runOnTerminal({"experiment", "uniform", "--script", script});
    if (outcome.exitCode == kNoTerminal) GTEST_SKIP() << "no terminal";
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_THAT(outcome.out, ContainsRegex("[0-9]+ %, .*[0-9]x"));
    expectParts(outcome.out, {"\x1b[1muniform: does", "\nThe driver shares "});
}

} // namespace vkperftest::experiment_test
