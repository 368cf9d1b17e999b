// `run` on a real driver that breaks: lavapipe behind the layer in tests/layer, whose files say what it can be told.
#include <gmock/gmock.h>
#include <vulkan/vulkan_core.h>

#include "eighty_columns.h"
#include "regular_expressions.h"

namespace vkperftest::run_driver_test {

const std::string kDriver = VKPERFTEST_LAVAPIPE_MANIFEST;
// Mesa's layer, which asks devices, too, and crashes where they fail, is left out. A visit of a driver with one
// thread is several submissions while other processes stop the thread; of one with two it is always one.
const std::string kLayer =
    "LP_NUM_THREADS=2 NODEVICE_SELECT=1 VK_ADD_LAYER_PATH='" VKPERFTEST_LAYER_FOLDER "' "
    "VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation:VK_LAYER_VKPERFTEST_hostile ";

// One of the layer's orders.
std::string fails(const std::string& call, VkResult result, const std::string& condition = {}) {
    return fmt::format("{} {} {}, ", call, static_cast<int>(result), condition);
}

const std::string kVisitLosesTheDevice = fails("vkQueueSubmit 5", VK_ERROR_DEVICE_LOST, "visit");

// Of rows that share no source, so that each is uploaded by itself. Under the validation layers, which see
// what the program is told: if they say anything, what would be exit code 0 is 4.
Outcome runHostile(const std::string& environment, const std::string& file, const std::string& more = {}) {
    return runProgram(shellWords(fmt::format("run --driver={} --quick --validate --filter=raw-load4-linear "
                                             "--filter=typed-rgba8-linear --output={} --format=csv {}",
                                             kDriver, file, more)),
                      kLayer + environment);
}

Outcome runFailing(const std::string& failures, const std::string& file) {
    return runHostile("HOSTILE_FAIL='" + failures + "'", file);
}

std::size_t rowsThatAre(const std::string& status, const std::string& file) {
    return occurrences(readAll(file), "\"status\": \"" + status + "\"");
}

// Two rows under two strategies, the no-load control and the dependent control of each, and the A/A control.
constexpr std::size_t kAll = 2 * 2 + 2 * 2 + 1;

TEST(RunOnAHostileDriver, AnUploadThatLosesTheDeviceIsTriedAgain) {
    for (const char* submission : {"2", "3"}) {
        const std::string file = scratchFile("failing.json");
        const Outcome outcome =
            runFailing(fails(std::string("vkQueueSubmit ") + submission, VK_ERROR_DEVICE_LOST), file);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        EXPECT_EQ(rowsThatAre("measured", file), kAll) << submission;
    }
}

// The row in flight fails as a whole, since each of its strategies works alone.
TEST(RunOnAHostileDriver, AVisitThatLosesTheDeviceCostsOneRow) {
    const std::string creation =
        fails("vkCreateDevice 2", VK_ERROR_DEVICE_LOST); // until there is a new instance
    for (const std::string& back : {std::string(), creation}) {
        const std::string file = scratchFile("failing.json");
        expectParts(exits(4, runFailing(kVisitLosesTheDevice + back, file)).err, {}, {"validation:"});
        EXPECT_EQ(rowsThatAre("failed", file), 2u) << back;
        EXPECT_EQ(rowsThatAre("measured", file), kAll - 2) << back;
        expectParts(readAll(file), {"\"aborted\": \"\"", "(vkQueueSubmit returned VK_ERROR_DEVICE_LOST)"});
    }
}

TEST(RunOnAHostileDriver, ADeviceThatDoesNotComeBackEndsTheRunWithWhatThereIs) {
    const std::string file = scratchFile("failing.json");
    const Outcome outcome =
        exits(4, runFailing(kVisitLosesTheDevice + fails("vkCreateDevice 2+", VK_ERROR_DEVICE_LOST), file));
    EXPECT_THAT(readAll(file), ContainsRegex("\"aborted\": \"'llvmpipe.* opened"));
    expectParts(outcome.err, {}, {"validation:"});
    EXPECT_EQ(rowsThatAre("failed", file), 2u);
    const Outcome resumed = runHostile("", file, "--continue");
    EXPECT_EQ(resumed.exitCode, 4) << resumed.err;
    EXPECT_EQ(rowsThatAre("failed", file), 2u);
    EXPECT_EQ(rowsThatAre("measured", file), kAll - 2);
}

// As it may when the process was paused meanwhile.
TEST(RunOnAHostileDriver, AWaitThatTimedOutIsRepeated) {
    const std::string file = scratchFile("failing.json");
    const Outcome outcome = runFailing(
        fails("vkWaitForFences 2", VK_TIMEOUT) + fails("vkWaitForFences 5", VK_TIMEOUT, "visit"), file);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(rowsThatAre("measured", file), kAll) << readAll(file);
}

// Nothing is released beside it: a driver would release then what the submission uses.
TEST(RunOnAHostileDriver, ASubmissionThatDoesNotEndEndsTheRunWithWhatThereIs) {
    const std::string ends = scratchFile("ends"), file = scratchFile("failing.json");
    const auto run = [&](const std::string& failures) {
        writeAll(ends, "");
        return runHostile(fmt::format("HOSTILE_ENDS='{}' HOSTILE_FAIL='{}'", ends, failures), file);
    };
    const Outcome healthy = exits(0, run("")); // the layer alone changes nothing
    EXPECT_EQ(rowsThatAre("measured", file), kAll) << readAll(file);
    EXPECT_EQ(readAll(ends), "vkDestroyInstance\nexit\n");
    expectParts(exits(3, run(fails("vkWaitForFences 2+", VK_TIMEOUT))).err, {"the device hangs: "});
    EXPECT_EQ(readAll(ends), "");
    const Outcome late = exits(4, run(fails("vkWaitForFences 5+", VK_TIMEOUT, "visit")));
    expectParts(late.err, {"the device hangs: "});
    EXPECT_EQ(rowsThatAre("failed", file), 2u);
    expectParts(readAll(file), {"\"aborted\": \"the device hangs: "});
    EXPECT_EQ(countLines(late.out), countLines(healthy.out)) << late.out;
    EXPECT_EQ(readAll(ends), "");
}

TEST(RunOnAHostileDriver, IsNotOpenedIfItRefusesFeaturesThatItOffers) {
    const Outcome outcome = exits(
        3, runFailing(fails("vkCreateDevice 1+", VK_ERROR_FEATURE_NOT_PRESENT), scratchFile("failing.json")));
    expectParts(outcome.err, {"VK_ERROR_FEATURE_NOT_PRESENT"});
}

// Verified there; with one type of memory, as lavapipe has it, there is nothing to compare.
TEST(RunOnAHostileDriver, LoadsFromEachKindOfMemoryOfACard) {
    const std::string file = scratchFile("memory.json");
    const auto run = [&](const std::string& lie) {
        const Outcome outcome =
            runProgram(shellWords(fmt::format("run --driver={} --quick --validate --suite=memory --output={} "
                                              "--filter='Buffer<RGBA8>*' --filter=strided-4-* --format=csv",
                                              kDriver, file)),
                       kLayer + "HOSTILE_LIE='" + lie + "'");
        return occurrences(outputOf(outcome), "memory itself has VK_MEMORY_PROPERTY_");
    };
    EXPECT_EQ(run(""), 4u);
    EXPECT_GT(rowsThatAre("unsupported", file), 0u);
    EXPECT_EQ(run("discrete"), 0u);
    EXPECT_EQ(rowsThatAre("unsupported", file), 0u);
    EXPECT_GT(rowsThatAre("measured", file), 7u);
}

TEST(RunOnAFrailDriver, FitsEightyColumns) {
    EXPECT_EQ(onEighty("devices --driver={}", kDriver).exitCode, 0);
    EXPECT_EQ(
        onEighty("ab --driver={0} --driver={0} --blocks=2 --filter=raw-load4-linear --all", kDriver).exitCode,
        0);
}

} // namespace vkperftest::run_driver_test
