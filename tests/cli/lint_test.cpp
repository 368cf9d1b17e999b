// `lint` and `experiment claims`.
#include <gmock/gmock.h>

#include <filesystem>

#include "paths.h"
#include "program.h"
#include "regular_expressions.h"

namespace vkperftest {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kLoad = "ByteAddressBuffer data : register(t0);\n"
                              "RWByteAddressBuffer result : register(u0);\n"
                              "[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {\n"
                              "    result.Store4(id.x * 16, data.Load4(OFFSET));\n"
                              "}\n";

std::string loadAt(const std::string& name, const std::string& offset) {
    const std::string file = scratchFile(name);
    std::string text = kLoad;
    text.replace(text.find("OFFSET"), 6, offset);
    writeAll(file, text);
    return file;
}

std::string longVectorAt(const std::string& name, const std::string& offset) {
    const std::string file = scratchFile(name);
    writeAll(file, "ByteAddressBuffer data : register(t0);\nRWByteAddressBuffer result : register(u0);\n"
                   "[numthreads(64, 1, 1)] void main() {\n"
                   "    vector<float, 8> v = data.Load<vector<float, 8> >(" +
                       offset +
                       ");\n"
                       "    result.Store(0, asuint(v[0] + v[7]));\n}\n");
    return file;
}

TEST(Lint, ExitCodesTellFindingsFromTrouble) {
    const std::string good = loadAt("good.hlsl", "16"), bad = loadAt("bad.hlsl", "20");
    const Outcome none = runProgram({"lint", good});
    EXPECT_EQ(none.exitCode, 0) << none.out << none.err;
    EXPECT_THAT(none.out, testing::StartsWith("no findings in 1 file (compiled: 1 by glslang "));
    const Outcome one = runProgram({"lint", good, bad});
    EXPECT_EQ(one.exitCode, 1);
    EXPECT_THAT(one.out, HasSubstr(bad + ":4:35: warning: "));
    EXPECT_THAT(one.out, ContainsRegex("\\[byteaddressbuffer-load-misaligned\\]\n +4 \\|     result.Store4"));
    EXPECT_THAT(one.out, HasSubstr("\n       |                                   ^~~~~~"));
    EXPECT_THAT(one.out, HasSubstr("\n1 finding in 1 of 2 files"));
    EXPECT_EQ(runProgram({"lint", bad, "--fail-on", "warning"}).exitCode, 1);
    EXPECT_EQ(runProgram({"lint", bad, "--fail-on", "error"}).exitCode, 0);
    EXPECT_EQ(runProgram({"lint", bad, "--fail-on", "never"}).exitCode, 0);
    EXPECT_EQ(runProgram({"lint", bad, "--rule", "byteaddressbuffer-load-misaligned=off"}).exitCode, 0);
    // The others are linted all the same.
    const Outcome trouble = runProgram({"lint", "none.hlsl", bad, "--fail-on", "never"});
    EXPECT_EQ(trouble.exitCode, 2);
    EXPECT_THAT(trouble.err, HasSubstr("vkperftest: error: 'none.hlsl'"));
    EXPECT_THAT(trouble.out, HasSubstr("1 finding in 1 of 1 file; 1 file could not be linted"));
    EXPECT_EQ(runProgram({"lint", bad, "--rule", "nothing=off"}).exitCode, 2);
}

TEST(Lint, TheKnownExamplesAreToldApart) {
    const Outcome bad = runProgram({"lint", longVectorAt("long12.hlsl", "12")});
    EXPECT_EQ(bad.exitCode, 1) << bad.err;
    EXPECT_EQ(occurrences(bad.out, "[long-vector-bytebuf-load-misaligned]"), 1u);
    EXPECT_THAT(bad.out, HasSubstr("\n1 finding in 1 of 1 file"));
    EXPECT_EQ(runProgram({"lint", longVectorAt("long32.hlsl", "32")}).exitCode, 0);
}

TEST(Lint, SettingsAreFoundUpwardsAndWrongOnesRefused) {
    const std::string bad = loadAt("settings.hlsl", "20");
    const std::string settings = (std::filesystem::path(bad).parent_path() / "vkperftest-lint.toml").string();
    writeAll(settings, "[rules.byteaddressbuffer-load-misaligned]\nseverity = \"suggestion\"\n");
    EXPECT_THAT(runProgram({"lint", bad}).out, HasSubstr(": suggestion: "));
    EXPECT_THAT(runProgram({"lint", bad, "--rule", "byteaddressbuffer-load-misaligned=error"}).out,
                HasSubstr(": error: "));
    writeAll(settings, "[rules.byteaddressbuffer-load-misaligned]\nenable = false\n");
    const Outcome wrong = runProgram({"lint", bad});
    EXPECT_EQ(wrong.exitCode, 2);
    EXPECT_THAT(wrong.err, HasSubstr("has no key 'enable'; choose from: enabled, severity"));
    std::filesystem::remove(settings);
}

TEST(Lint, FoldersHoldWhatOthersInclude) {
    const std::string bad = loadAt("folder.hlsl", "20");
    const std::filesystem::path folder = std::filesystem::path(bad).parent_path() / "only";
    std::filesystem::create_directories(folder);
    writeAll((folder / "shader.hlsl").string(), readAll(bad));
    writeAll((folder / "helper.hlsl").string(), "uint twice(uint x) { return 2 * x; }\n");
    const Outcome outcome = runProgram({"lint", folder.string()});
    EXPECT_EQ(outcome.exitCode, 1) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("1 finding in 1 of 1 file; skipped 1 file without an entry point"));
    EXPECT_EQ(runProgram({"lint", (folder / "helper.hlsl").string()}).exitCode, 2);
}

