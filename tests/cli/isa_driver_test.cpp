// `isa` with real drivers that compile: Mesa's RADV for AMD GPUs that the machine lacks, a driver that tells
// nothing, and two that break.
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <vulkan/vulkan_core.h>

#include "eighty_columns.h"
#include "regular_expressions.h"

namespace vkperftest {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

const std::string kRadv = VKPERFTEST_RADV_MANIFEST;

TEST(IsaDriver, PrintsTheLoadsOfOneTarget) {
    const Outcome outcome = runProgram(
        {"isa", "--driver", kRadv, "--target", "polaris10", "--filter", "ByteAddressBuffer.Load4 linear"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(countLines(outcome.out), 4u);
    EXPECT_THAT(
        outcome.out,
        ContainsRegex("^polaris10 .GCN 4: RX 480, RX 580.: [^\n]*POLARIS10[^\n]*, radv Mesa [^\n]+\n\n"
                      "row +polaris10 +in flight +subgroup +registers +code\n"));
    EXPECT_THAT(
        outcome.out,
        ContainsRegex("\nByteAddressBuffer.Load4 linear +1 × buffer_load_dwordx4.* 4 +64 +[0-9]+ SGPRs, "
                      "[0-9]+ VGPRs +[0-9a-f]{16}\n"));
    EXPECT_EQ(outcome.err, "");
}

TEST(IsaDriver, FitsEightyColumnsHoweverManyTargetsThereAre) {
    for (const char* targets : {"polaris10", "amd", "list"}) {
        std::vector<std::string> arguments = {"isa", "--driver", kRadv, "--target", targets};
        if (targets != std::string("list")) arguments.insert(arguments.end(), {"--filter", "raw-load4*"});
        EXPECT_EQ(onEighty(arguments).exitCode, 0) << targets;
    }
}

TEST(IsaDriver, SeveralTargetsMakeAMatrixAndTwoRunsTheSame) {
    const std::vector<std::string> arguments = {"isa",      "--driver", kRadv,      "--target", "polaris10",
                                                "--target", "navi21",   "--format", "csv",      "--strategy",
                                                "set,push", "--filter", "*Load4*"};
    const Outcome first = runProgram(arguments);
    EXPECT_EQ(first.exitCode, 0) << first.err;
    EXPECT_THAT(first.out, StartsWith("name,id,strategy,target,device,driver,loads,in_flight,subgroup_size,"
                                      "registers,code\n"));
    for (const char* row : {",raw-load4-linear,set,polaris10,", ",raw-load4-linear,push,navi21,"})
        EXPECT_THAT(first.out, HasSubstr(row));
    EXPECT_EQ(first.err, ""); // each line says what it is of
    EXPECT_EQ(runProgram(arguments).out, first.out);
}

TEST(IsaDriver, RowsThatAStrategyCannotBindSayWhy) {
    const Outcome outcome =
        runProgram({"isa", "--driver", kRadv, "--target", "polaris10", "--suite", "binding", "--strategy",
                    "inline,address-16", "--filter", "*Buffer.Load linear"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                ContainsRegex("\nByteAddressBuffer.Load linear +unsupported: needs a uniform buffer +"
                              "unsupported: needs loads of 16 bytes"));
}

// One manifest in two places: no version tells the drivers apart, and neither does the file's name.
TEST(IsaDriver, TwoDriversAreComparedAndTold) {
    const std::string folder = scratchFile("");
    std::vector<std::string> arguments = {"isa", "--target", "vega10", "--filter", "raw-load4-linear"};
    for (const char* name : {"old", "new"}) {
        std::filesystem::create_directories(folder + name);
        writeAll(folder + name + "/radeon.json", readAll(kRadv));
        arguments.insert(arguments.end(), {"--driver", folder + name + "/radeon.json"});
    }
    const Outcome outcome = runProgram(arguments);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                ContainsRegex("^vega10 old/radeon .GCN 5.*: .*\nvega10 new/radeon .GCN 5.*: .*\n\n"
                              "row +vega10 old/radeon → new/radeon\n"));
    EXPECT_THAT(outcome.out, ContainsRegex("1 × buffer_load_dwordx4.*, same code\n"));
}

TEST(IsaDriver, PrintsTheCodeItself) {
    const Outcome outcome = runProgram({"isa", "--driver", kRadv, "--target", "navi10", "--filter",
                                        "cbuffer{float4} load uniform", "--full"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                AllOf(HasSubstr("\n\ncbuffer{float4} load uniform, navi10, set\n1 × s_buffer_load_dwordx4"),
                      HasSubstr("\nSubgroup size: 64\n"), HasSubstr("\nVGPRs: "), HasSubstr("\ts_endpgm")));
}

TEST(IsaDriver, ListsWhatTheInstalledMesaCompilesFor) {
    const Outcome outcome = runProgram({"isa", "--driver", kRadv, "--target", "list"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, ContainsRegex("\npolaris10 +GCN 4: RX 480, RX 580 +RADV Mesa [^\n]+\n"));
}

TEST(IsaDriver, AFamilyThatThisMesaLacksCostsOnlyItself) {
    // No version knows both names.
    const Outcome outcome = runProgram({"isa", "--driver", kRadv, "--target", "gfx1100", "--target", "navi31",
                                        "--target", "fiji", "--filter", "raw-load4-linear"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.out, ContainsRegex("\n\nrow +(gfx1100|navi31) +fiji\n"));
    EXPECT_EQ(countLines(outcome.out), 5u);
    EXPECT_THAT(outcome.err,
                ContainsRegex(
                    "error: (gfx1100|navi31): not supported by this Mesa version; Mesa [0-9.]+ supports it"));
    EXPECT_EQ(countLines(outcome.err), 1u) << outcome.err;
    const bool old = outcome.err.find("navi31") != std::string::npos; // Mesa 22
    const Outcome alone = runProgram({"isa", "--driver", kRadv, "--target", old ? "navi31" : "gfx1100"});
    EXPECT_EQ(alone.exitCode, 3);
    EXPECT_EQ(alone.out, "");
}

// Behind the layer in tests/layer: the Nth use of the call gives the result.
constexpr bool kHasLayer = VKPERFTEST_LAYER_FOLDER[0] != '\0';

Outcome runFailingToEnumerate(const std::string& use, VkResult result,
                              const char* call = "vkEnumeratePhysicalDevices") {
    return runProgram(
        {"isa", "--driver", kRadv, "--target", "navi21", "--filter", "raw-load4-linear"},
        fmt::format("NODEVICE_SELECT=1 VK_ADD_LAYER_PATH='{}' VK_INSTANCE_LAYERS=VK_LAYER_VKPERFTEST_hostile "
                    "HOSTILE_FAIL='{} {} {}'",
                    VKPERFTEST_LAYER_FOLDER, call, use, static_cast<int>(result)));
}

// Vulkan's loader gives it where drivers know no GPU, too; RADV ends the process then.
TEST(IsaDriver, AnEnumerationThatFailedIsNamed) {
    if (!kHasLayer) GTEST_SKIP() << "without lavapipe there is no layer";
    for (const char* use : {"1", "2"}) {
        const Outcome outcome = runFailingToEnumerate(use, VK_ERROR_INITIALIZATION_FAILED);
        EXPECT_EQ(outcome.exitCode, 3) << use;
        EXPECT_THAT(
            outcome.err,
            StartsWith("vkperftest: error: navi21: vkEnumeratePhysicalDevices returned "
                       "VK_ERROR_INITIALIZATION_FAILED, as for a GPU that this Mesa version does "
                       "not support; Mesa 22.3.6 supports it; --driver takes another version's manifest"));
    }
}

TEST(IsaDriver, ADeviceWhoseExtensionsCannotBeHadIsNotTakenForAnotherDrivers) {
    if (!kHasLayer) GTEST_SKIP() << "without lavapipe there is no layer";
    const Outcome outcome =
        runFailingToEnumerate("1", VK_ERROR_OUT_OF_HOST_MEMORY, "vkEnumerateDeviceExtensionProperties");
    EXPECT_EQ(outcome.exitCode, 3);
    EXPECT_THAT(outcome.err, HasSubstr("' cannot be used: "));
    EXPECT_THAT(outcome.err,
                HasSubstr("vkEnumerateDeviceExtensionProperties returned VK_ERROR_OUT_OF_HOST_MEMORY"));
}

TEST(IsaDriver, AnEnumerationThatWasIncompleteIsRepeated) {
    if (!kHasLayer) GTEST_SKIP() << "without lavapipe there is no layer";
    const Outcome repeated = runFailingToEnumerate("2", VK_INCOMPLETE);
    EXPECT_EQ(repeated.exitCode, 0) << repeated.err;
    EXPECT_THAT(repeated.out, HasSubstr("1 × buffer_load_dwordx4"));
    const Outcome outcome = runFailingToEnumerate("2+", VK_INCOMPLETE);
    EXPECT_EQ(outcome.exitCode, 3);
    EXPECT_THAT(outcome.err, HasSubstr("navi21: Vulkan cannot be used: vkEnumeratePhysicalDevices returned "
                                       "VK_INCOMPLETE"));
}

TEST(IsaDriver, ACrashCostsOnlyThatDriver) {
    const Outcome outcome = runProgram({"isa", "--driver", VKPERFTEST_CRASHING_MANIFEST, "--driver", kRadv,
                                        "--target", "fiji", "--filter", "raw-load4-linear"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.out, HasSubstr("1 × buffer_load_dwordx4"));
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("crashing"), HasSubstr("Aborted"),
                                   HasSubstr("the driver printed 'the faulty driver was here'")));
}

TEST(IsaDriver, AHangCostsOnlyThatDriver) {
    const Outcome outcome =
        runProgram({"isa", "--driver", VKPERFTEST_HANGING_MANIFEST, "--driver", kRadv, "--target", "fiji",
                    "--filter", "raw-load4-linear", "--patience", "3"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.out, HasSubstr("1 × buffer_load_dwordx4"));
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("hanging"), HasSubstr("nothing was finished for 3 s")));
}

TEST(IsaDriver, TargetsOfAnotherDriverAreRefused) {
    const Outcome outcome = runProgram({"isa", "--driver", VKPERFTEST_LAVAPIPE_MANIFEST, "--target", "fiji"});
    EXPECT_EQ(outcome.exitCode, 3);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr("is not the manifest of RADV, which compiles for fiji"));
}

TEST(IsaDriver, ADriverThatWorksForNoTargetIsNoList) {
    const std::pair<std::string, int> kDrivers[] = {{VKPERFTEST_LAVAPIPE_MANIFEST, 3},
                                                    {"/nonexistent.json", 2}};
    for (const auto& [driver, exitCode] : kDrivers) {
        const Outcome outcome = runProgram({"isa", "--driver", driver, "--target", "list"});
        EXPECT_EQ(outcome.exitCode, exitCode) << driver;
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(countLines(outcome.err), 1u) << outcome.err;
    }
}

TEST(IsaDriver, AManifestThatDoesNotLoadIsPassedOver) {
    const std::string folder = scratchFile("icd.d");
    std::filesystem::create_directories(folder);
    writeAll(folder + "/radeon_icd.json",
             "{\"file_format_version\": \"1.0.0\", \"ICD\": {\"api_version\": \"1.1.0\", \"library_path\": "
             "\"/nonexistent.so\"}}");
    writeAll(folder + "/radeon_icd.other.json", readAll(kRadv));
    const Outcome outcome =
        runProgram({"isa", "--target", "fiji", "--filter", "raw-load4-linear"}, "VK_DRIVER_FILES=" + folder);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("1 × buffer_load_dwordx4"));
}

TEST(IsaDriver, ExperimentsSayWhatTheCodeTells) {
    const auto told = [](const char* experiment) {
        const Outcome outcome =
            runProgram({"experiment", experiment, "--driver", kRadv, "--target", "polaris10"});
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        EXPECT_THAT(outcome.out,
                    ContainsRegex("\npolaris10 .GCN 4: RX 480, RX 580.: [^\n]*\n(.*\n)?No figures: "
                                  "nothing was executed; measure on the GPU.\n\n"));
        return outcome.out;
    };
    const std::string uniform = told("uniform");
    EXPECT_THAT(uniform, StartsWith("The compiler shares 7 of 10 uniform loads by scalar loads, but not"));
    EXPECT_THAT(uniform,
                ContainsRegex("Buffer<RGBA8>.Load, Buffer<R32f>.Load, Texture2D<RGBA8>.Load +not shared: "
                              "each lane loads\n"));
    const std::string binding = told("binding");
    EXPECT_THAT(binding, StartsWith("The strategies do not differ in their loads; "));
    EXPECT_THAT(binding, HasSubstr("4-byte alignment gives the same "));
    const std::string vector = told("vector");
    EXPECT_THAT(vector,
                StartsWith("The compiler splits none of 23 vectors, and the offset changes no code: "));
}

TEST(IsaDriver, AnExperimentsTargetsAreToldOneByOneAndATroubledOneCostsOnlyItself) {
    const auto formatted = [](const char* format) {
        const Outcome outcome =
            runProgram({"experiment", "uniform", "--driver", kRadv, "--target", "fiji", "--target", "vega10",
                        "--target", "skl", "--filter", "Load4 uniform", "--format", format});
        EXPECT_EQ(outcome.exitCode, 4);
        EXPECT_THAT(outcome.err, HasSubstr("error: skl: "));
        return outcome;
    };
    const std::string conclusion =
        ": Leave uniform loads as they are: the compiler shares all 1 by scalar loads; "
        "59 of the suite's 73 rows were not compiled\n";
    EXPECT_THAT(formatted("markdown").out,
                AllOf(HasSubstr("fiji: Leave uniform"), HasSubstr("vega10: Leave uniform")));
    const Outcome csv = formatted("csv");
    EXPECT_THAT(csv.out, StartsWith("experiment,target,device,subject,verdict,sentence\nuniform,fiji,"));
    EXPECT_EQ(countLines(csv.out), 3u);
    EXPECT_THAT(csv.err, AllOf(HasSubstr("vkperftest: fiji" + conclusion), HasSubstr("No figures: ")));
    EXPECT_THAT(formatted("json").out,
                AllOf(HasSubstr("\"target\": \"vega10\""), HasSubstr("\"verdict\": \"scalar loads\"")));
    EXPECT_EQ(runProgram({"experiment", "uniform", "--driver", kRadv, "--target", "skl"}).exitCode, 3);
}

TEST(IsaDriver, ADriverThatTellsNothingIsSaid) {
    const Outcome outcome =
        runProgram({"isa", "--driver", VKPERFTEST_LAVAPIPE_MANIFEST, "--filter", "raw-load4-linear"});
    if (outcome.exitCode == 0) GTEST_SKIP() << "this lavapipe tells";
    EXPECT_EQ(outcome.exitCode, 3);
    EXPECT_THAT(outcome.err,
                ContainsRegex("^vkperftest: error: the code compiled for 'llvmpipe")); // named once
    EXPECT_THAT(outcome.err, HasSubstr("the driver lacks VK_KHR_pipeline_executable_properties"));
}

} // namespace
} // namespace vkperftest
