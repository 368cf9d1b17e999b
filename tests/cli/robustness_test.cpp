// Bounds checks and subgroup sizes from end to end, on scripted devices and on simulated GPUs with injected costs.
#include <gmock/gmock.h>

#include "program.h"
#include "regular_expressions.h"

namespace vkperftest::robustness_test {

const std::string kOneRow = "--filter='ByteAddressBuffer.Load4 linear' --quick ",
                  kEven = "load | * | * | 0.01\n";

TEST(Robustness, OfARunIsPrintedAndRecorded) {
    const std::string file = scratchFile("robust.json");
    const std::string out = outputOf(runScripted(kEven, kOneRow + "--robustness=buffer --output " + file));
    expectSaid(out, "all loads from buffers");
    expectParts(readAll(file), {"\"robustness\": \"buffer\"", "Load4 linear, robustness buffer\"",
                                "-linear-robustness-buffer\"", "random, robustness buffer\""});
    expectParts(outputOf("show {}", file), {"--robustness buffer."});
    EXPECT_EQ(outputOf("show {} --format=json", file), readAll(file));
}

TEST(Robustness, OfLoadsByAddressIsNotClaimed) {
    for (const auto& [strategies, begin] :
         {std::pair("set,address-4", "loads from buffers and"), {"address-4", "no loads had"}})
        expectSaid(runScripted(kEven, kOneRow + "--robustness=2 --strategy " + strategies).out, begin);
}

TEST(Robustness, OfTwoRunsIsComparedAndOfAResumedRunMustBeTheSame) {
    const std::string plain = measuredFile(kEven, "plain.json", kOneRow),
                      robust = measuredFile(kEven, "robust.json", kOneRow + "--robustness=2");
    expectParts(readAll(plain), {}, {"\"robustness\""});
    expectParts(outputOf("show {}", plain), {}, {"bounds checks"});
    expectSaid(outputOf("compare {} {}", plain, robust), "the bounds checks (--robustness)");
    expectParts(outputOf("compare {} {} --all", plain, robust), {"Load4 linear → robustness 2"});
    expectParts(outputOf("compare {} {} --format=csv", robust, plain), {"linear, robustness 2 → default"});
    expectParts(outputOf("show {} --format perftest", robust), {"Load4 linear: "});
    const std::string suite =
        measuredFile(kEven, "suite.json",
                     "--suite robustness --strategy=set,push --quick --filter='*Load4 linear, robustness 2'");
    expectParts(outputOf("compare {} {} --all", robust, suite), {"Load4 linear, robustness 2"},
                {"not compared"});
    const auto continued = [&](const char* checks) {
        return runScripted(kEven,
                           fmt::format("{} --output={} --continue --robustness={}", kOneRow, robust, checks));
    };
    expectError(continued("buffer"), 2, {"(2 instead of buffer)"});
    EXPECT_EQ(continued("2").exitCode, 0);
}

// Only the row that reads a storage buffer fails.
TEST(Robustness, WrongValuesOutsideAResourceFailItsRows) {
    const std::string rows = "--quick --filter='Load4 linear' --filter='Buffer<R32f>.Load linear' ";
    for (const auto& [injected, said] : {std::pair("outside | storage buffer | 3\n", "a load outside"),
                                         {"null | storage buffer | 1\n", "a load from"}}) {
        const Outcome outcome = exits(4, runScripted(kEven + injected, rows + "--robustness=2"));
        expectSaid(outcome.out, said);
        EXPECT_THAT(outcome.out, ContainsRegex("Buffer<R32f>.Load +1\\.0"));
        outputOf(runScripted(kEven + injected, rows)); // without bounds checks, nothing is promised
    }
}

std::string experiment(const std::string& script, const std::string& line) {
    const std::string file = scratchFile("experiment.script", script);
    return outputOf("experiment robustness --script={} --seed=1 {}", file, line);
}

class InjectedChecks : public testing::TestWithParam<const char*> {};

TEST_P(InjectedChecks, AreFoundByKindOfLoad) {
    const std::string out = experiment(std::string("simulate | ") + GetParam() +
                                           "\nslower | ByteAddressBuffer.Load4*robustness buffer* | * | 12\n"
                                           "slower | ByteAddressBuffer*robustness 2* | * | 30\n"
                                           "slower | cbuffer* uniform*robustness 2* | * | 20\n",
                                       "--precise");
    EXPECT_THAT(
        out, ContainsRegex("\nRobustBufferAccess against no checks: as fast, 8 of 10 rows; 1\\.1.x as long "
                           ".1\\.[01][^;]*, ByteAddressBuffer.Load4 uniform, linear\\."));
    EXPECT_THAT(out, ContainsRegex("\nRobustness 2 against no checks: as fast, 7"));
}

TEST_P(InjectedChecks, ThatAreFreeCostLessThanTheThreshold) {
    EXPECT_THAT(experiment(std::string("simulate | ") + GetParam() + "\n", "--precise"),
                ContainsRegex(
                    "\nRobustBufferAccess [^;]*: as fast, 10 rows\\.\nRobustness 2 [^;]*: as fast, 12 rows"));
}

INSTANTIATE_TEST_SUITE_P(Gpus, InjectedChecks, testing::Values("nvidia", "hopper", "rdna3", "arc"));

TEST(RobustnessExperiment, SaysWhyItHasNoConclusion) {
    const std::string lacks = "unsupported | *robustness* | * | no VK_EXT_pipeline_robustness\n";
    expectSaid(experiment(kEven + lacks, "--quick"), "No conclusion: ");
}

TEST(SubgroupSize, OfARunIsRecordedAndCompared) {
    const std::string script = kEven + "subgroups | 16 | 64\n";
    const std::string plain = measuredFile(script, "plain.json", kOneRow),
                      sized = measuredFile(script, "sized.json", kOneRow + "--subgroup-size=64");
    expectSaid(outputOf("show {}", sized), "all rows ran in");
    expectSaid(outputOf("compare {} {}", plain, sized), "the subgroup size (--subgroup-size)");
    expectParts(outputOf("compare {} {} --all", plain, sized), {"Load4 linear → subgroup 64"});
    const std::string own = measuredFile(
        script, "own.json", "--suite=uniform --filter=raw-load4-uniform-shuffle* --quick --subgroup-size=16");
    EXPECT_EQ(occurrences(readAll(own), "\"raw-load4-uniform-shuffle-subgroup16\""), 1u);
    expectSaid(runScripted(kEven + "subgroups | 8 | 64\n",
                           "--suite=uniform --filter='ByteAddressBuffer.Load4 uniform' --quick "
                           "--subgroup-size=64")
                   .out,
               "rows without a size"); // of their own
}

} // namespace vkperftest::robustness_test
