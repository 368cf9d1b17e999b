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
    EXPECT_THAT(outcome.out, HasSubstr("all loads from buffers had bounds checks: --robustness buffer."));
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
    EXPECT_THAT(printed("set,address-4"),
                HasSubstr("loads from buffers and textures had bounds checks (--robustness 2), but not under "
                          "address-4: loads by address are never checked."));
    EXPECT_THAT(printed("address-4"), HasSubstr("no loads had bounds checks (--robustness 2): loads by "
                                                "address are never checked."));
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
    EXPECT_THAT(outcome.out + outcome.err,
                HasSubstr("the bounds checks (--robustness) differ: off in BASE, 2 in NEW"));
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
    EXPECT_THAT(other.err, HasSubstr("was measured with other bounds checks (2 instead of buffer)"));
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
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("No conclusion: the device cannot check single rows"),
                                   HasSubstr("no VK_EXT_pipeline_robustness")));
}

TEST(RobustnessExperiment, HasNoVerdictOnLoadsByAddress) {
    const Outcome outcome =
        runProgram(experiment("load | * | * | 0.01\n", {"--quick", "--strategy", "address-4"}));
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("No conclusion: loads by address are never checked"));
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
    EXPECT_THAT(outcome.err,
                HasSubstr("--robustness 2 sets the bounds checks of all rows, but rows such as 'Byte"));
}

TEST(SubgroupSize, OfARunIsRecordedAndCompared) {
    const std::string script = "load | * | * | 0.01\nsubgroups | 16 | 64\n";
    const std::string plain = measuredFile(script, "plain.json", kOneRow);
    const std::string sized = measuredFile(script, "sized.json", with(kOneRow, {"--subgroup-size", "64"}));
    EXPECT_THAT(runProgram({"show", sized}).out, HasSubstr("all rows ran in subgroups of 64 lanes."));
    EXPECT_THAT(
        runProgram({"compare", plain, sized}).out,
        HasSubstr("the subgroup size (--subgroup-size) differs: the driver's choice in BASE, 64 in NEW"));
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
    EXPECT_THAT(outcome.out, HasSubstr("driver's choice: ≥1.4x as fast [1.39, 1.41], "
                                       "ByteAddressBuffer.Load4 linear, subgroup 32; as fast, "));
    EXPECT_THAT(readAll(file), HasSubstr("\"every_subgroup_size\": true"));
    const Outcome resumed = runScripted(script, with(how, {"--continue"}));
    EXPECT_EQ(resumed.exitCode, 0) << resumed.err;
    EXPECT_THAT(resumed.err, HasSubstr("is complete; nothing was measured"));
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
    EXPECT_THAT(outcome.out, HasSubstr("rows without a size of their own ran in subgroups of 64 lanes."));
}

TEST(SubgroupSize, AllNeedsADeviceThatLetsPipelinesChoose) {
    const Outcome outcome = runScripted("load | * | * | 0.01\n", with(kOneRow, {"--subgroup-size", "all"}));
    EXPECT_EQ(outcome.exitCode, 3);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("VK_EXT_subgroup_size_control"), HasSubstr("--subgroup-size")));
}

} // namespace robustness_test
} // namespace vkperftest
