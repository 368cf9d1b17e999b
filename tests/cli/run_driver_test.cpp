// `run` on a real driver that breaks: lavapipe behind one that loses devices and refuses features (frail_driver.cpp).
#include <gmock/gmock.h>

#include "contains_regex.h"
#include "eighty_columns.h"

namespace vkperftest {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string kDriver = VKPERFTEST_FRAIL_MANIFEST;

// Of rows that share no source, so that each is uploaded by itself. Under the validation layers: if they say anything,
// what would be exit code 0 is 4.
Outcome runFrail(const std::string& environment, const std::string& file,
                 std::vector<std::string> more = {}) {
    std::vector<std::string> arguments = {
        "run",      "--driver",           kDriver,    "--quick", "--validate", "--filter", "raw-load4-linear",
        "--filter", "typed-rgba8-linear", "--output", file,      "--format",   "csv"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return runProgram(arguments, "LP_NUM_THREADS=1 " + environment);
}

std::size_t rowsThatAre(const std::string& status, const std::string& file) {
    return occurrences(readAll(file), "\"status\": \"" + status + "\"");
}

// Two rows under two strategies, their floors and serial twins, and the null row.
constexpr std::size_t kAll = 9;

TEST(RunOnAFrailDriver, NeedsNothingButTheOtherDriver) {
    const std::string file = scratchFile("frail.json");
    const Outcome outcome = runFrail("", file);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(rowsThatAre("measured", file), kAll) << readAll(file);
    EXPECT_THAT(
        readAll(file),
        AllOf(HasSubstr("\"enabled\": [\"push_descriptors\",\"max_push_descriptors\",\"host_query_reset\","
                        "\"subgroup_size_control\"]"),
              Not(HasSubstr("\"queue\":"))));
}

TEST(RunOnAFrailDriver, AnUploadThatLosesTheDeviceIsTriedAgain) {
    for (const char* submission : {"2", "3"}) {
        const std::string file = scratchFile("frail.json");
        const Outcome outcome = runFrail(std::string("FRAIL_SUBMISSION=") + submission, file);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        EXPECT_EQ(rowsThatAre("measured", file), kAll) << submission;
    }
}

// The row in flight fails as a whole, since each of its strategies works alone.
TEST(RunOnAFrailDriver, AVisitThatLosesTheDeviceCostsOneRow) {
    for (const char* back : {"device", "instance"}) {
        const std::string file = scratchFile("frail.json");
        const Outcome outcome = runFrail(std::string("FRAIL_VISIT=5 FRAIL_BACK=") + back, file);
        EXPECT_EQ(outcome.exitCode, 4) << outcome.err;
        EXPECT_THAT(outcome.err, Not(HasSubstr("validation:")));
        EXPECT_EQ(rowsThatAre("failed", file), 2u) << back;
        EXPECT_EQ(rowsThatAre("measured", file), kAll - 2) << back;
        EXPECT_THAT(readAll(file),
                    AllOf(HasSubstr("\"aborted\": \"\""), HasSubstr("the device was lost (vkQueueSubmit gave "
                                                                    "VK_ERROR_DEVICE_LOST)")));
    }
}

TEST(RunOnAFrailDriver, ADeviceThatDoesNotComeBackEndsTheRunWithWhatThereIs) {
    const std::string file = scratchFile("frail.json");
    const Outcome outcome = runFrail("FRAIL_VISIT=5 FRAIL_BACK=never", file);
    EXPECT_EQ(outcome.exitCode, 4) << outcome.err;
    EXPECT_THAT(readAll(file),
                ContainsRegex("\"aborted\": \"'llvmpipe.* was lost and could not be opened again: "));
    EXPECT_THAT(outcome.err, Not(HasSubstr("validation:")));
    EXPECT_EQ(rowsThatAre("failed", file), 2u);
    const Outcome resumed =
        runProgram({"run", "--driver", kDriver, "--resume", file, "--format", "csv"}, "LP_NUM_THREADS=1");
    EXPECT_EQ(resumed.exitCode, 4) << resumed.err;
    EXPECT_EQ(rowsThatAre("failed", file), 2u) << "it was not met again";
    EXPECT_EQ(rowsThatAre("measured", file), kAll - 2);
}

TEST(RunOnAFrailDriver, ASubmissionThatDoesNotEndEndsTheRunWithWhatThereIs) {
    const std::string file = scratchFile("frail.json");
    const Outcome outcome = runFrail("FRAIL_HANG=5", file);
    EXPECT_EQ(outcome.exitCode, 4) << outcome.err;
    EXPECT_EQ(rowsThatAre("failed", file), 2u);
    EXPECT_THAT(readAll(file), HasSubstr("\"aborted\": \"the device hangs: "));
}

TEST(RunOnAFrailDriver, IsOpenedWithoutFeaturesThatItRefuses) {
    const std::string file = scratchFile("frail.json");
    const Outcome outcome = runFrail("FRAIL_FEATURES=1", file);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(rowsThatAre("unsupported", file), 2u) << "push descriptors";
    EXPECT_EQ(rowsThatAre("measured", file), kAll - 2);
    EXPECT_THAT(
        readAll(file),
        AllOf(HasSubstr("\"push_descriptors\": true"), HasSubstr("\"enabled\": []"),
              ContainsRegex("\"reason\": \"the device opens only without optional features: .* cannot be "
                            "opened \\(vkCreateDevice gave VK_ERROR_FEATURE_NOT_PRESENT\\)\"")));
}

TEST(RunOnAFrailDriver, TheComputeQueueIsOneWithoutGraphics) {
    const std::string file = scratchFile("frail.json");
    const Outcome none = runFrail("", file, {"--queue", "compute"});
    EXPECT_EQ(none.exitCode, 3);
    EXPECT_THAT(none.err, HasSubstr("it has no compute queue without graphics"));
    const Outcome outcome = runFrail("FRAIL_QUEUES=1", file, {"--queue", "compute"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(readAll(file), HasSubstr("\"queue\": \"compute\""));
    const Outcome resumed =
        runProgram({"run", "--driver", kDriver, "--resume", file, "--format", "csv"}, "LP_NUM_THREADS=1");
    EXPECT_EQ(resumed.exitCode, 3) << "the file says which queue";
}

TEST(RunOnAFrailDriver, FitsEightyColumns) {
    EXPECT_EQ(onEighty({"devices", "--driver", kDriver}).exitCode, 0);
    EXPECT_EQ(onEighty({"ab", "--driver", kDriver, "--driver", kDriver, "--blocks", "2", "--filter",
                        "raw-load4-linear", "--all"})
                  .exitCode,
              0);
}

} // namespace
} // namespace vkperftest
