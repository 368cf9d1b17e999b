// Results files from end to end: written, shown, continued after a hard end, imported.
#include <filesystem>
#include <utility>

#include "matchers.h"
#include "program.h"
#include "regular_expressions.h"

namespace vkperftest::results_test {

const std::string kNoisy = "load | * | * | 0.01 | 0.004\nrestart | * | * | 0.002\n";
constexpr const char *kFew = "--filter=cbuffer", *kAll = "--filter=cbuffer --all";

TEST(Results, ShowPrintsWhatTheRunPrinted) {
    const std::string file = scratchFile("x.json");
    for (const char* format : {"table", "perftest", "csv", "markdown", "json"}) {
        SCOPED_TRACE(format);
        const Outcome run =
            runScripted(kNoisy, fmt::format("--filter=cbuffer --all --format={} --output={}", format, file));
        const Outcome shown = runLine("show {} --all --format={}", file, format);
        EXPECT_EQ(outputOf(shown), run.out);
        EXPECT_EQ(shown.err + "vkperftest: saved to " + file + "\n", run.err);
    }
    expectParts(outputOf("show {} --format=markdown", file), {"| cbuffer{float4} load uniform |"});
}

TEST(Results, TheFileSaysWithWhatItWasMeasuredAndWhatIsUnknown) {
    expectParts(readAll(measuredFile(kNoisy, "x.json", "--filter=raw-load4-linear --quick")),
                {"\"schema_version\": 1", "\"version\": \"0.1.0\"", "\"kernel_compiler\": ",
                 "\"started\": \"20", "\"os\": \"", "\"name\": \"Scripted device\"", "\"effort\": \"quick\"",
                 "\"raw_buffer.4.linear\": \"", "\"complete\": true", "\"stopped\": \"precision\""});
    expectSaid(runScripted("gpu\n" + kNoisy, kAll).out, "clocks and temperature unknown");
    expectParts(runScripted(kNoisy, kAll).out, {}, {"clocks"}); // a software driver has none of its own
}

TEST(Results, AnInterruptedRunSaysOnlySoAndPrintsTheLineThatContinuesIt) {
    const std::string file = scratchFile("an x.json"), script = scratchFile("noisy.script");
    writeAll(script, kNoisy + "interrupt | 1\n");
    const Outcome interrupted =
        runLine("run --filter '*load linear' --script={} --output \"{}\"", script, file);
    EXPECT_EQ(interrupted.exitCode, 130);
    expectParts(readAll(file), {"\"complete\": false"});
    expectParts(outputOf("show \"{}\"", file), {"the run was interrupted"}, // no row has a figure
                {"--all", "settled", "--filter", "easure again"});
    const std::size_t at = interrupted.err.find("\n  vkperftest ") + 14;
    const std::string line = interrupted.err.substr(at, interrupted.err.find('\n', at) - at);
    expectParts(line, {"--filter '*load linear'", "--continue"});
    writeAll(script, kNoisy);
    EXPECT_EQ(runLine("{}", line).exitCode, 0) << line;
    expectParts(readAll(file), {"\"complete\": true"});
    const auto told = [&](const std::string& how) {
        return exits(130, runScripted(kNoisy + "interrupt | 500\n", how)).err;
    };
    expectParts(told(""), {"only --output FILE.json"}, {"--continue"});
    expectParts(told("--device=all --filter=cbuffer -o " + scratchFile("i.json")),
                {"--device N --output FILE-N.json"});
    EXPECT_EQ(told("--block=2 --output " + scratchFile("b.json")), ""); // of `ab`, which removes its files
    EXPECT_EQ(readAll(scratchFile("i.json")), "");
    outputOf(runScripted(kNoisy, "--filter=cbuffer --continue --output " + scratchFile("i-0.json")));
}

TEST(Results, ARunThatGoesOnTakesTheTimeOfAllItsParts) {
    const std::string file = scratchFile("x.json");
    double seconds = 0;
    for (const char* end : {"interrupt | 500\n", "interrupt | 1\n"}) {
        exits(130, runScripted(std::string("simulate | hopper\n") + end,
                               "--filter=cbuffer --continue --output " + file));
        const std::string text = readAll(file), name = "\"wall_seconds\": ";
        const double before = std::exchange(seconds, std::stod(text.substr(text.find(name) + name.size())));
        EXPECT_GT(seconds, before);
    }
}

// Ended without a chance to clean up, at many places: the file is whole.
TEST(Results, AHardEndLeavesAWholeFile) {
    const std::string file = scratchFile("x.json");
    for (const int sample : {1, 60, 1200, 2000, 2600, 2900}) {
        SCOPED_TRACE(sample);
        EXPECT_EQ(runScripted(fmt::format("{}die | {}\n", kNoisy, sample), "--output " + file).exitCode, 137);
        EXPECT_EQ(countLines(outputOf("show {} --format=csv", file)), 1u + 322u + 1u);
        expectParts(readAll(file), {"\"complete\": false"});
    }
}

// With the file as it is, what a run with --continue says.
Outcome continued(const std::string& script, const std::string& file, const std::string& line) {
    return runScripted(script, fmt::format("{} --all --continue --output={}", line, file));
}

TEST(Results, ContinueLeavesACompleteFileAlone) {
    const std::string file = measuredFile(kNoisy, "x.json", kFew), before = readAll(file);
    // Had anything been measured, the figures would be others.
    const Outcome again = continued("load | * | * | 0.02\n", file, "--filter=cbuffer");
    expectSaid(again.err, "vkperftest: '");
    EXPECT_EQ(readAll(file), before);
    EXPECT_EQ(outputOf(again), outputOf("show {} --all", file));
}

// What must not differ: tests/run/plan_test.cpp.
TEST(Results, ContinueNamesWhatDiffersAndLeavesTheFile) {
    const std::string file = measuredFile(kNoisy, "x.json", kFew), good = readAll(file);
    for (const std::string other :
         {"--suite=vector", "--filter=Load4 --filter=cbuffer", "--filter=cbuffer --strategy=push",
          "--filter=cbuffer --quick", "--filter=cbuffer --seed=2", "--filter=cbuffer --subgroup-size=32",
          "--filter=cbuffer --robustness=buffer"})
        expectSaid(exits(2, continued(kNoisy + "subgroups | 32 | 32\n", file, other)).err,
                   "' was measured with");
    EXPECT_EQ(readAll(file), good);
}

TEST(Results, ContinueStartsAFileAndThenFinishesIt) {
    const std::string file = scratchFile("x.json"), line = "--filter='*Load4 *' --continue --output " + file;
    const auto rows = [&] { // but the A/A control, which is sampled whenever anything is measured
        std::string rows = outputOf("show {} --format=csv", file);
        return rows.substr(0, rows.find("A/A control,"));
    };
    // All rows but one are precise over two seconds before, and saved; it makes the run last until it dies.
    const std::string lasting = "load | * | * | 0.01 | 0.002\nload | *Load4 uniform | * | 0.01 | 0.3\n";
    EXPECT_EQ(runScripted(lasting + "die | 2500\n", line).exitCode, 137);
    EXPECT_EQ(occurrences(rows(), "precision reached"), 10u) << rows();
    outputOf(runScripted("load | * | * | 0.011 | 0.002\n", line));
    const std::string whole = rows();
    EXPECT_EQ(occurrences(whole, "precision reached") + occurrences(whole, "time is up"), 12u) << whole;
    outputOf(runScripted("load | * | * | 0.5\n", line)); // with nothing left to do
    EXPECT_EQ(rows(), whole);
}

TEST(Results, ContinueNeedsOneFileThatItCanResume) {
    const std::string file = measuredFile(kNoisy, "x.json", kFew);
    expectError(runScripted(kNoisy, "--continue"), 2, {"--continue", "--output"});
    writeAll(file, "{}");
    expectError(runScripted(kNoisy, "--continue --output " + file), 2, {file, "delete the file, or"});
    EXPECT_EQ(readAll(file), "{}");
}

TEST(Results, BadFilesAreRefusedWithThePlace) {
    const std::string file = scratchFile("x.json", "{\"schema_version\": 1,\n \"tool\": {}}"),
                      huge = scratchFile("huge.json");
    for (const char* line : {"show {}", "compare {0} {0}"})
        expectError(runProgram(shellWords(fmt::format(fmt::runtime(line), file))), 2,
                    {file, "tool.version is missing"});
    expectError(runLine("show {}/", scratchFile("")), 2);
    writeAll(huge, "{");
    std::filesystem::resize_file(huge, 1ull << 30); // sparse
    expectError(runLine("show {}", huge), 2, {"larger than 64 MB"});
    std::filesystem::remove(huge);
}

// Imports ------------------------------------------------------------

TEST(Import, MakesAResultsFileOfPerfTestsText) {
    const std::string
        text = scratchFile(
            "pasted.txt",
            "Performance compared to Buffer<RGBA8>.Load random\n\n"
            "Buffer<R8>.Load uniform: 8.963ms 3.911x\nBuffer<RGBA8>.Load random: 35.051ms 1.000x\n"
            "SomethingElse.Load random: 35.051ms 1.000x\n"),
        file = scratchFile("imported.json");
    const Outcome outcome = exits(0, runLine("import {} --gpu='R9 Fury' --output={}", text, file));
    expectSaid(outcome.err, "skipped line 5:");
    expectParts(outputOf("show {} --format=perftest", file), {"\nBuffer<R8>.Load uniform: 8.963ms 3.911x\n"});
    expectParts(outputOf("show {}", file), {"R9 Fury"});
    writeAll(text, "Hello\n");
    expectError(runLine("import {}", text), 2, {text});
}

TEST(Reference, TablesStandWhereAFileMay) {
    const std::string all = outputOf("show perftest:");
    expectParts(all, {"RTX 2080 Ti"});
    EXPECT_EQ(occurrences(all, "PerfTest's README of "), 17u);
    EXPECT_EQ(countLines(outputOf("show 'perftest:RTX 2080 Ti' --format=perftest")), 2u + 84u);
    expectError(runLine("show 'perftest:RTX 2081'"), 2, {"RTX 2080 Ti"});
}

} // namespace vkperftest::results_test