TEST(Lint, SaysWhereOnlySourceWasRead) {
    const std::string file = scratchFile("source_only.hlsl"), json = scratchFile("source_only.json");
    std::string text = kLoad;
    text.replace(text.find("OFFSET"), 6, "16); unknown_function(");
    writeAll(file, text);
    const Outcome outcome = runProgram({"lint", file, "--output", json});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("note: read as source only, because "),
                                   HasSubstr("no findings in 1 file (read as source only: 1)")));
    EXPECT_THAT(readAll(json), HasSubstr("\"source_only\": true"));
    const Outcome versioned = runProgram({"lint", file, "--hlsl-version", "2018"});
    EXPECT_EQ(versioned.exitCode, 0);
    EXPECT_THAT(versioned.err, Not(HasSubstr("had no effect"))) << "the scanner takes it";
}

TEST(Lint, TakesTheVersionOfHlslInDxcsSpellings) {
    const std::string file = loadAt("version.hlsl", "16");
    const std::vector<std::string> spellings[] = {
        {"--hlsl-version", "2021"}, {"--hlsl-version=2021"}, {"-HV", "2021"}, {"-HV=2021"}, {"-HV2021"}};
    const auto with = [&](const std::vector<std::string>& spelling) {
        std::vector<std::string> arguments = {"lint", file};
        arguments.insert(arguments.end(), spelling.begin(), spelling.end());
        return runProgram(arguments);
    };
    for (const std::vector<std::string>& spelling : spellings) {
        const Outcome outcome = with(spelling);
        EXPECT_EQ(outcome.exitCode, 0) << spelling[0] << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr("vkperftest: --hlsl-version had no effect on " + file +
                                           ": only dxc takes a version of HLSL, and dxc did not compile this "
                                           "file\n"));
    }
    EXPECT_EQ(with({}).err, "");
    for (const std::vector<std::string>& spelling :
         {std::vector<std::string>{"--hlsl-version", "1999"}, {"-HV", "1999"}, {"-HV=1999"}}) {
        EXPECT_EQ(with(spelling).exitCode, 2);
        EXPECT_THAT(with(spelling).err, HasSubstr("--hlsl-version '1999' is not known"));
    }
    EXPECT_THAT(with({"-HV"}).err, HasSubstr("--hlsl-version needs a value (VERSION)"));
}

TEST(Lint, WritesFilesInTheFormatOfTheirEnding) {
    const std::string bad = loadAt("written.hlsl", "20");
    const std::string sarif = scratchFile("a.sarif"), json = scratchFile("a.json");
    EXPECT_EQ(runProgram({"lint", bad, "--output", sarif, "--output", json, "--format", "github"}).exitCode,
              1);
    EXPECT_THAT(readAll(sarif), HasSubstr("\"version\": \"2.1.0\""));
    EXPECT_THAT(readAll(json), HasSubstr("\"finding_count\": 1"));
    EXPECT_THAT(runProgram({"lint", bad, "--format", "github"}).out, testing::StartsWith("::warning file="));
}

TEST(Lint, DoesNotReplaceAnInput) {
    const std::string shader = loadAt("shader.txt", "20"),
                      results = measuredFile("", "vector.json",
                                             {"--suite", "vector", "--filter", "Load<float8>", "--quick"});
    for (const std::string& input : {shader, results}) {
        const std::string before = readAll(input);
        const Outcome outcome = runProgram({"lint", shader, "--measured", results, "--output", input});
        EXPECT_EQ(outcome.exitCode, 2);
        EXPECT_THAT(outcome.err, HasSubstr("--output '" + input + "' is an input; name another file"));
        EXPECT_EQ(readAll(input), before);
    }
}

