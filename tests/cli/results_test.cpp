// Results files from end to end: written, shown, continued after a hard end, imported.
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "program.h"
#include "regular_expressions.h"

namespace vkperftest {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* kNoisy = "load | * | * | 0.01 | 0.004\nepoch | * | * | 0.002\n";

TEST(Results, ShowPrintsWhatTheRunPrinted) {
    for (const char* format : {"table", "perftest", "csv", "markdown", "json", "html"}) {
        SCOPED_TRACE(format);
        const std::string file = scratchFile("x.json");
        const Outcome run =
            runScripted(kNoisy, {"--filter", "cbuffer", "--no-advice", "--format", format, "--output", file});
        const Outcome shown = runProgram({"show", file, "--format", format});
        EXPECT_EQ(shown.exitCode, 0) << shown.err;
        EXPECT_EQ(shown.out, run.out);
        EXPECT_EQ(shown.err + "vkperftest: saved to " + file + "\n", run.err);
    }
}

TEST(Results, ShowWritesFilesToo) {
    const std::string file = measuredFile(kNoisy, "x.json", {"--filter", "cbuffer"});
    const std::string markdown = scratchFile("x.md");
    EXPECT_EQ(runProgram({"show", file, "--output", markdown}).exitCode, 0);
    EXPECT_THAT(readAll(markdown), HasSubstr("| cbuffer{float4} load uniform |"));
}

TEST(Results, TheFileSaysWithWhatItWasMeasured) {
    const std::string text =
        readAll(measuredFile(kNoisy, "x.json", {"--filter", "raw-load4-linear", "--quick"}));
    for (const char* part :
         {"\"schema_version\": 1", "\"version\": \"0.1.0\"", "\"kernel_compiler\": ", "\"started\": \"20",
          "\"os\": \"", "\"name\": \"Scripted device\"", "\"effort\": \"quick\"",
          "\"raw_buffer.4.linear\": \"", "\"complete\": true", "\"stopped\": \"precision\""}) {
        EXPECT_THAT(text, HasSubstr(part));
    }
}

TEST(Results, UnknownClocksAndHeatAreSaidToBeUnknown) {
    const char* unknown =
        "clocks and temperature unknown: the driver does not report the device's PCI address.\n";
    const std::vector<std::string> few = {"--filter", "cbuffer"};
    EXPECT_THAT(runScripted(std::string("gpu\n") + kNoisy, few).out, HasSubstr(unknown));
    EXPECT_THAT(runScripted(kNoisy, few).out, Not(HasSubstr("clocks")))
        << "a software driver has none of its own";
}

TEST(Results, AnInterruptedFileSaysSo) {
    const std::string file = scratchFile("x.json");
    const Outcome interrupted = runScripted(std::string(kNoisy) + "interrupt | 500\n", {"--output", file});
    EXPECT_EQ(interrupted.exitCode, 130);
    EXPECT_THAT(interrupted.err, HasSubstr("--continue"));
    EXPECT_THAT(readAll(file), HasSubstr("\"complete\": false"));
    EXPECT_THAT(runProgram({"show", file}).out,
                HasSubstr("the run was interrupted; these are the results so far."));
}

// Ended without a chance to clean up, at many places: the file is whole.
TEST(Results, AHardEndLeavesAWholeFile) {
    for (const int sample : {1, 60, 1200, 2000, 2600, 2900}) {
        SCOPED_TRACE(sample);
        const std::string file = scratchFile("x.json");
        const Outcome ended =
            runScripted(std::string(kNoisy) + "die | " + std::to_string(sample) + "\n", {"--output", file});
        EXPECT_EQ(ended.exitCode, 137);
        const Outcome shown = runProgram({"show", file, "--format", "csv"});
        EXPECT_EQ(shown.exitCode, 0) << shown.err;
        EXPECT_EQ(countLines(shown.out), 1u + 276u + 1u);
        EXPECT_THAT(readAll(file), HasSubstr("\"complete\": false"));
    }
}

// With the file as it is, what a run with --continue says.
Outcome continued(const std::string& script, const std::string& file, std::vector<std::string> settings) {
    settings.insert(settings.end(), {"--no-advice", "--continue", "--output", file});
    return runScripted(script, std::move(settings));
}

TEST(Results, ContinueLeavesACompleteFileAlone) {
    const std::string file = measuredFile(kNoisy, "x.json", {"--filter", "cbuffer"}),
                      table = scratchFile("x.md");
    const std::string before = readAll(file);
    // Had anything been measured, the figures would be others.
    const Outcome again =
        continued("load | * | * | 0.02\n", file, {"--filter", "cbuffer", "--output", table});
    EXPECT_EQ(again.exitCode, 0) << again.err;
    EXPECT_THAT(again.err, StartsWith("vkperftest: '" + file +
                                      "' is complete; nothing was measured, and the file was not changed\n"));
    EXPECT_EQ(readAll(file), before);
    EXPECT_EQ(again.out, runProgram({"show", file}).out);
    EXPECT_THAT(readAll(table), HasSubstr("| cbuffer{float4} load uniform |"));
}

TEST(Results, ContinueNamesWhatDiffers) {
    const std::string file = measuredFile(kNoisy, "x.json", {"--filter", "cbuffer"}), good = readAll(file);
    const auto refused = [&](const std::string& script, const std::vector<std::string>& settings,
                             const std::string& difference) {
        const Outcome outcome = continued(script, file, settings);
        EXPECT_EQ(outcome.exitCode, 2);
        EXPECT_THAT(outcome.err, HasSubstr(fmt::format("'{}' was measured with {}", file, difference)));
        EXPECT_THAT(outcome.err, HasSubstr("; repeat its original options, or name another file"));
    };
    const std::pair<std::vector<std::string>, std::string> kOthers[] = {
        {{"--suite", "vector"}, "another suite (matrix instead of vector)"},
        {{"--filter", "Load4"}, "other rows"},
        {{"--strategy", "push"}, "other strategies (set,push instead of push)"},
        {{"--quick"}, "another effort (default instead of quick)"},
        {{"--seed", "2"}, "another seed (1 instead of 2)"},
        {{"--queue", "compute"}, "another queue (main instead of compute)"},
        {{"--baseline", "cbuffer{float4} load linear"},
         "another baseline (Buffer<RGBA8>.Load random instead of "}};
    for (auto [other, difference] : kOthers) {
        if (other[0] != "--suite") other.insert(other.end(), {"--filter", "cbuffer"});
        refused(kNoisy, other, difference);
        EXPECT_EQ(readAll(file), good);
    }
    const std::vector<std::string> same = {"--filter", "cbuffer"};
    refused("device | Other device\n", same, "another device (Scripted device instead of Other device)");
    refused("gpu\n", same, "another method (that for software drivers instead of that for GPUs)");
    EXPECT_EQ(readAll(file), good) << "the file is as it was";
    writeAll(file, replaceMatches(good, "\"driver_version\": 0", "\"driver_version\": 7"));
    refused(kNoisy, same, "another driver");
    writeAll(file, replaceMatches(good, "(\"constant_buffer.linear\": \")......", "$01234567"));
    refused(kNoisy, same, "another kernel 'constant_buffer.linear'");
}

TEST(Results, ContinueStartsAFileAndThenFinishesIt) {
    const std::string file = scratchFile("x.json");
    const std::vector<std::string> line = {"--filter", "Load4", "--output", file, "--continue"};
    const auto rows = [&] { // but the null row, which is sampled whenever anything is measured
        std::string rows = runProgram({"show", file, "--format", "csv"}).out;
        return rows.substr(0, rows.find("null row,"));
    };
    // All rows but one are precise long before, and saved; it makes the run last until it dies.
    const std::string lasting = "load | * | * | 0.01 | 0.002\nload | *Load4 uniform | * | 0.01 | 0.3\n";
    EXPECT_EQ(runScripted(lasting + "die | 2000\n", line).exitCode, 137);
    EXPECT_EQ(occurrences(rows(), "precision reached"), 10u) << rows();
    EXPECT_EQ(runScripted("load | * | * | 0.011 | 0.002\n", line).exitCode, 0);
    const std::string whole = rows();
    EXPECT_EQ(occurrences(whole, "precision reached") + occurrences(whole, "time is up"), 12u) << whole;
    const Outcome again = runScripted("load | * | * | 0.5\n", line); // with nothing left to do
    EXPECT_EQ(again.exitCode, 0) << again.err;
    EXPECT_EQ(rows(), whole);
}

TEST(Results, ContinueNeedsOneFileThatItCanResume) {
    const std::string file = measuredFile(kNoisy, "x.json", {"--filter", "cbuffer"});
    const auto failed = [](const std::vector<std::string>& arguments) {
        const Outcome outcome = runScripted(kNoisy, arguments);
        EXPECT_EQ(outcome.exitCode, 2);
        return outcome.err;
    };
    EXPECT_THAT(failed({"--continue"}),
                HasSubstr("--continue needs one results file; name it with --output"));
    EXPECT_THAT(failed({"--continue", "--output", "x.md"}), HasSubstr("--continue needs one results file"));
    EXPECT_THAT(failed({"--continue", "--output", file, "--output", file + ".json"}),
                HasSubstr("--continue needs one results file"));
    EXPECT_THAT(failed({"--continue", "--output", file, "--device", "all"}),
                HasSubstr("--device all and --continue contradict each other"));
    writeAll(file, "{}");
    EXPECT_THAT(failed({"--continue", "--output", file}),
                AllOf(HasSubstr(file), HasSubstr("delete the file, or")));
    EXPECT_EQ(readAll(file), "{}");
}

TEST(Results, BadFilesAreRefusedWithThePlace) {
    const std::string file = scratchFile("x.json");
    writeAll(file, "{\"schema_version\": 1,\n \"tool\": {}}");
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"show", file}, {"compare", file, file}}) {
        const Outcome outcome = runProgram(arguments);
        EXPECT_EQ(outcome.exitCode, 2);
        EXPECT_EQ(outcome.out, "");
        EXPECT_THAT(outcome.err, AllOf(StartsWith("vkperftest: error: "), HasSubstr(file),
                                       HasSubstr("tool.version is missing")));
        EXPECT_EQ(countLines(outcome.err), 1u);
    }
    EXPECT_EQ(runProgram({"show", scratchFile("absent.json")}).exitCode, 2);
    EXPECT_EQ(runProgram({"show", std::filesystem::path(file).parent_path().string()}).exitCode, 2);
    EXPECT_EQ(runProgram({"show"}).exitCode, 2);
}

