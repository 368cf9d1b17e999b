// compare from end to end, on scripted devices.
#include <gmock/gmock.h>

#include "paths.h"
#include "program.h"
#include "regular_expressions.h"

namespace vkperftest::compare_test {

// All but the baseline, to which ratios refer.
const std::string kSlower =
    "load | * | * | 0.0115 | 0.02\nload | Buffer<RGBA8>.Load random | * | 0.01 | 0.02\n"
    "restart | * | * | 0.005\n";
const std::string kSlowMachine = "load | * | * | 0.011 | 0.02\nrestart | * | * | 0.005\n";
constexpr const char* kFew = "--filter='cbuffer*load *n*'";

TEST(Compare, RowsThatTakeLongerAreSlower) {
    const std::string base = measuredFile(kBase, "base.json"), now = measuredFile(kSlower, "new.json");
    const std::string out = outputOf("compare {} {} --format=csv", base, now);
    EXPECT_GE(occurrences(out, ",SLOWER,"), 304u) << "95 % of 320";
    EXPECT_EQ(occurrences(out, ",FASTER,"), 0u);
    EXPECT_EQ(countLines(out), 1u + 322u);
    const std::string again = measuredFile(kBase, "again.json"); // gives no alarm
    expectParts(outputOf("compare {} {} --fail-on=slower --fail-on=faster", base, again),
                {"322 figures compared: 0 FASTER, 0 SLOWER, "});
}

TEST(Compare, FindsASuitesRowsInAFileOfAllSuites) {
    const std::string six = "--filter='raw-load4-un*' --filter=raw-load4-linear --filter=raw-load4-random";
    const std::string matrix = measuredFile(kBase, "matrix.json", six);
    const std::string all = measuredFile(kBase, "all.json", "--suite=all " + six);
    expectParts(readAll(all), {"\"suite\": \"all\""});
    const std::string out = outputOf("compare {} {}", matrix, all);
    expectSaid(out, "the suite differs: matrix");
    expectParts(out, {"6 figures compared: "});
    outputOf("report {} --output={}", all, scratchFile("page.html"));
}

TEST(Compare, WhatAllRowsShareIsSaidFirstAndCounts) {
    const char* const rows =
        "--filter='raw-load?-linear' --filter=raw-load-linear --filter='raw-load?-unaligned-linear'";
    const std::string base = measuredFile(kBase, "base.json", rows),
                      now = measuredFile(kSlowMachine, "new.json", rows);
    const Outcome times = exits(1, runLine("compare {} {} --fail-on=slower", base, now));
    expectSaid(times.out, "12 of 12 figures take 1");
    expectParts(times.out, {"12 figures compared: 0 FASTER, 12 SLOWER, "});
    outputOf("compare {} {} --fail-on=faster", base, now);
    expectParts(outputOf("compare {} {} --metric=ratio --fail-on=slower --fail-on=faster", base, now),
                {"12 figures compared: 0 FASTER, 0 SLOWER, "});
}

// What a GPU reported under load.
std::string withReading(const std::string& file, const std::string& clock) {
    std::string text = readAll(file);
    const std::string reading = R"("conditions": [{"restart": 0, "clock_mhz": CLOCK,
        "temperature_celsius": 60, "power_watts": 200, "throttling": null}], )";
    writeAll(file, text.insert(text.find("\"aa_control\""), replaceMatches(reading, "CLOCK", clock)));
    return file;
}