TEST(Lint, RulesAreListed) {
    const Outcome outcome = runProgram({"lint", "--rules"});
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_EQ(countLines(outcome.out), 5u);
    EXPECT_THAT(outcome.out, ContainsRegex("long-vector-bytebuf-load-misaligned +suggestion +A long"));
}

TEST(Lint, ResultsFilesSayWhatAFindingCosts) {
    const std::string bad = longVectorAt("measured.hlsl", "12");
    const std::string results =
        measuredFile("load | * | * | 1\n"
                     "load | ByteAddressBuffer.Load<float8> linear, offset 12 | * | 2\n",
                     "vector.json", {"--suite", "vector", "--filter", "Load<float8>", "--quick"});
    const Outcome outcome = runProgram({"lint", bad, "--measured", results});
    EXPECT_EQ(outcome.exitCode, 1) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("= claim: a vector of 5 or more elements must be aligned"));
    EXPECT_THAT(outcome.out, ContainsRegex("= measured: [^=]*offset 12"));
    EXPECT_THAT(outcome.out, HasSubstr("= verdict: "));
    const Outcome claims = runProgram({"experiment", "claims", results});
    EXPECT_EQ(claims.exitCode, 0) << claims.err;
    EXPECT_EQ(occurrences(claims.out, "\nverdict "), 4u);
    EXPECT_THAT(claims.out, HasSubstr("no file has a run of the suite 'stride'"));
    EXPECT_EQ(runProgram({"lint", bad, "--measured", bad}).exitCode, 2);
}

// Nothing is suggested that measuring refutes; one device of two that bears it out is enough.
TEST(Lint, WhatMeasuringRefutesIsNotSuggested) {
    const std::string bad = longVectorAt("refuted.hlsl", "12"), json = scratchFile("refuted.json");
    const std::vector<std::string> suite = {"--suite", "vector", "--filter", "Load<float8>", "--quick"};
    const std::string free = measuredFile("load | * | * | 1\nload | *floor | * | 0.1\n", "free.json", suite);
    const std::string costly =
        measuredFile("load | * | * | 1\nload | *floor | * | 0.1\n"
                     "load | ByteAddressBuffer.Load<float8> linear, offset 12 | * | 2\n",
                     "costly.json", suite);
    const Outcome refuted =
        runProgram({"lint", bad, "--measured", free, "--fail-on", "suggestion", "--output", json});
    EXPECT_EQ(refuted.exitCode, 0) << refuted.out << refuted.err;
    EXPECT_THAT(refuted.out, AllOf(HasSubstr("no findings in 1 file; 1 finding became a note: the verdict "
                                             "is the same or faster on every measured device"),
                                   ContainsRegex("note: no need to change this for .*offset 12"),
                                   Not(HasSubstr("help:"))));
    EXPECT_THAT(readAll(json), AllOf(HasSubstr("\"finding_count\": 0"), HasSubstr("\"refuted_count\": 1")));
    EXPECT_EQ(runProgram({"lint", bad, "--measured", free, "--measured", costly, "--fail-on", "suggestion"})
                  .exitCode,
              1);
}

// A claim is about speed: no time makes an undefined load a good one.
TEST(Lint, NoMeasurementRefutesUndefinedBehaviour) {
    const std::string h100 = repositoryFile("results/nvidia-h100-binding.json");
    const std::vector<std::pair<std::string, int>> cases = {{"20", 0}, {"6", 1}};
    for (const auto& [offset, exitCode] : cases) {
        const Outcome outcome =
            runProgram({"lint", loadAt("at" + offset + ".hlsl", offset), "--measured", h100});
        EXPECT_EQ(outcome.exitCode, exitCode) << offset << outcome.out << outcome.err;
        EXPECT_EQ(occurrences(outcome.out, "1 finding became a note"), exitCode == 0 ? 1u : 0u);
    }
}

TEST(Lint, ColoursOnATerminalOnly) {
    const std::string bad = loadAt("colour.hlsl", "20");
    const Outcome outcome = runOnTerminal({"lint", bad});
    if (outcome.exitCode == kNoTerminal) GTEST_SKIP() << "no terminal to be had";
    EXPECT_THAT(outcome.out, HasSubstr("\x1b[1;35mwarning"));
    EXPECT_THAT(runProgram({"lint", bad}).out, Not(HasSubstr("\x1b")));
}

} // namespace
} // namespace vkperftest
