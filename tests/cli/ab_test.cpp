// ab from end to end, on scripted devices.
#include <filesystem>

#include <gmock/gmock.h>

#include <fmt/format.h>

#include "compared_scripts.h"
#include "paths.h"
#include "program.h"

namespace vkperftest {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string scriptFile(const std::string& name, const std::string& content) {
    const std::string file = scratchFile(name);
    writeAll(file, content);
    return file;
}

// As a results file lists the epochs of samples: of each process so many rounds, and in each three samples.
std::string epochs(std::size_t processes, std::size_t rounds) {
    std::vector<std::string> numbers;
    for (std::size_t i = 0; i < processes; ++i) numbers.insert(numbers.end(), 3 * rounds, std::to_string(i));
    return fmt::format("[{}]", fmt::join(numbers, ","));
}

TEST(Ab, InterleavesTwoDriversAndFindsTheSlowerRows) {
    const std::string a = scriptFile("a.script", kBase), b = scriptFile("b.script", kLoad4Slower);
    const std::string kept = scratchFile("kept");
    const Outcome outcome = runProgram({"ab", "--script", a, "--script", b, "--filter", "Byte*linear",
                                        "--blocks", "6", "--format", "csv", "--keep", kept});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(occurrences(outcome.out, ",SLOWER,"), 4u) << outcome.out;
    EXPECT_EQ(occurrences(outcome.out, ",FASTER,"), 0u);
    const Outcome again = runProgram({"show", kept + "-b.json"});
    EXPECT_EQ(again.exitCode, 0) << again.err;
    EXPECT_THAT(readAll(kept + "-a.json"), HasSubstr(epochs(6, 3)));
    EXPECT_EQ(runProgram({"compare", kept + "-a.json", kept + "-b.json", "--metric", "ratio"}).exitCode, 0);
}

TEST(Ab, QuicklyTakesFewerProcessesAndSamples) {
    const std::string a = scriptFile("a.script", kBase), b = scriptFile("b.script", kLoad4Slower);
    const std::string kept = scratchFile("quick");
    const std::vector<std::string> quick = {"ab",       "--script",    a,         "--script", b,
                                            "--filter", "Byte*linear", "--quick", "--format", "csv",
                                            "--keep",   kept};
    const Outcome outcome = runProgram(quick);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(occurrences(outcome.out, ",SLOWER,"), 4u) << outcome.out;
    EXPECT_THAT(readAll(kept + "-a.json"), HasSubstr(epochs(3, 2)));
    std::vector<std::string> longer = quick;
    longer.insert(longer.end(), {"--blocks", "4"});
    EXPECT_EQ(runProgram(longer).exitCode, 0);
    EXPECT_THAT(readAll(kept + "-a.json"), HasSubstr(epochs(4, 2)));
}

TEST(Ab, TakesTwoProgramsWithADriverEach) {
    const std::string a = scriptFile("a.script", kBase), b = scriptFile("b.script", kLoad4Slower);
    const std::string program = programFile();
    const Outcome outcome = runProgram({"ab", "--program", program, "--program", program, "--script", a,
                                        "--script", b, "--filter", "Byte*linear", "--format", "csv"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("\n" + program + " with " + a + "," + program + " with " + b + ","));
    const Outcome one =
        runProgram({"ab", "--program", program, "--program", program, "--script", a, "--filter", "cbuffer"});
    EXPECT_EQ(one.exitCode, 0) << one.err;
    EXPECT_THAT(one.out, HasSubstr("0 FASTER, 0 SLOWER"));
}

#ifndef _WIN32
// A script can set what neither driver nor option can; here it chooses the device. `others`: what the side's
// process of that number does instead.
std::string starter(const std::string& name, const char* script,
                    const std::map<int, std::string>& others = {}) {
    writeAll(scratchFile(name + ".count"), "");
    std::string text = "#!/bin/sh\ncount='" + scratchFile(name + ".count") +
                       "'\necho >>\"$count\"\ncase $(wc -l <\"$count\") in\n";
    for (const auto& [number, instead] : others) text += fmt::format("{}) {} ;;\n", number, instead);
    text +=
        "esac\nexec '" + programFile() + "' \"$@\" --script '" + scriptFile(name + ".script", script) + "'\n";
    const std::string path = scriptFile(name, text);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
}

// Measures another device.
std::string instead(const std::string& name, const std::string& script) {
    return "exec '" + programFile() + "' \"$@\" --script '" + scriptFile(name, script) + "'";
}

// With the same rows and blocks; B does something else in some of its processes.
Outcome comparedWith(const std::map<int, std::string>& others, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments = {"ab",
                                          "--program",
                                          starter("a.sh", kBase),
                                          "--program",
                                          starter("b.sh", kLoad4Slower, others),
                                          "--filter",
                                          "Byte*linear",
                                          "--blocks",
                                          "6"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return runProgram(arguments);
}

TEST(Ab, ProgramsMayBeScriptsThatStartOne) {
    const Outcome outcome = comparedWith({}, {"--format", "csv"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(occurrences(outcome.out, ",SLOWER,"), 4u) << outcome.out;
}

// The next blocks take over their dispatches' sizes from another.
TEST(Ab, ABlockThatLosesItsDeviceCostsOnlyItself) {
    for (const int block : {1, 2, 6}) {
        const std::string gone = instead("gone.script", std::string(kLoad4Slower) + "lost | Byte* | * | 1\n");
        const Outcome outcome = comparedWith({{block, gone}});
        EXPECT_EQ(outcome.exitCode, 4) << outcome.err;
        EXPECT_EQ(occurrences(outcome.out, "SLOWER\n"), 4u) << outcome.out;
        EXPECT_THAT(outcome.out, AllOf(HasSubstr("NEW was aborted: "), Not(HasSubstr("BASE: "))));
        EXPECT_THAT(outcome.out,
                    HasSubstr("NEW: 1 of 6 blocks omitted from 6 of 6 rows; first reason: three rows in a "
                              "row lost the device"));
    }
}

TEST(Ab, ARowThatFailsInOneBlockIsComparedInTheOthers) {
    const std::string lost =
        instead("lost.script", std::string(kLoad4Slower) + "lost | *Load4 linear | push | 1\n");
    const Outcome outcome = comparedWith({{1, lost}, {3, lost}});
    EXPECT_EQ(outcome.exitCode, 4) << outcome.err;
    EXPECT_EQ(occurrences(outcome.out, "SLOWER\n"), 4u) << outcome.out;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("the device was lost"), Not(HasSubstr("not compared"))));
    expectSaid(outcome.out, "NEW: 2 of 6 blocks omitted");
    const std::string without =
        instead("without.script", std::string(kLoad4Slower) + "unsupported | * | push | no push\n");
    const Outcome lacking = comparedWith({{2, without}});
    EXPECT_EQ(lacking.exitCode, 0) << lacking.err;
    EXPECT_THAT(lacking.out, HasSubstr("linear': unsupported (no push)"));
    expectSaid(lacking.out, "NEW: 1 of 6 blocks omitted");
}

TEST(Ab, WrongValuesInOneBlockAreAFailedRow) {
    const std::string wrong =
        instead("wrong.script", std::string(kLoad4Slower) + "wrong | *Load4 linear | *\n");
    const Outcome outcome = comparedWith({{2, wrong}});
    EXPECT_EQ(outcome.exitCode, 4) << outcome.err;
    expectSaid(outcome.out, "not compared, in NEW:");
    EXPECT_EQ(comparedWith({{2, wrong}}, {"--fail-on", "slower"}).exitCode, 1);
}

TEST(Ab, AProcessThatFailsCostsOnlyWhatComesAfterIt) {
    const std::string kept = scratchFile("kept"), output = scratchFile("change.json");
    const Outcome outcome = comparedWith({{4, "exit 3"}}, {"--keep", kept, "--output", output});
    EXPECT_EQ(outcome.exitCode, 3);
    expectSaid(outcome.err, "its process failed with");
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("12 figures compared: "), HasSubstr("NEW is incomplete")));
    EXPECT_THAT(readAll(output), HasSubstr("\"verdict\""));
    for (const char* side : {"-a.json", "-b.json"}) {
        EXPECT_THAT(readAll(kept + side),
                    AllOf(HasSubstr("\"epochs\": " + epochs(3, 3)), HasSubstr("\"complete\": false")));
    }
    const Outcome atFirst = comparedWith({{1, "exit 3"}});
    EXPECT_EQ(atFirst.exitCode, 3);
    EXPECT_EQ(atFirst.out, "");
}

TEST(Ab, BlocksOfOtherRowsAreRefused) {
    const std::string other = instead("other.script", kLoad4Slower) + " --filter cbuffer";
    const Outcome outcome = comparedWith({{2, other}});
    EXPECT_EQ(outcome.exitCode, 2);
    expectSaid(outcome.err, "it did not measure");
}

// The terminal sends it to the child, too, which may not know yet what to do.
TEST(Ab, AnInterruptWhileAChildStartsComparesWhatIsMeasured) {
    const Outcome outcome = comparedWith({{4, "kill -INT $PPID; exit 3"}});
    EXPECT_EQ(outcome.exitCode, 130) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("12 figures compared: "));
    EXPECT_THAT(outcome.err, Not(HasSubstr("error")));
}

