// `lint`.

#include <filesystem>

#include "matchers.h"
#include "paths.h"
#include "program.h"
#include "regular_expressions.h"

namespace vkperftest::lint_test {

// A shader that makes this load.
std::string shader(const std::string& name, const std::string& load) {
    return scratchFile(name,
                       "ByteAddressBuffer data : register(t0);\nRWByteAddressBuffer result : register(u0);\n"
                       "[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {\n    " +
                           load + "\n}\n");
}

std::string loadAt(const std::string& name, const std::string& offset) {
    return shader(name, "result.Store4(id.x * 16, data.Load4(" + offset + "));");
}

std::string longVectorAt(const std::string& name, const std::string& offset) {
    return shader(name, "vector<float, 8> v = data.Load<vector<float, 8> >(" + offset +
                            "); result.Store(0, asuint(v[0] + v[7]));");
}

TEST(Lint, ExitCodesTellFindingsFromTrouble) {
    const std::string good = loadAt("good.hlsl", "16"), bad = loadAt("bad.hlsl", "20");
    EXPECT_THAT(outputOf("lint {}", good), StartsWith("no findings in 1 file"));
    const Outcome one = exits(1, runLine("lint {} {}", good, bad));
    expectParts(one.out, {bad + ":4:35: warning: ", "\n       |                                   ^~~~~~",
                          "1 of 2 files"});
    EXPECT_THAT(one.out, ContainsRegex("\\[byteaddressbuffer-load-misaligned\\]\n +4 \\|     result.Store4"));
    const std::string rule = "--rule=byteaddressbuffer-load-misaligned";
    for (const auto& [how, exitCode] : {std::pair<std::string, int>("--fail-on=warning", 1),
                                        {"--fail-on=error", 0},
                                        {"--fail-on=never", 0},
                                        {rule + "=off", 0},
                                        {"--rule=nothing=off", 2}})
        EXPECT_EQ(runLine("lint {} {}", bad, how).exitCode, exitCode) << how;
    // The others are linted all the same.
    const Outcome trouble = exits(2, runLine("lint none.hlsl {} --fail-on=never", bad));
    expectParts(trouble.err, {"vkperftest: error: 'none.hlsl'"});
    expectParts(trouble.out, {"1 file could not be"});
}

TEST(Lint, TheKnownExamplesAreToldApart) {
    const Outcome bad = exits(1, runLine("lint {}", longVectorAt("long12.hlsl", "12")));
    EXPECT_EQ(occurrences(bad.out, "[long-vector-bytebuf-load-misaligned]"), 1u);
    outputOf("lint {}", longVectorAt("long32.hlsl", "32"));
}

TEST(Lint, SettingsAreFoundUpwardsAndWrongOnesRefused) {
    const std::string bad = loadAt("settings.hlsl", "20"), settings = scratchFile("vkperftest-lint.toml");
    writeAll(settings, "[rules.byteaddressbuffer-load-misaligned]\nseverity = \"suggestion\"\n");
    expectParts(runLine("lint {}", bad).out, {": suggestion: "});
    expectParts(runLine("lint {} --rule=byteaddressbuffer-load-misaligned=error", bad).out, {": error: "});
    writeAll(settings, "[rules.byteaddressbuffer-load-misaligned]\nenable = false\n");
    expectError(runLine("lint {}", bad), 2, {"'enable'", "enabled, severity"});
}

TEST(Lint, FoldersHoldWhatOthersInclude) {
    std::filesystem::create_directories(scratchFile("only"));
    loadAt("only/shader.hlsl", "20");
    const std::string helper = scratchFile("only/helper.hlsl", "uint twice(uint x) { return 2 * x; }\n");
    expectSaid(exits(1, runLine("lint {}", scratchFile("only"))).out, "1 file; skipped");
    expectParts(outputOf("lint {}", helper), {"(read as source only: 1)"});
}

// A misspelt name is no reason to read something else, or nothing. Folders also hold files without the right one.
TEST(Lint, TheWantedEntryPointMustBeSomewhere) {
    std::filesystem::create_directories(scratchFile("entries"));
    const std::string folder = scratchFile("entries"),
                      file = shader("entries/b.hlsl", "} [numthreads(1, 1, 1)] void other() {");
    writeAll(scratchFile("entries/a.hlsl"), "void f() {}\n");
    writeAll(scratchFile("entries/c.comp"), "void main() {}\n");
    shader("entries/d.hlsl", "} [numthreads(1, 1, 1)] void third() {");
    for (const std::string command : {"lint", "isa --target=polaris10"}) {
        const auto refused = [&](const std::string& path, const std::string& entry) {
            return exits(2, runLine("{} {} --entry={}", command, path, entry)).err;
        };
        expectParts(refused(file, "man"), {"b.hlsl': it", "'man'; choose", "main, other"});
        expectParts(refused(file, "id"), {"'id'; choose", "main, other"}); // a parameter
        expectParts(refused(folder, "man"),
                    {"b.hlsl': it", "'man', and", "3 other", "main, other, third with"});
        expectParts(exits(0, runLine("{} {} --entry=other", command, folder)).err, {}, {"entry point"});
    }
    expectParts(outputOf("lint {} --entry=other", folder), {"in 1 file; skipped 3 files"});
    std::filesystem::create_directories(scratchFile("stages"));
    const std::string computes = scratchFile("stages/a.hlsl", "[numthreads(1, 1, 1)] void main() {}");
    for (const std::string& path : {computes, scratchFile("stages")})
        expectParts(exits(2, runLine("lint {} --stage=geom", path)).err, {"stage geom", "main (comp)"});
    const std::string lacking = scratchFile("lacking.hlsl", R"(#include "absent.h"
ByteAddressBuffer data; RWByteAddressBuffer result; ENTRY(main) { result.Store4(0, data.Load4(20)); })");
    expectParts(exits(1, runLine("lint {} --entry=main", lacking)).out, {"'absent.h'", ":2:"});
}

TEST(Lint, SaysWhereOnlySourceWasRead) {
    const std::string file = loadAt("source_only.hlsl", "16)); unknown_function((0");
    expectParts(outputOf("lint {}", file), {"note: read as source", "(read as source only:"});
    expectParts(outputOf("lint {} --format=json", file), {"\"source_only\": true"});
    outputOf("lint {} --hlsl-version=2018", file);
}

// One program that is missing is one sentence.
TEST(Lint, NamesDxcOnceForAllFilesThatLackIt) {
    std::filesystem::create_directories(scratchFile("modern"));
    for (const char* name : {"modern/a.hlsl", "modern/b.hlsl", "modern/c.hlsl"})
        loadAt(name, "16)); unknown_function((0");
    const std::string folder = scratchFile("modern");
    const Outcome linted = runLine("lint {}", folder),
                  compiled = runLine("isa {} --target=polaris10", folder);
    for (const std::string* said : {&linted.err, &compiled.err}) {
        EXPECT_EQ(occurrences(*said, "dxc"), 1u) << *said;
        expectSaid(*said, "put dxc on");
    }
    EXPECT_EQ(compiled.exitCode, 2);
}

TEST(Lint, RulesAreListed) {
    const std::string out = outputOf("lint --rules");
    EXPECT_EQ(countLines(out), 5u);
    EXPECT_THAT(out, ContainsRegex("long-vector-bytebuf-load-misaligned +suggestion +A long"));
}

// Nothing is suggested that measuring refutes; one device of two that bears it out is enough.
TEST(Lint, ResultsFilesSayWhatAFindingCostsAndWhichIsNotWorthIt) {
    const std::string bad = longVectorAt("measured.hlsl", "12");
    const std::string suite = "--suite=offset --filter='Load4' --quick",
                      times = "load | * | * | 1\nload | *no loads | * | 0.1\n";
    const std::string free = measuredFile(times, "free.json", suite);
    const std::string costly = measuredFile(
        times + "load | ByteAddressBuffer.Load4(20 + 64 * i) linear | * | 2\n", "costly.json", suite);
    for (const std::string& measured : {costly, free + " --measured " + costly}) {
        const Outcome outcome =
            exits(1, runLine("lint {} --fail-on=suggestion --measured={}", bad, measured));
        expectSaid(outcome.out, "= claim: ");
        EXPECT_THAT(outcome.out, ContainsRegex("= measured: [^=]*Load4.20 [^=]*= verdict: "));
    }
    const std::string refuted = outputOf("lint {} --measured={} --fail-on=suggestion", bad, free);
    EXPECT_THAT(refuted, ContainsRegex("note: no need .*Load4.20 "));
    expectParts(refuted, {}, {"help:"});
    expectSaid(refuted, "no findings in 1 file; 1");
    expectParts(outputOf("lint {} --measured={} --format=json", bad, free),
                {"\"finding_count\": 0", "\"refuted_count\": 1"});
    EXPECT_EQ(runLine("lint {0} --measured={0}", bad).exitCode, 2);
}

// The file's unaligned rows have offsets that the compiler does not know: nothing about those that it knows. And a claim
// is about speed: no time makes an undefined load a good one.
TEST(Lint, NoRowsOfOtherCodeRefuteAFinding) {
    for (const char* offset : {"20", "6"}) {
        const Outcome outcome = runLine("lint {} --measured={}", loadAt("at.hlsl", offset),
                                        repositoryFile("results/nvidia-h100-binding.json"));
        EXPECT_EQ(outcome.exitCode, 1) << offset << outcome.out << outcome.err;
        expectParts(outcome.out, {}, {"became a note"});
    }
    // Nor has the suite `vector` any row whose offset is constant, or `stride` one that reads a whole struct.
    for (const char* suite : {"vector", "stride"})
        expectError(runLine("lint {} --measured={}", longVectorAt("at12.hlsl", "12"),
                            repositoryFile(fmt::format("results/nvidia-h100-{}.json", suite))),
                    2, {fmt::format("'{}'", suite), "offset"});
}

TEST(Lint, ColoursOnATerminalOnly) {
    const std::string bad = loadAt("colour.hlsl", "20");
    const Outcome outcome = runOnTerminal({"lint", bad});
    if (outcome.exitCode == kNoTerminal) GTEST_SKIP() << "no terminal";
    expectParts(outcome.out, {"\x1b[1;35mwarning"});
    expectParts(runLine("lint {}", bad).out, {}, {"\x1b"});
}

} // namespace vkperftest::lint_test
