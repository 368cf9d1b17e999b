// compare from end to end, on scripted devices.
#include <gmock/gmock.h>

#include "compared_scripts.h"
#include "paths.h"
#include "program.h"
#include "regular_expressions.h"

namespace vkperftest {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// All but the baseline, to which ratios refer.
constexpr const char* kSlower =
    "load | * | * | 0.0115 | 0.02\nload | Buffer<RGBA8>.Load random | * | 0.01 | 0.02\n"
    "epoch | * | * | 0.005\n";
constexpr const char* kSlowMachine = "load | * | * | 0.011 | 0.02\nepoch | * | * | 0.005\n";
constexpr const char* kSixRows = "Byte*linear"; // enough to be everything
constexpr const char* kDisturbed = "load | * | * | 0.015 | 0.3\n";

TEST(Compare, RowsThatTakeLongerAreSlower) {
    const std::string base = measuredFile(kBase, "base.json"), now = measuredFile(kSlower, "new.json");
    const Outcome outcome = runProgram({"compare", base, now, "--format", "csv"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_GE(occurrences(outcome.out, ",SLOWER,"), 261u) << "95 % of 274";
    EXPECT_EQ(occurrences(outcome.out, ",FASTER,"), 0u);
    EXPECT_EQ(countLines(outcome.out), 1u + 276u);
}

TEST(Compare, FindsASuitesRowsInAFileOfAllSuites) {
    const std::vector<std::string> few = {"--filter", "raw-load4*"};
    const std::string matrix = measuredFile(kBase, "matrix.json", few);
    const std::string all = measuredFile(kBase, "all.json", {"--suite", "all", few[0], few[1]});
    EXPECT_THAT(readAll(all), HasSubstr("\"suite\": \"all\""));
    const Outcome compared = runProgram({"compare", matrix, all});
    EXPECT_EQ(compared.exitCode, 0) << compared.err;
    expectSaid(compared.out + compared.err, "the suite differs: matrix");
    EXPECT_THAT(compared.out, HasSubstr("6 figures compared: "));
    EXPECT_THAT(runProgram({"report", all, "--output", scratchFile("page.html")}).err,
                Not(HasSubstr("error")));
}

TEST(Compare, EqualDevicesGiveNoAlarm) {
    const std::string base = measuredFile(kBase, "base.json"), now = measuredFile(kBase, "new.json");
    const Outcome outcome = runProgram({"compare", base, now, "--fail-on", "slower", "--fail-on", "faster"});
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_THAT(outcome.out, HasSubstr("276 figures compared: 0 FASTER, 0 SLOWER, "));
}

TEST(Compare, EverythingThatIsSlowerIsAVerdictOfItsOwn) {
    const std::string base = measuredFile(kBase, "base.json", {"--filter", kSixRows});
    const std::string now = measuredFile(kSlowMachine, "new.json", {"--filter", kSixRows});
    const Outcome times = runProgram({"compare", base, now, "--metric", "time", "--fail-on", "slower"});
    EXPECT_EQ(times.exitCode, 1);
    EXPECT_EQ(runProgram({"compare", base, now, "--metric", "time", "--fail-on", "faster"}).exitCode, 0);
    EXPECT_THAT(
        times.out,
        ContainsRegex(
            "\nEverything is [0-9.]+ % slower. Cause: the machine, not the driver. Both runs report "
            "the same driver version, and a CPU executes the driver. .*\n12 figures compared: 0 FASTER, 0 "
            "SLOWER, "));
    const Outcome ratios = runProgram({"compare", base, now, "--fail-on", "slower", "--fail-on", "faster"});
    EXPECT_EQ(ratios.exitCode, 0);
    EXPECT_THAT(
        ratios.out,
        ContainsRegex("\nEverything is [0-9.]+ % slower. .* Ratios do not show this change; --fail-on slower "
                      "counts it only with --metric time.\n12 figures compared: 0 FASTER, 0 SLOWER, "));
}

// What a GPU reported under load.
std::string withReading(const std::string& file, const std::string& clock) {
    std::string text = readAll(file);
    const std::size_t at = text.find("\"null_row\"");
    text.insert(at,
                "\"conditions\": [{\"epoch\": 0, \"clock_mhz\": " + clock +
                    ", \"clock_limit_mhz\": null, \"memory_clock_mhz\": null, \"temperature_celsius\": 60, "
                    "\"power_watts\": 200, \"power_state\": null, \"throttling\": null}],\n  ");
    writeAll(file, text);
    return file;
}

std::string withOtherDriver(const std::string& file) {
    std::string text = readAll(file);
    const std::string name = "\"driver_name\": \"";
    writeAll(file, text.insert(text.find(name) + name.size(), "other "));
    return file;
}

TEST(Compare, SaysWhetherTheDriverOrTheMachineMadeEverythingSlower) {
    const std::string gpu = "gpu\n";
    const auto measuredAt = [&](const char* script, const std::string& name, const std::string& clock) {
        return withReading(measuredFile(gpu + script, name, {"--filter", "Byte*"}), clock);
    };
    const std::string base = measuredAt(kBase, "base.json", "2000");
    const std::string now = measuredAt(kSlowMachine, "driver.json", "2000");
    expectSaid(runProgram({"compare", base, now}).out, " % slower. Cause unknown: both");
    expectSaid(runProgram({"compare", base, withOtherDriver(now)}).out, " % slower. Cause: the driver,");
    const std::string slow = measuredAt(kSlowMachine, "machine.json", "1818");
    expectSaid(runProgram({"compare", base, slow}).out, " % slower. Cause: the machine,");
    EXPECT_THAT(runProgram({"compare", base, slow, "--format", "json"}).out,
                ContainsRegex("\"everything\": \\{\n *\"change\": 0.[01][0-9]+,\n *\"change_low\": "
                              "0.[0-9]+,\n *\"change_high\": "
                              "0.[0-9]+,\n *\"verdict\": \"SLOWER\",\n *\"cause\": \"machine\""));
    EXPECT_THAT(
        runProgram({"compare", base, slow, "--format", "csv"}).out,
        ContainsRegex("everything_verdict,everything_cause\n.*,0.[0-9]+,0.[0-9]+,0.[0-9]+,SLOWER,machine\n"));
}

// A check must not pass because nothing could be judged.
TEST(Compare, FailOnEndsWithFourWhereNoRowCouldBeJudged) {
    const std::string base = measuredFile(kBase, "base.json", {"--filter", "cbuffer"});
    const std::string now = measuredFile(kDisturbed, "new.json", {"--filter", "cbuffer"});
    for (const char* metric : {"ratio", "time"}) {
        const Outcome outcome = runProgram(
            {"compare", base, now, "--metric", metric, "--fail-on", "slower", "--fail-on", "faster"});
        EXPECT_EQ(outcome.exitCode, 4) << outcome.out;
        expectSaid(outcome.out, "Noise widens the intervals:");
        EXPECT_THAT(outcome.err, HasSubstr("--fail-on could not check '" + now +
                                           "': none of its 6 figures could be judged (NEW is disturbed ("));
    }
    EXPECT_EQ(runProgram({"compare", base, now}).exitCode, 0);
    EXPECT_EQ(runProgram({"compare", base, now, "--fail-on", "unclear"}).exitCode, 1);
    const Outcome table = runProgram({"compare", "perftest:RTX 3090", base, "--fail-on", "slower"});
    EXPECT_EQ(table.exitCode, 4);
    expectSaid(table.err, "could be judged (BASE");
    const std::string slower = measuredFile(kSlower, "slower.json", {"--filter", "cbuffer"});
    EXPECT_EQ(runProgram({"compare", base, now, slower, "--fail-on", "slower"}).exitCode, 1)
        << "one was found";
}

TEST(Compare, AFileWithItselfIsSaidToBeThat) {
    const std::string base = measuredFile(kBase, "base.json", {"--filter", "cbuffer"});
    EXPECT_THAT(runProgram({"compare", base, base}).out,
                AllOf(HasSubstr("6 figures compared: 0 FASTER, 0 SLOWER, "),
                      HasSubstr("this is one run, compared with itself.")));
}

TEST(Compare, ShowsWhatChangedAndTheRestIfAsked) {
    const std::string base = measuredFile(kBase, "base.json", {"--strategy", "set"});
    const std::string now = measuredFile(kLoad4Slower, "new.json", {"--strategy", "set"});
    const Outcome changed = runProgram({"compare", base, now});
    EXPECT_EQ(occurrences(changed.out, "SLOWER\n"), 6u) << changed.out;
    EXPECT_EQ(occurrences(changed.out, "\nTexture2D"), 0u);
    EXPECT_THAT(changed.out, ContainsRegex("[0-9]+ SAME or UNCLEAR rows not shown; --all shows them."));
    const Outcome all = runProgram({"compare", base, now, "--all"});
    EXPECT_EQ(occurrences(all.out, "\nTexture2D"), 81u);
    EXPECT_EQ(occurrences(runProgram({"compare", base, base}).out, "verdict"), 0u) << "no table without rows";
}

TEST(Compare, FailsOnWhatItIsToldTo) {
    const std::string base = measuredFile(kBase, "base.json", {"--filter", "cbuffer"});
    const std::string now = measuredFile(kSlower, "new.json", {"--filter", "cbuffer"});
    EXPECT_EQ(runProgram({"compare", base, now, "--fail-on", "slower"}).exitCode, 1);
    EXPECT_EQ(runProgram({"compare", base, now, "--fail-on", "faster"}).exitCode, 0);
    EXPECT_EQ(runProgram({"compare", now, base, "--fail-on", "faster"}).exitCode, 1);
}

TEST(Compare, SortsTheSlowestFirst) {
    const std::string filter = "Byte*linear";
    const std::string base = measuredFile(kBase, "base.json", {"--filter", filter, "--strategy", "set"});
    const std::string now = measuredFile(kLoad4Slower, "new.json", {"--filter", filter, "--strategy", "set"});
    const Outcome outcome = runProgram({"compare", base, now, "--sort", "change", "--metric", "ratio"});
    EXPECT_THAT(outcome.out, ContainsRegex("verdict\nByteAddressBuffer.Load4 [^\n]*SLOWER\n"
                                           "ByteAddressBuffer.Load4 [^\n]*SLOWER\n"));
}

TEST(Compare, ManyFilesAreComparedWithTheFirst) {
    const std::string base = measuredFile(kBase, "base.json", {"--filter", "cbuffer"});
    const std::string now = measuredFile(kSlower, "new.json", {"--filter", "cbuffer"});
    const Outcome outcome = runProgram({"compare", base, now, base, "--format", "json"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(occurrences(outcome.out, "\"base_file\": \"" + base + "\""), 2u);
    EXPECT_EQ(occurrences(outcome.out, "\"new_file\": \"" + base + "\""), 1u);
}

// One side that was ended early has no scatter of its own, and the other's is no substitute.
TEST(Compare, ARunOfOneEpochIsNotJudged) {
    const std::string base = measuredFile(kBase, "base.json", {"--filter", "cbuffer"});
    const std::string now = scratchFile("one.json");
    EXPECT_EQ(
        runScripted("load | * | * | 0.02 | 0.01\n", {"--filter", "cbuffer", "--block", "3", "--output", now})
            .exitCode,
        0);
    const Outcome outcome = runProgram({"compare", base, now, "--metric", "ratio", "--format", "csv"});
    EXPECT_EQ(occurrences(outcome.out, ",UNCLEAR,"), 6u) << outcome.out;
    EXPECT_THAT(outcome.err, HasSubstr("no verdicts: NEW has no repetitions"))
        << "what CSV cannot show stands on stderr";
}

TEST(Compare, TellsOtherSettingsAndKernels) {
    const std::string base = measuredFile(kBase, "base.json", {"--filter", "cbuffer"});
    const std::string now = measuredFile(kBase, "new.json", {"--filter", "cbuffer", "--quick"});
    expectSaid(runProgram({"compare", base, now}).out, "the precision differs: default");
}

TEST(Compare, APublishedTableMayStandForAFile) {
    const std::string file = measuredFile(kBase, "x.json", {"--strategy", "set"});
    const Outcome outcome = runProgram({"compare", "perftest:R9 390X", file});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("BASE perftest:R9 390X"), Not(HasSubstr("UNCLEAR"))));
    expectSaid(outcome.out, "Ratio to each run's");
    expectSaid(outcome.out, "66 figures compared, no verdicts:");
    EXPECT_EQ(occurrences(outcome.out, " set "), 20u);
    const Outcome nearest = runProgram({"compare", "--nearest", "perftest:R9 Fury 56 CU"});
    EXPECT_EQ(nearest.exitCode, 0);
    EXPECT_THAT(nearest.out, ContainsRegex("correlation +rows\nR9 Fury 56 CU +GCN3 +\\+1.000"));
}

TEST(Compare, DifferentDevicesAreSaidFirst) {
    const std::string h100 = repositoryFile("results/nvidia-h100.json");
    const std::string h200 = repositoryFile("results/nvidia-h200.json");
    const Outcome outcome = runProgram({"compare", h100, h200, "--fail-on", "slower", "--fail-on", "faster"});
    EXPECT_EQ(outcome.exitCode, 4) << outcome.err;
    EXPECT_THAT(outcome.out,
                AllOf(HasSubstr("\nDifferent devices: ratios show which loads are fast on each device"),
                      HasSubstr("276 figures compared, no verdicts: no difference exceeds 0.9 %.\n"),
                      Not(HasSubstr("SLOWER"))));
    EXPECT_LT(countLines(outcome.out), 10u) << "not twenty rows of 0.2 %";
    const Outcome strict = runProgram({"compare", h100, h200, "--threshold", "0.3%"});
    expectSaid(strict.out, "276 figures compared, no verdicts.");
}

TEST(Compare, ATableWithItselfIsSaidToBeThat) {
    const Outcome outcome = runProgram({"compare", "perftest:RTX 3090", "perftest:RTX 3090"});
    EXPECT_THAT(outcome.out, Not(HasSubstr("+0.0 %")));
    expectSaid(outcome.out, "138 figures compared: BASE and");
}

TEST(Compare, RowsThatCannotBeComparedAreNotTheLargestDifferences) {
    const Outcome outcome =
        runProgram({"compare", "perftest:GeForce GTX 980", repositoryFile("results/nvidia-h100.json")});
    EXPECT_EQ(occurrences(outcome.out, "\nByteAddressBuffer.Load3"), 0u) << outcome.out;
    EXPECT_THAT(outcome.out, HasSubstr("figures cannot be compared: "));
    EXPECT_EQ(occurrences(outcome.out, "no repetitions"), 1u);
}

TEST(Compare, NearestLeavesOutRowsBoundByAddsAndSaysSo) {
    const std::string file = measuredFile("load | * | * | 0.01 | 0.01\nload | *, floor | * | 0.001\n"
                                          "load | *Texture2D*random | * | 0.0011 | 0.01\n",
                                          "x.json", {"--strategy", "set", "--quick"});
    const Outcome nearest = runProgram({"compare", "--nearest", file});
    EXPECT_EQ(nearest.exitCode, 0) << nearest.err;
    EXPECT_THAT(nearest.out,
                HasSubstr("27 rows of " + file + " are omitted, because instructions limit them"));
    const Outcome csv = runProgram({"compare", "--nearest", file, "--format", "csv"});
    EXPECT_THAT(csv.err, HasSubstr("27 rows of "));
}

TEST(Compare, WrongOptionsAreRefused) {
    const std::string file = measuredFile(kBase, "x.json", {"--filter", "cbuffer"});
    const std::pair<std::vector<std::string>, const char*> cases[] = {
        {{"compare"}, "needs two results files"},
        {{"compare", file}, "needs two results files"},
        {{"compare", file, file, "--metric", "speed"}, "time, ratio, auto"},
        {{"compare", file, file, "--threshold", "much"}, "such as 3%"},
        {{"compare", file, file, "--threshold", "-3%"}, "such as 3%"},
        {{"compare", file, file, "--sort", "size"}, "name, change"},
        {{"compare", file, file, "--fail-on", "same"}, "slower, faster, unclear"},
        {{"compare", file, file, "--format", "perftest"}, "table, csv, markdown, json"},
        {{"compare", file, file, "--filter", "cbufer*linear"}, "similar names: cbuffer{float4} load uniform"},
        {{"compare", file, "perftest:nothing"}, "nothing"},
        {{"compare", "--nearest", file, "--sort", "change"}, "--sort cannot be given with --nearest"},
    };
    for (const auto& [arguments, expected] : cases) {
        const Outcome outcome = runProgram(arguments);
        EXPECT_EQ(outcome.exitCode, 2) << expected;
        EXPECT_EQ(outcome.out, "");
        EXPECT_THAT(outcome.err, HasSubstr(expected));
    }
}

TEST(Compare, AnOutputThatCannotBeWrittenCostsOnlyItself) {
    const std::string file = measuredFile(kBase, "x.json", {"--filter", "cbuffer"});
    const Outcome outcome = runProgram({"compare", "--all", file, file, "--output", "/nowhere/x.json"});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_EQ(occurrences(outcome.err, "/nowhere/x.json"), 1u) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("cbuffer"));
}

} // namespace
} // namespace vkperftest
