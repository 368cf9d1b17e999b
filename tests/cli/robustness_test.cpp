// Bounds checks and subgroup sizes from end to end, on scripted devices and on simulated GPUs with planted
// costs.
#include <gmock/gmock.h>

#include "program.h"
#include "regular_expressions.h"

namespace vkperftest {
namespace robustness_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> kOneRow = {"--filter", "ByteAddressBuffer.Load4 linear", "--quick"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

TEST(Robustness, OfARunIsPrintedAndRecorded) {
    const std::string file = scratchFile("robust.json");
    const Outcome outcome =
        runScripted("load | * | * | 0.01\n", with(kOneRow, {"--robustness", "buffer", "--output", file}));
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    expectSaid(outcome.out, "all loads from buffers");
    EXPECT_THAT(readAll(file), HasSubstr("\"robustness\": \"buffer\""));
    EXPECT_THAT(runProgram({"show", file}).out, HasSubstr("--robustness buffer."));
    EXPECT_EQ(runProgram({"show", file, "--format", "json"}).out, readAll(file));
}

TEST(Robustness, OfLoadsByAddressIsNotClaimed) {
    const auto printed = [](const char* strategies) {
        return runScripted("load | * | * | 0.01\n",
                           with(kOneRow, {"--robustness", "2", "--strategy", strategies}))
            .out;
    };
    expectSaid(printed("set,address-4"), "loads from buffers and");
    expectSaid(printed("address-4"), "no loads had bounds");
}

TEST(Robustness, OffLeavesNoTrace) {
    const std::string file = measuredFile("load | * | * | 0.01\n", "plain.json", kOneRow);
    EXPECT_THAT(readAll(file), Not(HasSubstr("\"robustness\"")));
    EXPECT_THAT(runProgram({"show", file}).out, Not(HasSubstr("bounds checks")));
}

TEST(Robustness, OfTwoRunsIsCompared) {
    const std::string plain = measuredFile("load | * | * | 0.01\n", "plain.json", kOneRow);
    const std::string robust =
        measuredFile("load | * | * | 0.01\n", "robust.json", with(kOneRow, {"--robustness", "2"}));
    const Outcome outcome = runProgram({"compare", plain, robust});
    expectSaid(outcome.out + outcome.err, "the bounds checks (--robustness)");
}

TEST(Robustness, OfAResumedRunMustBeTheSame) {
    const std::string file =
        measuredFile("load | * | * | 0.01\n", "robust.json", with(kOneRow, {"--robustness", "2"}));
    const auto continued = [&](const char* checks) {
        return runScripted("load | * | * | 0.01\n",
                           with(kOneRow, {"--output", file, "--continue", "--robustness", checks}));
    };
    const Outcome other = continued("buffer");
    EXPECT_EQ(other.exitCode, 2);
    expectSaid(other.err, "was measured with other");
    EXPECT_EQ(continued("2").exitCode, 0);
}

// Only the row that reads a storage buffer fails.
TEST(Robustness, WrongValuesOutsideAResourceFailItsRows) {
    const std::pair<const char*, const char*> kPlanted[] = {
        {"outside | storage buffer | 3\n", "a load outside a storage buffer returned 3"},
        {"null | storage buffer | 1\n", "a load from a null descriptor of a storage buffer returned 1"}};
    for (const auto& [planted, sentence] : kPlanted) {
        const std::string script = std::string("load | * | * | 0.01\n") + planted;
        const std::vector<std::string> rows = {"--quick", "--filter", "Load4 linear", "--filter",
                                               "Buffer<R32f>.Load linear"};
        const Outcome outcome = runScripted(script, with(rows, {"--robustness", "2"}));
        EXPECT_EQ(outcome.exitCode, 4);
        EXPECT_THAT(outcome.out + outcome.err, HasSubstr(sentence));
        EXPECT_THAT(outcome.out, ContainsRegex("Buffer<R32f>.Load +1\\.0"));
        EXPECT_EQ(runScripted(script, rows).exitCode, 0) << "without bounds checks, nothing is promised";
    }
}

std::vector<std::string> experiment(const std::string& script, const std::vector<std::string>& more = {}) {
    const std::string file = scratchFile("experiment.script");
    writeAll(file, script);
    return with({"experiment", "robustness", "--script", file, "--seed", "1"}, more);
}

class PlantedChecks : public testing::TestWithParam<const char*> {};

TEST_P(PlantedChecks, AreFoundByKindOfLoad) {
    const std::string gpu = std::string("simulate | ") + GetParam() + "\n";
    const Outcome outcome =
        runProgram(experiment(gpu + "slower | ByteAddressBuffer.Load4*robustness buffer* | * | 12\n"
                                    "slower | ByteAddressBuffer*robustness 2* | * | 30\n"
                                    "slower | cbuffer* uniform*robustness 2* | * | 20\n",
                              {"--precise"}));
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, ContainsRegex("^RobustBufferAccess: slower 1 of 5 .1\\.1[0-4]x: "
                                           "ByteAddressBuffer.Load4., the same 4 of 5; "));
    EXPECT_THAT(outcome.out, ContainsRegex("robustness 2: slower 3 of 6 .*ByteAddressBuffer.Load"));
}

TEST_P(PlantedChecks, ThatAreFreeCostLessThanTheThreshold) {
    const Outcome outcome =
        runProgram(experiment(std::string("simulate | ") + GetParam() + "\n", {"--precise"}));
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                ContainsRegex("^RobustBufferAccess: the same 5 of 5; robustness 2: the same 6 of 6"));
}