TEST(Compare, ClocksOfTheCoresTellTheDriverFromTheMachine) {
    const auto measuredAs = [&](const std::string& script, const std::string& name) {
        return measuredFile(
            "gpu\n" + script, name,
            "--filter='raw-load?-un*' --filter='raw-load?-linear' --filter='raw-load?-random' "
            "--filter=raw-load-uniform --filter=raw-load-linear --filter=raw-load-random");
    };
    const std::string base = measuredAs(kBase, "base.json"), now = measuredAs(kSlowMachine, "new.json");
    const std::string blind = outputOf("compare {} {}", base, now);
    expectSaid(blind, "no verdicts: this cannot be told from the machine's speed");
    withReading(base, "2000");
    const std::string slow = withReading(measuredAs(kSlowMachine, "machine.json"), "1818");
    const std::string machine = outputOf("compare {} {} --fail-on=slower", base, slow);
    expectParts(machine, {" 0 FASTER, 0 SLOWER, "});
    expectSaid(machine, "9.1 % slower in NEW");
    expectParts(outputOf("compare {} {} --format=json", base, slow), {"\"reference_clock\": \"cores\""});
    withReading(now, "2000");
    EXPECT_EQ(runLine("compare {} {} --fail-on=slower", base, now).exitCode, 1);
}

// Every kind of verdict by each metric under each --fail-on. With these, a check must not pass because nothing could be
// judged.
TEST(Compare, ExitsByVerdictsMetricAndWhatIsToFail) {
    const auto file = [](const std::string& name, double rows, double baseline, double noise = 0.002) {
        return measuredFile(fmt::format("load | * | * | {0} | {2}\nrestart | * | * | 0.001\n"
                                        "load | Buffer<RGBA8>.Load random | * | {1} | {2}\n",
                                        rows, baseline, noise),
                            name, kFew);
    };
    const std::string base = file("base.json", 0.01, 0.01), same = file("same.json", 0.01, 0.01),
                      slower = file("slower.json", 0.0115, 0.01), all = file("all.json", 0.0115, 0.0115),
                      noisy = file("noisy.json", 0.015, 0.015, 0.3), table = "'perftest:RTX 3090'";
    const std::string slow = " --fail-on=slower", fast = " --fail-on=faster", unclear = " --fail-on=unclear",
                      failOns[] = {"", slow, fast, unclear, slow + fast, slow + fast + unclear};
    const struct {
        std::string files;
        std::string codes[2]; // of times and of ratios, for each of failOns
    } expected[] = {{base + " " + same, {"000000", "000000"}},
                    {base + " " + slower, {"010011", "010011"}},
                    {slower + " " + base, {"001011", "001011"}},
                    {base + " " + all, {"010011", "000000"}}, // a common change
                    {all + " " + base, {"001011", "000000"}},
                    {base + " " + noisy, {"044141", "044141"}},
                    {base + " " + noisy + " " + slower, {"014111", "014111"}}, // one of two can be judged
                    {table + " " + base, {"044141", "044141"}}};
    for (const auto& [files, codes] : expected)
        for (std::size_t metric = 0; metric < 2; ++metric)
            for (std::size_t i = 0; i < std::size(failOns); ++i)
                EXPECT_EQ(
                    runLine("compare {} --metric={}{}", files, metric == 0 ? "time" : "ratio", failOns[i])
                        .exitCode,
                    codes[metric][i] - '0')
                    << files << metric << failOns[i];
}

TEST(Compare, SaysWhyNoRowCouldBeJudgedAndComparesManyFilesWithTheFirst) {
    const std::string base = measuredFile(kBase, "base.json", kFew),
                      now = measuredFile("load | * | * | 0.015 | 0.3\n", "new.json", kFew);
    const Outcome outcome = runLine("compare {} {} --fail-on=slower", base, now);
    expectSaid(outcome.out, "For most rows, these runs cannot tell");
    expectSaid(outcome.err, "judged (all");
    expectSaid(runLine("compare 'perftest:RTX 3090' {} --fail-on=slower", base).err, "could be judged (BASE");
    const std::string out = outputOf("compare {0} {1} {0} --format=json", base, now);
    EXPECT_EQ(occurrences(out, "\"base_file\": \"" + base + "\""), 2u);
    EXPECT_EQ(occurrences(out, "\"new_file\": \"" + base + "\""), 1u);
}

