// `isa --target` for Intel's GPUs, which Mesa compiles for on a device whose kernel driver is a fake.
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "gather_shader.h"
#include "program.h"
#include "regular_expressions.h"

namespace vkperftest {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kAnv = VKPERFTEST_ANV_MANIFEST;

TEST(FakeDevice, EveryRowCompilesWhateverDriverTheLoaderIsToldToTake) {
    const Outcome outcome =
        runProgram({"isa", "--target", "skl", "--format", "csv"}, "VK_DRIVER_FILES=/nonexistent.json");
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(countLines(outcome.out), 139u);
    EXPECT_THAT(
        outcome.out,
        ContainsRegex("\nByteAddressBuffer.Load4 linear,raw-load4-linear,set,skl,.*SKL GT2.*,Mesa [^,]*,"
                      "1 × untyped surface read x4,"));
    EXPECT_EQ(outcome.err, "");
}

TEST(FakeDevice, AGpusNameStandsForItsFamily) {
    const Outcome outcome =
        runProgram({"isa", "--driver", kAnv, "--target", "hd 630", "--filter", "raw-load4-linear"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, ContainsRegex("^kbl .Gen9: HD 630.: Intel[^\n]+KBL"));
}

TEST(FakeDevice, ATargetOfAnotherDriverCostsOnlyItself) {
    const Outcome outcome = runProgram({"isa", "--driver", kAnv, "--target", "skl", "--target", "polaris10",
                                        "--filter", "raw-load4-linear"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.out, HasSubstr("1 × untyped surface read x4"));
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("polaris10: "), HasSubstr("not the manifest of RADV")));
    EXPECT_EQ(runProgram({"isa", "--driver", kAnv, "--target", "polaris10"}).exitCode, 3);
}

// Mesa 22.3.6 does not know all of them, Mesa 25.0.7 does.
TEST(FakeDevice, OfAVendorOnlyWhatTheDriversKnowIsCompiled) {
    const Outcome list = runProgram({"isa", "--driver", kAnv, "--target", "list", "--format", "csv"});
    const std::size_t leftOut = occurrences(list.out, ",no,probably not supported by this Mesa version;");
    const Outcome outcome = runProgram(
        {"isa", "--driver", kAnv, "--target", "intel", "--filter", "raw-load4-linear", "--format", "csv"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr(",skl,"), HasSubstr(",dg2,"), Not(HasSubstr(",hsw,"))));
    EXPECT_EQ(outcome.err, leftOut == 0
                               ? ""
                               : fmt::format("vkperftest: skipped {} target{} that the drivers do not "
                                             "support; see `isa --target list`\n",
                                             leftOut, leftOut == 1 ? "" : "s"));
}

TEST(FakeDevice, TheListNamesDriversAndPackages) {
    const Outcome outcome = runProgram({"isa", "--target", "list"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, ContainsRegex("^AMD\n\n(.*\n)+Intel\n\n(.*\n)+NVIDIA\n\n"));
    EXPECT_THAT(outcome.out, ContainsRegex("\nskl +Gen9: HD 530 +ANV Mesa "));
    EXPECT_THAT(outcome.out, HasSubstr("\nNVK is in mesa-vulkan-drivers of Debian 13 or newer.\n"));
    EXPECT_THAT(runProgram({"isa", "--driver", kAnv, "--target", "list", "--format", "csv"}).out,
                ContainsRegex("^vendor,target,gpus,aliases,driver,version,works,trouble,package\n"
                              "(.*\n)+Intel,kbl,Gen9: HD 630,HD 630 / i7 6700K[^,]*,ANV,Mesa [^,]*,yes,,"));
}

TEST(FakeDevice, ExperimentsSayWhatTheCodeTells) {
    struct Fact {
        const char *driver, *target, *experiment, *verdict;
    };
    const Fact facts[] = {
        {"anv-22.3.6.json", "skl", "uniform",
         "Uniform loads: fewer 1 of 10 (push constants{float4} load), as many 9"},
        {"anv-25.0.7.json", "skl", "uniform", "Uniform loads: fewer 4 of 10, as many 6 of 10"},
        {"anv-25.0.7.json", "dg2", "uniform", "Uniform loads: fewer 7 of 10, as many 3 of 10"},
        {"trixie/nvk-25.0.7.json", "ampere", "uniform", "Uniform loads: as many 10 of 10"},
        {"trixie/nvk-25.0.7.json", "ampere", "binding",
         "Against set: fewer 1 of 9 (0.25x: address-16), more 1 of 9 (4.00x: address-4)"},
        {"trixie/nvk-25.0.7.json", "ampere", "vector",
         "Vectors: more 22 of 23 (2.00 to 4.00x), as many 1 of 23 (half2)"},
    };
    for (const Fact& fact : facts) {
        const std::string manifest = std::string(VKPERFTEST_MESA "/") + fact.driver;
        if (!std::filesystem::exists(manifest)) continue; // scripts/mesa-versions.sh fetches it
        const Outcome outcome = runProgram(
            {"experiment", fact.experiment, "--driver", manifest, "--target", fact.target, "--wide"});
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        EXPECT_THAT(outcome.out, StartsWith(fact.verdict)) << fact.driver << " " << fact.target;
    }
    const Outcome installed = runProgram({"experiment", "uniform", "--driver", kAnv, "--target", "skl"});
    EXPECT_EQ(installed.exitCode, 0) << installed.err;
    EXPECT_THAT(installed.out, ContainsRegex("\npush constants.float4. load +fewer +no load in the loop\n"));
}

struct Gathered {
    const char *driver, *target;
};
constexpr Gathered kGathered[] = {{"anv-22.3.6.json", "skl"},        {"anv-22.3.6.json", "tgl"},
                                  {"anv-25.0.7.json", "dg2"},        {"hasvk-25.0.7.json", "hsw"},
                                  {"trixie/nvk-25.0.7.json", "ada"}, {"trixie/nvk-26.1.6.json", "turing"},
                                  {"trixie/anv-26.1.6.json", "lnl"}};

// Of the manifest that scripts/mesa-versions.sh fetches; empty if it did not.
std::string fetched(const char* driver) {
    const std::string manifest = std::string(VKPERFTEST_MESA "/") + driver;
    return std::filesystem::exists(manifest) ? manifest : "";
}

// Without a driver, its vendor is not tested.
TEST(FakeDevice, UsersShadersHaveTheirLines) {
    const std::string file = scratchFile("gather.comp");
    writeAll(file, kGatherShader);
    std::size_t tested = 0;
    for (const Gathered& one : kGathered) {
        const std::string manifest = fetched(one.driver);
        if (manifest.empty()) continue;
        SCOPED_TRACE(std::string(one.driver) + " " + one.target);
        ++tested;
        const Outcome outcome =
            runProgram({"isa", file, "--driver", manifest, "--target", one.target, "--format", "csv"});
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        EXPECT_THAT(outcome.out, ContainsRegex(",1,load,[^\n]*,1,32,no,data,11,yes,"));
        EXPECT_THAT(outcome.out, ContainsRegex(",1,load,[^\n]*,1,128,no,data,12,yes,"));
        EXPECT_THAT(outcome.out, ContainsRegex(",none,store,[^\n]*,1,128,no,data,14,yes,"));
    }
    if (tested == 0) GTEST_SKIP() << "scripts/mesa-versions.sh has fetched no driver";
}

// It reports no spills, so nothing can be said about them.
TEST(FakeDevice, SpillsThatNvkDoesNotReportAreNoSuccess) {
    const std::string manifest = fetched("trixie/nvk-25.0.7.json");
    if (manifest.empty()) GTEST_SKIP() << "scripts/mesa-versions.sh has not fetched NVK 25.0.7";
    const std::string file = scratchFile("gather.comp");
    writeAll(file, kGatherShader);
    const Outcome outcome =
        runProgram({"isa", file, "--driver", manifest, "--target", "ada", "--fail-on", "spills"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.err,
                HasSubstr("--fail-on spills could not check any shader: the driver does not report"));
}

// It executes nothing: whoever measures on it must see that.
TEST(FakeDevice, NothingIsMeasuredOnIt) {
    const Outcome outcome =
        runProgram({"run", "--driver", kAnv, "--quick", "--filter", "raw-load4-linear"},
                   "LD_PRELOAD=" VKPERFTEST_FAKE_DEVICE_LIBRARY " VKPERFTEST_FAKE_DEVICE=i915:1912");
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr("wrong values"));
}

} // namespace
} // namespace vkperftest
