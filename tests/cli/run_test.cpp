// The command `run` from end to end, on scripted devices.

#include "matchers.h"
#include "program.h"
#include "regular_expressions.h"

namespace vkperftest::run_test {

// Every load takes 10 ps; the raw ones a quarter of that.
const std::string kEven = "load | * | * | 0.01\n";
const std::string kFourTimes =
    kEven + "load | ByteAddressBuffer* | * | 0.0025\nload | *, no loads | * | 0.001\n";

TEST(Run, PrintsEveryRowInPerfTestsText) {
    const Outcome outcome = exits(0, runScripted(kFourTimes, "--format=perftest --strategy=set"));
    EXPECT_EQ(countLines(outcome.out), 2u + 138u);
    EXPECT_THAT(outcome.out, StartsWith("Performance compared to Buffer<RGBA8>.Load random\n\n"
                                        "Buffer<R8>.Load uniform: 2.684ms 1.000x\n"));
    expectParts(outcome.out,
                {"unaligned random: 0.671ms 4.000x\n", "\nBuffer<RGBA8>.Load random: 2.684ms 1.000x\n"});
    EXPECT_EQ(outcome.err, "");
}

TEST(Run, OnlyWhatIsWrongOrMissingStandsBesideBareFigures) {
    for (const char* format : {"perftest", "csv"}) {
        const Outcome outcome =
            runScripted(kEven + "unsupported | * | push | no push\nwrong | cbuffer*linear | set\n",
                        std::string("--format ") + format);
        EXPECT_EQ(countLines(outcome.err), 2u) << outcome.err;
        expectParts(outcome.err, {"failed under set: ", "unsupported: 161 figures; "});
    }
}

TEST(Run, TheBindingSuiteHoldsEveryStrategyAndTheCpusSide) {
    const std::string file = scratchFile("binding.json");
    const Outcome outcome = runScripted("load | * | * | 0.01\nload | * | address-4 | 0.02\n"
                                        "record | * | 200\nrecord | bind only | 50\n"
                                        "record | push descriptors | 1 | no VK_KHR_push_descriptor\n",
                                        "--suite=binding --quick --wide --output " + file);
    expectParts(outputOf(outcome), {"push/set", "dynamic/set", "buffer/set", "inline/set", "address-4/set",
                                    "address-16/set", "needs a storage buffer"});
    const std::string json = readAll(file);
    EXPECT_THAT(json, ContainsRegex("\"bind only\",\n *\"status\": \"measured\""));
    EXPECT_THAT(json, ContainsRegex("\"push descriptors\",\n *\"status\": \"unsupported\",\n "
                                    "*\"reason\": \"no VK_KHR_push_descriptor\""));
    expectParts(json, {"\"kernel\": \"address_load.4.4.linear\""});
    outputOf("show {}", file);
}

TEST(Run, IsTheDefaultCommand) {
    const std::string script = scratchFile("default.script", kFourTimes);
    expectParts(outputOf("--script={} --filter='cbuffer*load *n*'", script), {"\ncbuffer{float4} load  "});
}

TEST(Run, TableShowsBothStrategiesTheirRatioAndTheAaControl) {
    const std::string out =
        outputOf(runScripted(kEven + "load | * | push | 0.008\nload | *, no loads | * | 0.001\n", "--wide"));
    EXPECT_THAT(out, ContainsRegex("load linear +2.684 +1.000x +±0.0 % +[0-9.]+ +loads +2.147 "
                                   "+1.250x +±0.0 % +[0-9.]+ +loads +1.250x \\[1.250, 1.250\\]\n"));
    expectSaid(out, "A/A control (Buffer<RGBA8>.Load random");
    expectParts(out, {}, {"\x1b", "were disturbed"}); // no colour in a file
}

TEST(Run, SaysFirstWhetherItCanBeReliedOn) {
    const Outcome good = runScripted(kFourTimes, "--filter='cbuffer*load *n*'");
    EXPECT_THAT(good.out, StartsWith("Scripted device"));
    EXPECT_EQ(good.err, "");
    const std::string file = scratchFile("noisy.json");
    const Outcome bad =
        exits(0, runScripted("load | * | * | 0.01 | 0.3\n", "--filter='cbuffer*load *n*' --output " + file));
    expectSaid(bad.out, "Run quality: disturbed (");
    EXPECT_THAT(bad.out, ContainsRegex("95 % intervals: up to ±[0-9]+ %"));
    expectParts(bad.err, {}, {"Run quality"});
    EXPECT_THAT(readAll(file), ContainsRegex("\"quality\": \\{\n *\"grade\": \"disturbed\""));
    EXPECT_EQ(occurrences(runLine("show {} --format=csv", file).err, "Run quality: disturbed ("), 1u);
    EXPECT_THAT(outputOf("show {} --format=perftest", file),
                ContainsRegex("load linear: [0-9.]+ms [0-9.]+x\n"));
}

TEST(Run, CsvHasALineForEachRowAndStrategyAndTheAaControl) {
    const std::string out = outputOf(runScripted(kFourTimes, "--format=csv"));
    EXPECT_EQ(countLines(out), 1u + 2u * 161u + 1u);
    EXPECT_THAT(out, ContainsRegex("\nByteAddressBuffer\\.Load4 linear,ByteAddressBuffer\\.Load4,linear,"
                                   "raw-load4-linear,push,measured,,.*,0\\.67108.,400,4,4,4,"));
}

TEST(Run, MarksRowsThatMissTheirPrecision) {
    const std::string out =
        outputOf(runScripted("gpu\nload | * | * | 0.01 | 0.001\nload | cbuffer*linear | * | 0.01 | 0.06\n",
                             "--strategy=set --filter='cbuffer*load *n*' --wide"));
    EXPECT_THAT(out, ContainsRegex("cbuffer\\{float4\\} load linear .*±[0-9.]+ %\\*"));
    EXPECT_THAT(out, Not(ContainsRegex("cbuffer\\{float4\\} load random .*%\\*")));
    expectSaid(out, "* the 95 % interval");
}

TEST(Run, TakesATimeAndAPrecisionOfOnesOwn) {
    const std::string file = scratchFile("own.json"),
                      script =
                          scratchFile("own.script", "load | * | * | 0.01 | 0.02\nrestart | * | * | 0.005\n");
    const auto run = [&](const char* effort) {
        return runLine("run --script={} --filter='cbuffer*load *n*' --output={} {}", script, file, effort);
    };
    const auto timed = [&](const char* effort) {
        outputOf(run(effort));
        const std::string text = readAll(file), key = "\"timed_nanoseconds\": ";
        return std::stod(text.substr(text.find(key) + key.size())) * 1e-9;
    };
    const double brief = timed("--precision=0.1 --time=2s");
    expectParts(readAll(file), {"\"effort\": \"precision 0.1 %, time 2 s\""});
    EXPECT_GT(brief, 1.9);
    EXPECT_LT(brief, 2.5) << "and one round";
    EXPECT_GT(timed("--precision=0.1% --time=8"), 7.5);
    outputOf(run("--continue --precision=0.1 --time=8"));
    expectError(run("--continue --precision=0.1 --time=9"), 2, {"time 8 s instead of"});
}

TEST(Run, TellsWhatBoundsARowInEveryFormatButPerfTests) {
    const std::string script = kEven + "load | *, no loads | * | 0.001\nload | cbuffer*linear | * | 0.0012\n"
                                       "load | *, dependent | * | 0.02\n";
    const auto printed = [&](const std::string& format) {
        return runScripted(script, "--strategy=set --filter='cbuffer*load *n*' --wide --format " + format);
    };
    for (const char* format : {"table", "markdown"}) {
        const std::string out = outputOf(printed(format));
        EXPECT_THAT(out, ContainsRegex("load linear [^\n]* instructions\\s"));
        EXPECT_THAT(out, ContainsRegex("load random [^\n]* loads\\s"));
        EXPECT_THAT(out, Not(ContainsRegex(", (no loads|dependent)")));
        expectSaid(out, "instructions around the loads limit the row");
    }
    const std::string csv = outputOf(printed("csv"));
    EXPECT_THAT(csv, ContainsRegex("\ncbuffer\\{float4\\} load linear,.*,1\\.2,instructions,no,16\\.66"));
    EXPECT_THAT(
        csv, ContainsRegex("\ncbuffer\\{float4\\} load random,.*,(10|9\\.9999[0-9]*),loads,yes,2,2,2,no,"));
    expectParts(printed("json").out, {"\"limiter\": \"instructions\""});
    expectParts(printed("perftest").out, {"load linear: 0.322ms 8.333x\n"});
    expectParts(printed("table").out, {"0.3221"}); // four digits
}

TEST(Run, WrongValuesFailTheRowAloneAndExitWith4) {
    const Outcome outcome = exits(
        4, runScripted(kEven + "load | *, no loads | * | 0.001\nwrong | cbuffer*linear | push\n", "--wide"));
    EXPECT_THAT(outcome.out, ContainsRegex("linear +2.684 +1.000x .* +loads +failed\n"));
    expectSaid(outcome.out, "failed under push: ");
    EXPECT_THAT(outcome.out, ContainsRegex("cbuffer\\{float4\\} load random +2.684"));
    const Outcome noLoads =
        exits(4, runScripted(kEven + "wrong | *uniform, no loads | *\n", "--filter='cbuffer*load *n*'"));
    expectSaid(noLoads.out, "failed under set: ");
}

TEST(Run, UnsupportedIsAnOrdinaryResultWithItsReason) {
    expectSaid(outputOf(runScripted(kEven + "unsupported | * | push | no VK_KHR_push_descriptor\n", "--all")),
               "unsupported under push: ");
}

TEST(Run, ALostDeviceCostsTheRowThatLostIt) {
    const Outcome outcome = exits(4, runScripted(kEven + "lost | cbuffer*uniform | set | 5\n"));
    expectSaid(outcome.out, "failed under set: ");
    expectParts(outcome.out, {}, {"failed under push"});
}

TEST(Run, ADeviceThatIsGoneEndsTheRunWithTheResultsSoFar) {
    const Outcome outcome = exits(
        4, runScripted("load | * | * | 0.01 | 0.03\ngone | 400\n", "--filter='cbuffer*load *n*' --wide"));
    expectSaid(outcome.out, "the run was aborted: ");
    EXPECT_THAT(outcome.out, ContainsRegex("\ncbuffer[^\n]*x +±"));
}

TEST(Run, InterruptPrintsAndSavesWhatIsMeasuredAndExitsWith130AsCtrlCDoes) {
    expectParts(exits(130, runScripted(kEven + "interrupt | 400\n")).out,
                {"the run was interrupted", "not measured"});
    expectParts(exits(130, runScripted(kEven + "interrupt | 400\n", "--format=csv")).out,
                {",measured,", ",not measured,the run"});
    const std::string script = scratchFile("long.script"), file = scratchFile("saved.json");
    // A precise baseline for rows that scatter too much to become so: a minute and more if nothing ends it.
    writeAll(script, "load | * | * | 0.01 | 0.1\nload | Buffer<RGBA8>.Load random* | * | 0.01\n");
    expectParts(exits(130, runAndInterrupt({"--script", script, "--precise", "--output", file}, file)).out,
                {"the run was interrupted"});
    expectParts(readAll(file), {"\"complete\": false"});
}

TEST(Run, AReaderThatGoesAwayDoesNotCostTheFile) {
    const std::string file = scratchFile("kept.json"), script = scratchFile("pipe.script", kFourTimes);
    expectParts(exits(0, runIntoClosedPipe({"--script", script, "--output", file})).err, {}, {"error"});
    expectParts(readAll(file), {"\"complete\": true"});
}

TEST(Run, ARowTooSlowForOneSubmissionFailsAlone) {
    const Outcome outcome =
        exits(4, runScripted("gpu\nload | * | * | 0.0001\nload | cbuffer*linear | * | 1000\n"));
    expectSaid(outcome.out, "failed under set: ");
    expectParts(outcome.out, {}, {"not measured under"});
}

TEST(Run, SameSeedSameText) {
    EXPECT_EQ(runScripted("load | * | * | 0.01 | 0.02\n").out,
              runScripted("load | * | * | 0.01 | 0.02\n").out);
}

TEST(Run, TerminalShowsProgressAndColour) {
    const std::string script = scratchFile("terminal.script", kFourTimes);
    const Outcome outcome = runOnTerminal({"--script", script, "--all"});
    if (outcome.exitCode == kNoTerminal) GTEST_SKIP() << "no terminal";
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_THAT(outcome.out, ContainsRegex("[0-9]+ %, .* [0-9.]+x"));
    expectParts(outcome.out, {"\x1b[2Kreading the driver's", "\x1b[2Kbuilding pipelines", "\x1b[2Kwarming up",
                              "\x1b[1moperation"});
    expectParts(runOnTerminal({"--script", script}, "NO_COLOR=1").out, {}, {"\x1b[1m"});
}

} // namespace vkperftest::run_test