TEST(Ab, AnInterruptIsNoFailureOfTheGate) {
    const char* const noise = "load | * | * | 0.01 | 0.5\n";
    const char* const more = "load | * | * | 0.01 | 0.5\nepoch | * | * | 0.2\n";
    const auto gate = [&](const std::map<int, std::string>& others) {
        return runProgram({"ab", "--program", starter("a.sh", noise), "--program",
                           starter("b.sh", more, others), "--filter", "cbuffer", "--blocks", "3", "--fail-on",
                           "slower"});
    };
    const Outcome blind = gate({});
    EXPECT_EQ(blind.exitCode, 4) << blind.out;
    EXPECT_THAT(blind.err, HasSubstr("more --blocks"));
    EXPECT_THAT(blind.err, HasSubstr("none of its 6 figures could be judged"));
    const Outcome interrupted = gate({{3, "kill -INT $PPID; exit 3"}});
    EXPECT_EQ(interrupted.exitCode, 130) << interrupted.err;
    EXPECT_THAT(interrupted.out, HasSubstr("6 figures compared: "));
    EXPECT_THAT(interrupted.err, Not(HasSubstr("--fail-on")));
}

TEST(Ab, AProgramThatMeasuresNothingIsNamed) {
    const std::string a = scriptFile("a.script", kBase);
    for (const auto& [program, why] :
         {std::pair("/nowhere/x", "A (/nowhere/x with " + a + "): '/nowhere/x' cannot be started"),
          std::pair("true", "A (true with " + a + "): it wrote no results: ")}) {
        const Outcome outcome = runProgram(
            {"ab", "--program", program, "--program", program, "--script", a, "--filter", "cbuffer"});
        EXPECT_EQ(outcome.exitCode, 2);
        EXPECT_THAT(outcome.err, HasSubstr(why));
    }
}
#endif