TEST(Results, AGigabyteIsRefusedUnread) {
    const std::string file = scratchFile("huge.json");
    writeAll(file, "{");
    std::filesystem::resize_file(file, 1ull << 30); // sparse
    const Outcome outcome = runProgram({"show", file});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, HasSubstr("is larger than 256 MB"));
    std::filesystem::remove(file);
}

TEST(Results, AllDevicesGetAFileEach) {
    const std::string file = scratchFile("all.json");
    const Outcome outcome = runScripted(kNoisy, {"--device", "all", "--filter", "cbuffer", "--output", file});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("device 0 (Scripted device): " + scratchFile("all-0.json") +
                                       " (one file per device)"));
    EXPECT_THAT(readAll(scratchFile("all-0.json")), HasSubstr("\"complete\": true"));
    EXPECT_EQ(readAll(file), "");
}

TEST(Results, AllDevicesAreOneJsonArrayOrOneCsvTable) {
    const std::vector<std::string> all = {"--device", "all", "--filter", "cbuffer", "--format"};
    const auto printed = [&](const char* format) {
        std::vector<std::string> arguments = all;
        arguments.emplace_back(format);
        const Outcome outcome = runScripted(kNoisy, arguments);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        return outcome.out;
    };
    const std::string json = printed("json"), file = scratchFile("array.json");
    EXPECT_THAT(json, testing::AllOf(testing::StartsWith("[\n{\n"), testing::EndsWith("\n}\n]\n")));
    writeAll(file, json);
    EXPECT_EQ(runProgram({"show", file}).exitCode, 0) << "the array of one device";
    writeAll(file, json.substr(0, json.size() - 3) + ",\n" + json.substr(2));
    const Outcome two = runProgram({"compare", file, file});
    EXPECT_EQ(two.exitCode, 2);
    EXPECT_THAT(two.err, HasSubstr("holds the results of 2 devices"));
    EXPECT_THAT(printed("csv"), testing::AllOf(testing::StartsWith("device_index,device,name,"),
                                               HasSubstr("\n0,Scripted device,cbuffer{float4} load")));
}

