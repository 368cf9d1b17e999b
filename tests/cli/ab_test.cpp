// ab from end to end, on scripted devices.
#include <filesystem>

#include <gmock/gmock.h>

#include "paths.h"
#include "program.h"

namespace vkperftest::ab_test {

constexpr const char* kSixRows =
    "--filter='raw-load?-linear' --filter=raw-load-linear --filter='raw-load?-unaligned-linear'";

std::string scriptFile(const std::string& name, const std::string& content) {
    const std::string file = scratchFile(name, content);
    return file;
}

// A and B are drivers.
Outcome compared(const std::string& a, const std::string& b, const std::string& line) {
    return runLine("ab --script={} --script={} {}", scriptFile("a.script", a), scriptFile("b.script", b),
                   line);
}

// As a results file lists the restarts of samples: of each process so many rounds, and in each three samples.
std::string restarts(std::size_t processes, std::size_t rounds) {
    std::vector<std::string> numbers;
    for (std::size_t i = 0; i < processes; ++i) numbers.insert(numbers.end(), 3 * rounds, std::to_string(i));
    return fmt::format("[{}]", fmt::join(numbers, ","));
}

TEST(Ab, InterleavesTwoDriversAndFindsTheSlowerRows) {
    const std::string kept = scratchFile("kept");
    const std::tuple<const char*, std::size_t, std::size_t> kEfforts[] = {
        {"--blocks=6", 6, 3}, {"--quick", 3, 2}, {"--quick --blocks=4", 4, 2}};
    for (const auto& [effort, processes, rounds] : kEfforts) {
        const std::string out = outputOf(compared(
            kBase, kLoad4Slower, fmt::format("{} {} --format=csv --keep={}", kSixRows, effort, kept)));
        EXPECT_EQ(occurrences(out, ",SLOWER,"), 4u) << out;
        EXPECT_EQ(occurrences(out, ",FASTER,"), 0u);
        expectParts(readAll(kept + "-a.json"), {restarts(processes, rounds)});
    }
    outputOf("show {}-b.json", kept);
    outputOf("compare {0}-a.json {0}-b.json --metric=ratio", kept);
}

TEST(Ab, TakesTwoProgramsWithADriverEach) {
    const std::string program = programFile(), programs = fmt::format("--program={0} --program={0}", program);
    const std::string a = scriptFile("a.script", kBase), b = scriptFile("b.script", kLoad4Slower);
    expectParts(outputOf(compared(kBase, kLoad4Slower,
                                  programs + " --filter='raw-load?-linear' --filter=raw-load-linear "
                                             "--filter='raw-load?-unaligned-linear' --format=csv")),
                {"\n" + program + " with " + a + "," + program + " with " + b + ","});
    expectParts(outputOf("ab {} --script={} --filter='cbuffer*load *n*'", programs, a),
                {"0 FASTER, 0 SLOWER"});
}

#ifndef _WIN32
// A script can set what neither driver nor option can; here it chooses the device. `others`: what the side's
// process of that number does instead.
std::string starter(const std::string& name, const std::string& script,
                    const std::map<int, std::string>& others = {}) {
    writeAll(scratchFile(name + ".count"), "");
    std::string text = "#!/bin/sh\ncount='" + scratchFile(name + ".count") +
                       "'\necho >>\"$count\"\ncase $(wc -l <\"$count\") in\n";
    for (const auto& [number, instead] : others) text += fmt::format("{}) {} ;;\n", number, instead);
    text += fmt::format("esac\nexec '{}' \"$@\" --script='{}'\n", programFile(),
                        scriptFile(name + ".script", script));
    const std::string path = scriptFile(name, text);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
}

// Measures another device: that of the slower B with one more line.
std::string instead(const std::string& line) {
    return fmt::format("exec '{}' \"$@\" --script='{}'", programFile(),
                       scriptFile("instead.script", kLoad4Slower + line + "\n"));
}

// With the same rows and blocks; B does something else in some of its processes.
Outcome comparedWith(const std::map<int, std::string>& others, const std::string& line = {}) {
    return runLine("ab --program={} --program={} {} --blocks=6 {}", starter("a.sh", kBase),
                   starter("b.sh", kLoad4Slower, others), kSixRows, line);
}

TEST(Ab, ProgramsMayBeScriptsThatStartOne) {
    EXPECT_EQ(occurrences(outputOf(comparedWith({}, "--format=csv")), ",SLOWER,"), 4u);
}

// The next blocks take over their dispatches' sizes from another.
TEST(Ab, ABlockThatLosesItsDeviceCostsOnlyItself) {
    for (const int block : {1, 2, 6}) {
        const Outcome outcome = comparedWith({{block, instead("lost | Byte* | * | 1")}});
        EXPECT_EQ(outcome.exitCode, 4) << outcome.err;
        expectParts(outcome.out,
                    {" 0 FASTER, 4 SLOWER, ",
                     "NEW was aborted: ", "NEW: 1 of 6 blocks omitted from 6 of 6 rows; first reason: three"},
                    {"BASE: "});
    }
}

TEST(Ab, ARowThatFailsInOneBlockIsComparedInTheOthers) {
    const std::string lost = instead("lost | *Load4 linear | push | 1");
    const Outcome outcome = comparedWith({{1, lost}, {3, lost}});
    EXPECT_EQ(outcome.exitCode, 4) << outcome.err;
    expectParts(outcome.out, {" 0 FASTER, 4 SLOWER, ", "the device was lost"}, {"not compared"});
    expectSaid(outcome.out, "NEW: 2 of 6 blocks omitted");
    const std::string lacking = outputOf(comparedWith({{2, instead("unsupported | * | push | no push")}}));
    expectParts(lacking, {"linear': unsupported (no push)"});
    expectSaid(lacking, "NEW: 1 of 6 blocks omitted");
}

TEST(Ab, WrongValuesInOneBlockAreAFailedRow) {
    const std::map<int, std::string> wrong = {{2, instead("wrong | *Load4 linear | *")}};
    expectSaid(exits(4, comparedWith(wrong)).out, "not compared, in NEW:");
    EXPECT_EQ(comparedWith(wrong, "--fail-on=slower").exitCode, 1);
}

TEST(Ab, AProcessThatFailsCostsOnlyWhatComesAfterIt) {
    const std::string kept = scratchFile("kept");
    const Outcome outcome = comparedWith({{4, "exit 3"}}, "--keep=" + kept);
    EXPECT_EQ(outcome.exitCode, 3);
    expectSaid(outcome.err, "its process failed with");
    expectParts(outcome.out, {"12 figures compared: ", "NEW is incomplete"});
    for (const char* side : {"-a.json", "-b.json"})
        expectParts(readAll(kept + side), {"\"restarts\": " + restarts(3, 3), "\"complete\": false"});
    const Outcome atFirst = comparedWith({{1, "exit 3"}});
    EXPECT_EQ(atFirst.exitCode, 3);
    EXPECT_EQ(atFirst.out, "");
}

TEST(Ab, BlocksOfOtherRowsAreRefused) {
    const Outcome outcome = comparedWith({{2, instead("") + " --filter='cbuffer*load *n*'"}});
    EXPECT_EQ(outcome.exitCode, 2);
    expectSaid(outcome.err, "it did not measure");
}

// The terminal sends it to the child, too, which may not know yet what to do.
TEST(Ab, AnInterruptWhileAChildStartsComparesWhatIsMeasured) {
    const Outcome outcome = comparedWith({{4, "kill -INT $PPID; exit 3"}});
    EXPECT_EQ(outcome.exitCode, 130) << outcome.err;
    expectParts(outcome.out, {"12 figures compared: "});
    expectParts(outcome.err, {}, {"error"});
}

TEST(Ab, AnInterruptIsNoFailureOfTheGate) {
    // Of 16 seeds, none had a verdict. Every process of a script draws the same deviations of restarts.
    const std::string noise = "load | * | * | 0.01 | 1\n";
    const auto gate = [&](const std::map<int, std::string>& others) {
        return runLine(
            "ab --program={} --program={} --filter='cbuffer*load *n*' --blocks=3 --seed=1 --fail-on=slower",
            starter("a.sh", noise), starter("b.sh", noise + "restart | * | * | 0.1\n", others));
    };
    expectParts(exits(4, gate({})).err, {"more --blocks", "none of its 6"});
    const Outcome interrupted = gate({{3, "kill -INT $PPID; exit 3"}});
    EXPECT_EQ(interrupted.exitCode, 130) << interrupted.err;
    expectParts(interrupted.out, {"6 figures compared: "});
    expectParts(interrupted.err, {}, {"--fail-on"});
}

TEST(Ab, AProgramThatMeasuresNothingIsNamed) {
    for (const auto& [program, why] :
         {std::pair("/nowhere/x", "cannot be started"), {"true", "it wrote no results: "}}) {
        const Outcome outcome =
            exits(2, runLine("ab --program={0} --program={0} --script={1} --filter='cbuffer*load *n*'",
                             program, scriptFile("a.script", kBase)));
        expectParts(outcome.err, {fmt::format("error: A ({} with ", program), why});
    }
}

TEST(Ab, NeedsTemporaryFilesAndToKnowHowItsChildrenEnd) {
    const std::string a = scriptFile("a.script", kBase);
    const std::vector<std::string> arguments = {"ab",       "--script", a,          "--script",        a,
                                                "--blocks", "2",        "--filter", "cbuffer*load *n*"};
    EXPECT_EQ(runProgram(arguments, "env --ignore-signal=CHLD").exitCode, 0);
    expectSaid(exits(2, runProgram(arguments, "TMPDIR=/nonexistent")).err, "there is no folder");
}
#endif

TEST(Ab, SidesWithoutResultsAreNamedWithTheReason) {
    for (const auto& [b, exitCode] : {std::pair("nonsense\n", 2), {"lost | cbuffer* | * | 1\n", 4}}) {
        const Outcome outcome = exits(
            exitCode, compared(kBase, exitCode == 2 ? b : kBase + b, "--filter='cbuffer*load *n*' --seed=1"));
        EXPECT_EQ(outcome.out, "");
        expectSaid(outcome.err, exitCode == 2 ? "error: B (" : "nothing to compare: B (");
    }
}

TEST(Ab, AMissingManifestIsNamedOnce) {
    const Outcome outcome = runLine("ab --driver /no/a.json --driver /no/b.json");
    expectError(outcome, 2, {"'/no/a.json'"});
    EXPECT_EQ(occurrences(outcome.err, "error: "), 1u);
}

TEST(Ab, RowsThatOneDriverLacksAreNotCompared) {
    const std::string out = outputOf(
        compared(kBase, kBase + "unsupported | * | push | no push\n", "--filter='cbuffer*load *n*'"));
    expectParts(out, {"3 figures compared"});
    expectSaid(out, "not compared, in NEW:");
}

TEST(Ab, InterruptComparesWhatIsMeasured) {
    expectParts(exits(130, compared(kBase, kBase + "interrupt | 9\n", "--filter='cbuffer*load *n*'")).err,
                {"interrupted before two blocks"});
}

} // namespace vkperftest::ab_test