TEST(Compare, ShowsWhatChangedAndTheRestIfAsked) {
    const std::string base = measuredFile(kBase, "base.json", "--strategy=set"),
                      now = measuredFile(kLoad4Slower, "new.json", "--strategy=set");
    const std::string changed = outputOf("compare {} {}", base, now);
    EXPECT_EQ(occurrences(changed, "SLOWER\n"), 9u) << changed;
    EXPECT_EQ(occurrences(changed, "\nTexture2D"), 0u);
    expectParts(changed, {"; --all shows them."});
    EXPECT_EQ(occurrences(outputOf("compare {} {} --all", base, now), "\nTexture2D"), 88u);
    expectParts(outputOf("compare {0} {0}", base), {"0 FASTER, 0 SLOWER"}, {"verdict"});
}

// One side that was ended early has no scatter of its own, and the other's is no substitute.
TEST(Compare, ARunOfOneRestartIsNotJudged) {
    const std::string base = measuredFile(kBase, "base.json", kFew);
    const std::string now =
        measuredFile("load | * | * | 0.02 | 0.01\n", "one.json", "--filter='cbuffer*load *n*' --block=3");
    const Outcome outcome = runLine("compare {} {} --metric=ratio --format=csv", base, now);
    EXPECT_EQ(occurrences(outcome.out, ",UNCLEAR,"), 6u) << outcome.out;
    expectSaid(outcome.err, "no verdicts: no figure"); // what CSV cannot show
}

TEST(Compare, TellsOtherSettingsAndKernels) {
    const std::string base = measuredFile(kBase, "base.json", kFew),
                      now = measuredFile(kBase, "new.json", "--filter='cbuffer*load *n*' --quick");
    expectSaid(outputOf("compare {} {}", base, now), "the precision differs: default");
}

TEST(Compare, APublishedTableMayStandForAFile) {
    const std::string file = measuredFile(kBase, "x.json", "--strategy=set");
    const std::string out = outputOf("compare 'perftest:R9 390X' {}", file);
    expectParts(out, {"BASE perftest:R9 390X"}, {"UNCLEAR"});
    expectSaid(out, "Ratio to each run's");
    expectSaid(out, "62 figures compared, no verdicts");
    EXPECT_EQ(occurrences(out, " set "), 5u);
    const std::string itself = outputOf("compare 'perftest:RTX 3090' 'perftest:RTX 3090'");
    expectParts(itself, {}, {"+0.0 %"});
    expectSaid(itself, "138 figures compared, no verdicts");
}

TEST(Compare, DifferentDevicesAreSaidFirst) {
    const std::string h100 = repositoryFile("results/nvidia-h100.json"),
                      h200 = repositoryFile("results/nvidia-h200.json");
    const Outcome outcome = exits(4, runLine("compare {} {} --fail-on=slower --fail-on=faster", h100, h200));
    expectSaid(outcome.out, "Different devices: ");
    expectSaid(outcome.out, "276 figures compared, no");
    EXPECT_LT(countLines(outcome.out), 10u);
    expectSaid(outputOf("compare {} {} --threshold=0.3%", h100, h200), "276 figures compared, no verdicts.");
}

TEST(Compare, RowsThatCannotBeComparedAreNotTheLargestDifferences) {
    const std::string out =
        outputOf("compare 'perftest:GeForce GTX 980' {}", repositoryFile("results/nvidia-h100.json"));
    expectParts(out, {"figures cannot be compared: "}, {"\nByteAddressBuffer.Load3"});
    EXPECT_EQ(occurrences(out, "Different devices"), 1u);
}

TEST(Compare, WhatFilesLackIsRefused) {
    const std::string file = measuredFile(kBase, "x.json", kFew);
    expectError(runLine("compare {0} {0} --filter='cbufer*linear'", file), 2, {"cbufer*linear"});
    expectError(runLine("compare {} perftest:nothing", file), 2, {"nothing"});
}

} // namespace vkperftest::compare_test