INSTANTIATE_TEST_SUITE_P(Gpus, PlantedChecks, testing::Values("nvidia", "hopper", "rdna3", "arc"));

TEST(RobustnessExperiment, SaysWhatTheDeviceLacks) {
    const Outcome outcome = runProgram(
        experiment("load | * | * | 0.01\nunsupported | *robustness* | * | no VK_EXT_pipeline_robustness\n",
                   {"--quick"}));
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("no VK_EXT_pipeline_robustness"));
    expectSaid(outcome.out, "No conclusion: the device");
}

TEST(RobustnessExperiment, HasNoVerdictOnLoadsByAddress) {
    const Outcome outcome =
        runProgram(experiment("load | * | * | 0.01\n", {"--quick", "--strategy", "address-4"}));
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    expectSaid(outcome.out, "No conclusion: loads by");
}

TEST(RobustnessExperiment, JudgesEachStrategy) {
    const Outcome outcome =
        runProgram(experiment("simulate | hopper\nslower | Buffer<*robustness 2* | buffer | 30\n",
                              {"--strategy", "set,buffer", "--filter", "Buffer<*", "--precise"}));
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, ContainsRegex("^RobustBufferAccess, under set: the same"));
    EXPECT_THAT(outcome.out, ContainsRegex("robustness 2, under buffer: slower"));
}

TEST(RobustnessExperiment, SetsItsOwnBoundsChecks) {
    const Outcome outcome = runProgram(experiment("load | * | * | 0.01\n", {"--robustness", "2"}));
    EXPECT_EQ(outcome.exitCode, 2);
    expectSaid(outcome.err, "--robustness 2 sets the bounds");
}

TEST(SubgroupSize, OfARunIsRecordedAndCompared) {
    const std::string script = "load | * | * | 0.01\nsubgroups | 16 | 64\n";
    const std::string plain = measuredFile(script, "plain.json", kOneRow);
    const std::string sized = measuredFile(script, "sized.json", with(kOneRow, {"--subgroup-size", "64"}));
    expectSaid(runProgram({"show", sized}).out, "all rows ran in");
    expectSaid(runProgram({"compare", plain, sized}).out, "the subgroup size (--subgroup-size)");
    EXPECT_EQ(runScripted(script, with(kOneRow, {"--subgroup-size", "12"})).exitCode, 2);
}

TEST(SubgroupSize, AllMeasuresTheSizesOfTheDevice) {
    const std::string file = scratchFile("all.json");
    const std::string script = "simulate | rdna3\nsubgroups | 32 | 64\n"
                               "slower | ByteAddressBuffer.Load4 linear* | * | 40\n"
                               "slower | ByteAddressBuffer.Load4 linear*subgroup 32 | * | 0\n";
    const std::vector<std::string> how = {
        "--filter", "ByteAddressBuffer.Load4 linear", "--subgroup-size", "all", "--output", file};
    const Outcome outcome = runScripted(script, how);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("ByteAddressBuffer.Load4 linear, subgroup 32"),
                                   HasSubstr("ByteAddressBuffer.Load4 linear, subgroup 64"),
                                   Not(HasSubstr("subgroup 16")), Not(HasSubstr("subgroup 128"))));
    expectSaid(outcome.out, "driver's choice: ≥1.4x as");
    EXPECT_THAT(readAll(file), HasSubstr("\"every_subgroup_size\": true"));
    const Outcome resumed = runScripted(script, with(how, {"--continue"}));
    EXPECT_EQ(resumed.exitCode, 0) << resumed.err;
    expectSaid(resumed.err, "is complete; nothing was");
}

TEST(SubgroupSize, AllSaysThatNoOtherIsFaster) {
    const Outcome outcome =
        runScripted("simulate | rdna3\nsubgroups | 32 | 64\n",
                    {"--filter", "ByteAddressBuffer.Load4 linear", "--subgroup-size", "all"});
    EXPECT_THAT(outcome.out,
                HasSubstr("driver's choice: as fast, ByteAddressBuffer.Load4 linear, subgroup 32 and "
                          "ByteAddressBuffer.Load4 linear, subgroup 64\n"));
}

TEST(SubgroupSize, AllSaysThatTheDeviceOffersOnlyOne) {
    const Outcome outcome =
        runScripted("simulate | nvidia\nsubgroups | 32 | 32\n",
                    {"--filter", "ByteAddressBuffer.Load4 linear", "--subgroup-size", "all"});
    EXPECT_THAT(outcome.out,
                HasSubstr("driver's choice: as fast, ByteAddressBuffer.Load4 linear, subgroup 32\n"));
}

TEST(SubgroupSize, OfARunLeavesRowsTheirOwnSizes) {
    const Outcome outcome = runScripted("load | * | * | 0.01\nsubgroups | 8 | 64\n",
                                        {"--suite", "uniform", "--filter", "ByteAddressBuffer.Load4 uniform",
                                         "--quick", "--subgroup-size", "64"});
    expectSaid(outcome.out, "rows without a size");
}

TEST(SubgroupSize, AllNeedsADeviceThatLetsPipelinesChoose) {
    const Outcome outcome = runScripted("load | * | * | 0.01\n", with(kOneRow, {"--subgroup-size", "all"}));
    EXPECT_EQ(outcome.exitCode, 3);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("VK_EXT_subgroup_size_control"), HasSubstr("--subgroup-size")));
}

} // namespace robustness_test
} // namespace vkperftest
