// What every command prints fits a terminal of 80 columns.
#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>

#include "eighty_columns.h"
#include "paths.h"
#include "regular_expressions.h"

namespace vkperftest::width_test {

const std::string kResults = repositoryFile("results");

TEST(EightyColumns, HoldRunsOfEverySuite) {
    const std::string script = scratchFile(
        "script",
        "load | * | * | 0.01 | 0.004\nload | *linear* | push | 0.008\nload | *random* | * | 0.02 | 0.4\n"
        "wrong | cbuffer*linear | push\nunsupported | *Load4* | push | a long reason\n"
        "device | A device whose name is longer than what most vendors would dare to call one of "
        "theirs, and the driver likewise\n");
    // Those that experiments have stand below.
    for (const char* suite :
         {"matrix", "offset", "integer", "mixed", "format", "storage", "store", "atomic", "pattern", "shared",
          "bindless", "memory", "texture", "narrow", "constant", "all"})
        expectParts(onEighty("run --script={} --suite={} --quick --seed=1 --all", script, suite).out,
                    {"A/A control"});
    for (const char* experiment : {"uniform", "binding", "vector", "stride", "robustness", "cache"})
        onEighty("experiment {} --script={} --quick --seed=1", experiment, script);
    const std::string simulated = scratchFile("simulated.script", "simulate | rdna3\n");
    onEighty("experiment cache --script={} --quick --seed=1", simulated);
    EXPECT_EQ(onEighty("ab --script={0} --script={0} --seed=1 --all", script).exitCode, 4) << "wrong values";
}

TEST(EightyColumns, HoldWhatTheRepositoryPublishes) {
    std::vector<std::string> matrices = {"'perftest:RTX 3090'", "'perftest:R9 Fury'", "'perftest:Iris Plus'"};
    for (const auto& entry : std::filesystem::directory_iterator(kResults)) {
        const std::string path = entry.path().generic_string(), stem = entry.path().stem().string();
        if (entry.path().extension() != ".json" || stem.ends_with(".schema")) continue;
        EXPECT_LE(countLines(outputOf(onEighty("show {}", path))), 20u);
        EXPECT_EQ(onEighty("show {} --all", path).exitCode, 0);
        const std::string suite = stem.substr(stem.rfind('-') + 1);
        const bool experiment =
            suite == "uniform" || suite == "binding" || suite == "vector" || suite == "stride";
        if (experiment) {
            EXPECT_LE(countLines(onEighty("experiment {} {}", suite, path).out), 20u);
            EXPECT_EQ(onEighty("experiment {} {} --all", suite, path).exitCode, 0);
        } else {
            matrices.push_back(path);
        }
    }
    ASSERT_GE(matrices.size(), 5u);
    for (const std::string& each : matrices) {
        if (each.starts_with("'perftest:")) onEighty("show {}", each);
        EXPECT_EQ(onEighty("advise {} --why", each).exitCode, 0);
        onEighty("compare {} {}", matrices.back(), each);
    }
    EXPECT_EQ(onEighty("show perftest:").exitCode, 0);
}

TEST(EightyColumns, HoldHelpAndErrors) {
    for (const char* command : {"", "run", "list", "devices", "show", "advise", "compare", "ab", "experiment",
                                "isa", "lint", "report", "import"})
        onEighty("help {}", command);
    onEighty("lint --rules"); // an error where lint was not built
    for (const char* wrong : {"--suite=matrices", "show no/such/file.json", "list --filter=typo",
                              "show 'perftest:RTX 2081'", "run --strategy=pull", "frobnicate",
                              "run --continue --quick", "devices --driver=/nonexistent/icd.json"})
        EXPECT_NE(onEighty("{}", wrong).exitCode, 0);
}

// Each can be copied into --filter.
TEST(EightyColumns, HoldWholeIds) {
    std::string words = onEighty("list --suite=all").out;
    std::ranges::replace(words, '\n', ' ');
    const std::string records = outputOf("list --suite=all --format=json"), key = "\"id\": \"";
    for (std::size_t at = records.find(key); at != std::string::npos; at = records.find(key, at)) {
        at += key.size();
        const std::string id = records.substr(at, records.find('"', at) - at);
        EXPECT_NE(words.find(" " + id + " "), std::string::npos) << id;
    }
}

// Commands are not broken: they could not be copied then.
TEST(SixtyColumns, HoldTheCommentsOfHelp) {
    for (const char* command : {"run", "experiment", "lint", "compare"}) {
        const Outcome help = runProgram({"help", command}, "COLUMNS=60");
        for (const std::string& line : split(help.out, '\n')) {
            const bool bare = line.starts_with("  vkperftest ") && line.find(" # ") == std::string::npos;
            EXPECT_TRUE(columns(line) <= 60 || bare) << line;
        }
    }
}

// But for the lines of source that it quotes, whose carets could not be below them otherwise.
TEST(EightyColumns, HoldFindingsOfLint) {
    const std::string file = scratchFile(
        "wide.hlsl", "ByteAddressBuffer data : register(t0);\nRWByteAddressBuffer result : register(u0);\n"
                     "[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {\n"
                     "    result.Store4(id.x * 16, data.Load4(id.x * 20));\n}\n");
    const Outcome outcome = onEighty("lint {}", file); // an error where lint was not built
    if (outcome.exitCode == 2) GTEST_SKIP() << outcome.err;
    EXPECT_THAT(outcome.out, ContainsRegex("= help: .*\n           [^ ]"));
    // Logs are searched.
    EXPECT_THAT(runProgram({"lint", file}, "COLUMNS=").out, ContainsRegex("= help: [^\n]{66,}\n"));
}

TEST(EightyColumns, AreWhatIsTakenWhereNothingIsKnown) {
    const std::string file = kResults + "/nvidia-h100.json";
    const Outcome unknown = runProgram({"show", file}, "COLUMNS=");
    EXPECT_EQ(unknown.out, onEighty("show {}", file).out);
    EXPECT_NE(unknown.out, runProgram({"show", file}, "COLUMNS=60").out);
}

// Logs are searched: there a sentence is one line.
TEST(Messages, AreOneLineWhereThereIsNoTerminal) {
    const Outcome outcome = runProgram({"run", "--strategy", "pull"}, "COLUMNS=");
    EXPECT_EQ(countLines(outcome.err), 1u) << outcome.err;
    EXPECT_GT(outcome.err.size(), 100u);
}

TEST(Wide, ShowsEveryColumnInOneLine) {
    EXPECT_THAT(runProgram({"show", kResults + "/nvidia-h100.json", "--wide"}, kEighty).out,
                ContainsRegex("\nrow +set ms .*push ms"));
    expectParts(runProgram({"list", "--filter", "raw-load4-linear", "--wide"}, kEighty).out,
                {"raw_buffer.4.linear"});
}

TEST(Terminal, SetsTheWidth) {
    const Outcome outcome =
        runOnTerminal({"show", kResults + "/nvidia-h100.json", "--all"}, "stty cols 120; NO_COLOR=1");
    if (outcome.exitCode == kNoTerminal) GTEST_SKIP() << "no terminal";
    EXPECT_THAT(outcome.out, ContainsRegex("[^\r\n]{90}"));
    expectParts(outcome.out, {}, {"\x1b"});
}

} // namespace vkperftest::width_test