TEST(Ab, ADriverThatFailsIsNamed) {
    const std::string a = scriptFile("a.script", kBase), b = scriptFile("b.script", "nonsense\n");
    const Outcome outcome = runProgram({"ab", "--script", a, "--script", b, "--filter", "cbuffer"});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr("B (" + b + "): its process failed with exit code 2"));
}

TEST(Ab, WhereNothingWasMeasuredTheReasonIsTold) {
    const std::string a = scriptFile("a.script", kBase);
    const std::string b = scriptFile("b.script", std::string(kBase) + "lost | cbuffer* | * | 1\n");
    const Outcome outcome = runProgram({"ab", "--script", a, "--script", b, "--filter", "cbuffer"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err,
                HasSubstr("nothing to compare: B (" + b + "): three rows in a row lost the device"));
}

TEST(Ab, NothingIsWrittenOverWhatItKeeps) {
    const std::string a = scriptFile("a.script", kBase), kept = scratchFile("kept");
    for (const std::string& output : {kept + "-a.json", scratchFile("") + "./kept-b.json"}) {
        const Outcome outcome = runProgram(
            {"ab", "--script", a, "--script", a, "--filter", "cbuffer", "--keep", kept, "--output", output});
        EXPECT_EQ(outcome.exitCode, 2);
        EXPECT_THAT(outcome.err, HasSubstr("--output and --keep would both write '" + output + "'"));
        EXPECT_FALSE(std::filesystem::exists(output)) << "nothing was measured";
    }
}

TEST(Ab, RowsThatOneDriverLacksAreNotCompared) {
    const std::string a = scriptFile("a.script", kBase);
    const std::string b = scriptFile("b.script", std::string(kBase) + "unsupported | * | push | no push\n");
    const Outcome outcome = runProgram({"ab", "--script", a, "--script", b, "--filter", "cbuffer"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("3 figures compared"));
    expectSaid(outcome.out, "not compared, in NEW:");
}

TEST(Ab, InterruptComparesWhatIsMeasured) {
    const std::string a = scriptFile("a.script", kBase);
    const std::string b = scriptFile("b.script", std::string(kBase) + "interrupt | 9\n");
    const Outcome outcome = runProgram({"ab", "--script", a, "--script", b, "--filter", "cbuffer"});
    EXPECT_EQ(outcome.exitCode, 130);
    EXPECT_THAT(outcome.err, HasSubstr("interrupted before two blocks"));
}

#ifndef _WIN32
TEST(Ab, NeedsTemporaryFilesAndToKnowHowItsChildrenEnd) {
    const std::string a = scriptFile("a.script", kBase);
    const std::vector<std::string> arguments = {"ab",       "--script", a,          "--script", a,
                                                "--blocks", "2",        "--filter", "cbuffer"};
    EXPECT_EQ(runProgram(arguments, "env --ignore-signal=CHLD").exitCode, 0);
    const Outcome outcome = runProgram(arguments, "TMPDIR=/nonexistent");
    EXPECT_EQ(outcome.exitCode, 2);
    expectSaid(outcome.err, "there is no folder");
}
#endif

TEST(Ab, WrongOptionsAreRefused) {
    const std::string a = scriptFile("a.script", kBase);
    const std::pair<std::vector<std::string>, const char*> cases[] = {
        {{"ab"}, "needs two drivers, not 0"},
        {{"ab", "--script", a}, "needs two drivers, not 1"},
        {{"ab", "--script", a, "--script", a, "--script", a}, "needs two drivers, not 3"},
        {{"ab", "--program", a}, "compares two programs, not 1"},
        {{"ab", "--program", a, "--program", ""}, "--program is empty"},
        {{"ab", "--script", a, "--script", a, "--blocks", "1"}, "give one from 2 to 1000"},
        {{"ab", "--script", a, "--script", a, "--precise"}, "--precise"},
        {{"ab", "--script", a, "--script", a, "--keep", "/nowhere/x"}, "/nowhere/x-a.json"},
        {{"ab", "--script", a, "--script", a, "--filter", "zzzzzz"}, "zzzzzz"},
    };
    for (const auto& [arguments, expected] : cases) {
        const Outcome outcome = runProgram(arguments);
        EXPECT_EQ(outcome.exitCode, 2) << expected;
        EXPECT_THAT(outcome.err, HasSubstr(expected));
    }
}

} // namespace
} // namespace vkperftest
