// The command `run` from end to end, on scripted devices.
#include <gmock/gmock.h>

#include "program.h"
#include "regular_expressions.h"

namespace vkperftest {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// Every load takes 10 ps; the raw ones a quarter of that.
constexpr const char* kFourTimes = "load | * | * | 0.01\n"
                                   "load | ByteAddressBuffer* | * | 0.0025\n"
                                   "load | *, floor | * | 0.001\n";

TEST(Run, PrintsEveryRowInPerfTestsText) {
    const Outcome outcome = runScripted(kFourTimes, {"--format", "perftest", "--strategy", "set"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(countLines(outcome.out), 2u + 138u);
    EXPECT_THAT(outcome.out, StartsWith("Performance compared to Buffer<RGBA8>.Load random\n\n"
                                        "Buffer<R8>.Load uniform: 2.684ms 1.000x\n"));
    EXPECT_THAT(outcome.out, HasSubstr("\nByteAddressBuffer.Load4 unaligned random: 0.671ms 4.000x\n"));
    EXPECT_THAT(outcome.out, HasSubstr("\nBuffer<RGBA8>.Load random: 2.684ms 1.000x\n"));
    // What the text has no place for stands on stderr.
    EXPECT_THAT(outcome.err,
                StartsWith("vkperftest: Run quality: good.\n"
                           "vkperftest: null row (Buffer<RGBA8>.Load random against itself): 1.000x"));
}

TEST(Run, TheBindingSuiteHoldsEveryStrategyAndTheCpusSide) {
    const std::string file = scratchFile("binding.json");
    const Outcome outcome = runScripted("load | * | * | 0.01\nload | * | address-4 | 0.02\n"
                                        "record | * | 200\nrecord | bind only | 50\n"
                                        "record | push descriptors | 1 | no VK_KHR_push_descriptor\n",
                                        {"--suite", "binding", "--quick", "--wide", "--output", file});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    for (const char* column :
         {"push/set", "dynamic/set", "buffer/set", "inline/set", "address-4/set", "address-16/set"})
        EXPECT_THAT(outcome.out, HasSubstr(column));
    EXPECT_THAT(outcome.out + outcome.err, HasSubstr("needs a storage buffer"));
    const std::string json = readAll(file);
    EXPECT_THAT(json, ContainsRegex("\"way\": \"bind only\",\n *\"status\": \"measured\""));
    EXPECT_THAT(json,
                ContainsRegex("\"way\": \"push descriptors\",\n *\"status\": \"unsupported\",\n *\"reason\": "
                              "\"no VK_KHR_push_descriptor\""));
    EXPECT_THAT(json, HasSubstr("\"kernel\": \"address_copy.16.4.direct\""));
    EXPECT_EQ(runProgram({"show", file}).exitCode, 0);
}

TEST(Run, IsTheDefaultCommand) {
    const std::string script = scratchFile("default.script");
    writeAll(script, kFourTimes);
    const Outcome outcome = runProgram({"--script", script, "--filter", "cbuffer*"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("\ncbuffer{float4} load  "));
}

TEST(Run, TableShowsBothStrategiesTheirRatioAndTheNullRow) {
    const Outcome outcome = runScripted(
        "load | * | * | 0.01\nload | * | push | 0.008\nload | *, floor | * | 0.001\n", {"--wide"});
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_THAT(
        outcome.out,
        ContainsRegex("cbuffer\\{float4\\} load linear +2.684 +1.000x +±0.0 % +[0-9.]+ +loads +2.147 +1.250x"
                      " +±0.0 % +[0-9.]+ +loads +1.250x \\[1.250, 1.250\\]\n"));
    EXPECT_THAT(outcome.out, HasSubstr("null row (Buffer<RGBA8>.Load random against itself): 1.000x"));
    EXPECT_THAT(outcome.out, Not(HasSubstr("\x1b"))) << "no colour in a file";
    EXPECT_THAT(outcome.out, Not(HasSubstr("were disturbed"))) << "a steady device is not disturbed";
}

TEST(Run, SaysFirstWhetherItCanBeReliedOn) {
    const Outcome good = runScripted(kFourTimes, {"--filter", "cbuffer"});
    EXPECT_THAT(good.out, StartsWith("Run quality: good.\n"));
    EXPECT_EQ(good.err, "");
    const std::string file = scratchFile("noisy.json");
    const Outcome bad = runScripted("load | * | * | 0.01 | 0.3\n", {"--filter", "cbuffer", "--output", file});
    EXPECT_EQ(bad.exitCode, 0);
    EXPECT_THAT(bad.out, ContainsRegex("^Run quality: disturbed, so the intervals are wide .[0-9]+ % of the "
                                       "samples were disturbed.*Measure again"));
    EXPECT_THAT(bad.out, ContainsRegex("cbuffer\\{float4\\} load +[0-9.]+x[?^!+]* ±[0-9]+%"));
    EXPECT_THAT(bad.err, HasSubstr("Run quality: disturbed, so ")) << "nobody scrolls up";
    EXPECT_THAT(readAll(file), ContainsRegex("\"quality\": \\{\n *\"grade\": \"disturbed\""));
    const Outcome csv = runProgram({"show", file, "--format", "csv"});
    EXPECT_EQ(occurrences(csv.err, "Run quality: disturbed, so "), 1u);
    EXPECT_THAT(runProgram({"show", file, "--format", "perftest"}).out,
                ContainsRegex("load linear: [0-9.]+ms [0-9.]+x\n"));
}

TEST(Run, CsvHasALineForEachRowAndStrategyAndTheNullRow) {
    const Outcome outcome = runScripted(kFourTimes, {"--format", "csv"});
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_EQ(countLines(outcome.out), 1u + 2u * 138u + 1u);
    EXPECT_THAT(outcome.out,
                ContainsRegex("\nByteAddressBuffer\\.Load4 linear,ByteAddressBuffer\\.Load4,linear,"
                              "raw-load4-linear,push,measured,,.*,0\\.671088,400,4,4,4,"));
}

TEST(Run, RatiosReferToTheBaselineThatIsNamed) {
    const Outcome outcome = runScripted(kFourTimes, {"--baseline", "bytEaddressbuffer.load linear",
                                                     "--filter", "Load uniform", "--format", "perftest"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, StartsWith("Performance compared to ByteAddressBuffer.Load linear\n"));
    EXPECT_THAT(outcome.out, HasSubstr("\nBuffer<R8>.Load uniform: 2.684ms 0.250x\n"));
}

TEST(Run, MarksRowsThatMissTheirPrecision) {
    const Outcome outcome =
        runScripted("gpu\nload | * | * | 0.01 | 0.001\nload | cbuffer*linear | * | 0.01 | 0.06\n",
                    {"--strategy", "set", "--filter", "cbuffer", "--wide"});
    EXPECT_THAT(outcome.out, ContainsRegex("cbuffer\\{float4\\} load linear .*±[0-9.]+ %\\*"));
    EXPECT_THAT(outcome.out, Not(ContainsRegex("cbuffer\\{float4\\} load random .*%\\*")));
    EXPECT_THAT(outcome.out, HasSubstr("wider than the goal of ±0.5 %: 1 figure."));
}

TEST(Run, TakesATimeAndAPrecisionOfOnesOwn) {
    const std::string file = scratchFile("own.json"), script = scratchFile("own.script");
    writeAll(script, "load | * | * | 0.01 | 0.02\nepoch | * | * | 0.005\n");
    const auto timed = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(),
                         {"run", "--script", script, "--filter", "cbuffer", "--output", file});
        EXPECT_EQ(runProgram(arguments).exitCode, 0);
        const std::string text = readAll(file), key = "\"timed_nanoseconds\": ";
        return std::stod(text.substr(text.find(key) + key.size())) * 1e-9;
    };
    const double brief = timed({"--precision", "0.1", "--time", "2s"});
    EXPECT_THAT(readAll(file), HasSubstr("\"effort\": \"precision 0.1 %, time 2 s\""));
    EXPECT_GT(brief, 1.9);
    EXPECT_LT(brief, 2.5) << "and one round";
    EXPECT_GT(timed({"--precision=0.1%", "--time", "8"}), 7.5);
    const auto resumed = [&](const std::string& seconds) {
        return runProgram({"run", "--script", script, "--filter", "cbuffer", "--output", file, "--continue",
                           "--precision", "0.1", "--time", seconds});
    };
    EXPECT_EQ(resumed("8").exitCode, 0);
    const Outcome other = resumed("9");
    EXPECT_EQ(other.exitCode, 2);
    EXPECT_THAT(other.err, HasSubstr("was measured with another effort (precision 0.1 %, time 8 s instead of "
                                     "precision 0.1 %, time 9 s)"));
}

TEST(Run, TellsWhatBoundsARowInEveryFormatButPerfTests) {
    const char* script =
        "load | * | * | 0.01\nload | *, floor | * | 0.001\nload | cbuffer*linear | * | 0.0012\n"
        "load | *, serial | * | 0.02\n";
    const auto printed = [&](const char* format) {
        return runScripted(script,
                           {"--strategy", "set", "--filter", "cbuffer", "--wide", "--format", format});
    };
    const std::string note = "): additions, or a copy's stores, limit the row (it takes less "
                             "than 1.25 times as long as its floor";
    for (const char* format : {"table", "markdown"}) {
        EXPECT_THAT(printed(format).out, ContainsRegex("load linear [^\n]* adds( |\n)"));
        EXPECT_THAT(printed(format).out, ContainsRegex("load random [^\n]* loads( |\n)"));
        EXPECT_THAT(printed(format).out, HasSubstr(note));
        EXPECT_THAT(printed(format).out, Not(ContainsRegex(", (floor|serial)")));
    }
    EXPECT_THAT(printed("csv").out,
                ContainsRegex("\ncbuffer\\{float4\\} load linear,.*,1\\.2,adds,no,no,16\\.66"));
    EXPECT_THAT(
        printed("csv").out,
        ContainsRegex("\ncbuffer\\{float4\\} load random,.*,(10|9\\.9999[0-9]*),loads,yes,no,2,2,2,no,"));
    EXPECT_THAT(printed("json").out, ContainsRegex("\"bound\": \"adds\""));
    // What reads PerfTest's text knows no columns: the note goes where the others go.
    EXPECT_THAT(printed("perftest").out, HasSubstr("\ncbuffer{float4} load linear: 0.322ms 8.333x\n"));
    EXPECT_THAT(printed("perftest").err, HasSubstr(note));
    EXPECT_THAT(printed("table").out, HasSubstr("0.3221")) << "four digits";
}

TEST(Run, AFloorWithWrongValuesIsAFailure) {
    const Outcome outcome =
        runScripted("load | * | * | 0.01\nwrong | *uniform, floor | *\n", {"--filter", "cbuffer"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.out,
                HasSubstr("failed under set: cbuffer{float4} load uniform, floor: wrong values"));
}

TEST(Run, WrongValuesFailTheRowAloneAndExitWith4) {
    const Outcome outcome = runScripted("load | * | * | 0.01\nload | *, floor | * | 0.001\n"
                                        "wrong | cbuffer*linear | push\n",
                                        {"--wide"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(
        outcome.out,
        ContainsRegex("cbuffer\\{float4\\} load linear +2.684 +1.000x +±0.0 % +[0-9.]+ +loads +failed\n"));
    EXPECT_THAT(outcome.out,
                HasSubstr("failed under push: cbuffer{float4} load linear: wrong values: invocation 255"));
    EXPECT_THAT(outcome.out, ContainsRegex("cbuffer\\{float4\\} load random +2.684"));
}

TEST(Run, UnsupportedIsAnOrdinaryResultWithItsReason) {
    const Outcome outcome =
        runScripted("load | * | * | 0.01\nunsupported | * | push | no VK_KHR_push_descriptor\n");
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_THAT(outcome.out, HasSubstr("unsupported under push: 138 rows: no VK_KHR_push_descriptor."));
}

TEST(Run, ALostDeviceCostsTheRowThatLostIt) {
    const Outcome outcome = runScripted("load | * | * | 0.01\nlost | cbuffer*uniform | set | 5\n");
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.out,
                HasSubstr("failed under set: cbuffer{float4} load uniform: the device was lost."));
    EXPECT_THAT(outcome.out, Not(HasSubstr("failed under push")));
}

TEST(Run, ADeviceThatIsGoneEndsTheRunWithTheResultsSoFar) {
    const Outcome outcome =
        runScripted("load | * | * | 0.01 | 0.03\ngone | 400\n", {"--filter", "cbuffer", "--wide"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.out,
                HasSubstr("the run was aborted: the device was lost and could not be opened again"));
    EXPECT_THAT(outcome.out, ContainsRegex("\ncbuffer[^\n]*x +±"));
}

TEST(Run, InterruptPrintsAndSavesWhatIsMeasuredAndExitsWith130) {
    const std::string file = scratchFile("saved.csv");
    const Outcome outcome = runScripted("load | * | * | 0.01\ninterrupt | 400\n", {"--output", file});
    EXPECT_EQ(outcome.exitCode, 130);
    EXPECT_THAT(outcome.out, HasSubstr("the run was interrupted; these are the results so far."));
    EXPECT_THAT(outcome.out, HasSubstr("not measured"));
    EXPECT_THAT(readAll(file), HasSubstr(",measured,"));
    EXPECT_THAT(readAll(file), HasSubstr("not measured,the run ended before its turn"));
}

TEST(Run, CtrlCEndsItAsTheScriptedInterruptDoes) {
    const std::string script = scratchFile("long.script");
    const std::string file = scratchFile("saved.json");
    // A precise baseline for rows that scatter too much to become so: a minute and more if nothing ends it.
    writeAll(script, "load | * | * | 0.01 | 0.1\nload | Buffer<RGBA8>.Load random* | * | 0.01\n");
    const Outcome outcome = runAndInterrupt({"--script", script, "--precise", "--output", file}, file);
    EXPECT_EQ(outcome.exitCode, 130) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("the run was interrupted; these are the results so far."));
    EXPECT_THAT(readAll(file), HasSubstr("\"complete\": false"));
}

TEST(Run, AReaderThatGoesAwayDoesNotCostTheFile) {
    const std::string file = scratchFile("kept.csv");
    const std::string script = scratchFile("pipe.script");
    writeAll(script, kFourTimes);
    const Outcome outcome = runIntoClosedPipe({"--script", script, "--output", file});
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_EQ(outcome.err.find("error"), std::string::npos) << outcome.err;
    EXPECT_EQ(countLines(readAll(file)), 1u + 2u * 138u + 1u);
}

TEST(Run, ARowTooSlowForOneSubmissionFailsAlone) {
    const Outcome outcome = runScripted("gpu\nload | * | * | 0.0001\nload | cbuffer*linear | * | 1000\n");
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.out, HasSubstr("failed under set: cbuffer{float4} load linear: too slow: the "
                                       "smallest dispatch, of one workgroup, takes 66 ms (the fastest of 5 "
                                       "probes); the limit is 38 ms, to keep a submission below 200 ms"));
    EXPECT_THAT(outcome.out, Not(HasSubstr("not measured under")));
}

TEST(Run, OutputFileHasTheFormatOfItsEnding) {
    const std::string file = scratchFile("x.md");
    const Outcome outcome = runScripted(kFourTimes, {"--output", file});
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_THAT(readAll(file), HasSubstr("\n| Buffer\\<R8>.Load uniform |"));
    EXPECT_THAT(outcome.out, HasSubstr("\nBuffer<R8>.Load  ")) << "the table is still printed";
}

TEST(Run, SaysWhereItSaved) {
    const std::string json = scratchFile("a.json"), csv = scratchFile("b.csv");
    const Outcome outcome = runScripted(kFourTimes, {"--output", json, "--output", csv});
    EXPECT_THAT(outcome.err, EndsWith("vkperftest: saved to " + json + ", " + csv + "\n"));
}

TEST(Run, EachOutputThatFailsIsSaidOnceAndTheOthersAreWritten) {
    const std::string json = scratchFile("a.json"), csv = scratchFile("b.csv");
    runScripted(kFourTimes, {"--output", json});
    const Outcome outcome = runProgram(
        {"show", json, "--output", "/nonexistent/1.md", "--output", csv, "--output", "/nonexistent/2.md"});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_EQ(occurrences(outcome.err, "/nonexistent/1.md"), 1u) << outcome.err;
    EXPECT_EQ(occurrences(outcome.err, "/nonexistent/2.md"), 1u) << outcome.err;
    EXPECT_THAT(readAll(csv), HasSubstr("cbuffer"));
    EXPECT_THAT(outcome.out, HasSubstr("cbuffer"));
}

TEST(Run, SameSeedSameText) {
    const std::string script = "load | * | * | 0.01 | 0.02\n";
    EXPECT_EQ(runScripted(script).out, runScripted(script).out);
}

TEST(Run, TerminalShowsProgressAndColour) {
    const std::string script = scratchFile("terminal.script");
    writeAll(script, kFourTimes);
    const Outcome outcome = runOnTerminal({"--script", script});
    if (outcome.exitCode == kNoTerminal) GTEST_SKIP() << "no terminal to be had";
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_THAT(outcome.out, ContainsRegex("[0-9]+ %, .*x ±"));
    for (const char* stage : {"reading the driver's compiler output", "building pipelines", "warming up"})
        EXPECT_THAT(outcome.out, HasSubstr("\x1b[2K" + std::string(stage)));
    EXPECT_THAT(outcome.out, HasSubstr("\x1b[1moperation"));
    const Outcome plain = runOnTerminal({"--script", script}, "NO_COLOR=1");
    EXPECT_THAT(plain.out, Not(HasSubstr("\x1b[1m")));
}

} // namespace
} // namespace vkperftest