// Imports ------------------------------------------------------------

constexpr const char* kPasted = "Using adapter 0\n\nPerformance compared to Buffer<RGBA8>.Load random\n\n"
                                "Buffer<R8>.Load uniform: 8.963ms 3.911x\n"
                                "Buffer<RGBA8>.Load random: 35.051ms 1.000x\n"
                                "SomethingElse.Load random: 35.051ms 1.000x\n";

TEST(Import, MakesAResultsFileOfPerfTestsText) {
    const std::string text = scratchFile("pasted.txt"), file = scratchFile("imported.json");
    writeAll(text, kPasted);
    const Outcome outcome = runProgram({"import", text, "--gpu", "R9 Fury", "--output", file});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("skipped line 7: SomethingElse.Load random: 35.051ms 1.000x (not a "
                                       "row of the matrix, or malformed figures)\n"));
    EXPECT_THAT(outcome.err, HasSubstr("skipped a line without figures (1)\n"));
    const Outcome shown = runProgram({"show", file, "--format", "perftest"});
    EXPECT_THAT(shown.out, HasSubstr("\nBuffer<R8>.Load uniform: 8.963ms 3.911x\n"));
    EXPECT_THAT(runProgram({"show", file}).out, HasSubstr("R9 Fury"));
}

TEST(Import, RefusesTextsWithoutResults) {
    const std::string text = scratchFile("other.txt");
    writeAll(text, "Hello\n");
    const Outcome outcome = runProgram({"import", text});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, HasSubstr(text));
    EXPECT_EQ(runProgram({"import", scratchFile("absent.txt")}).exitCode, 2);
    EXPECT_EQ(runProgram({"import"}).exitCode, 2);
}

TEST(Reference, ListsSeventeenGpus) {
    const Outcome outcome = runProgram({"show", "perftest:"});
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_THAT(outcome.out, HasSubstr("RTX 2080 Ti"));
    EXPECT_EQ(occurrences(outcome.out, "perftest README"), 17u);
}

TEST(Reference, TablesStandWhereAFileMay) {
    const Outcome shown = runProgram({"show", "perftest:RTX 2080 Ti", "--format", "perftest"});
    EXPECT_EQ(shown.exitCode, 0) << shown.err;
    EXPECT_EQ(countLines(shown.out), 2u + 84u);
    const Outcome unknown = runProgram({"show", "perftest:RTX 2081"});
    EXPECT_EQ(unknown.exitCode, 2);
    EXPECT_THAT(unknown.err, HasSubstr("RTX 2080 Ti"));
}

} // namespace
} // namespace vkperftest
