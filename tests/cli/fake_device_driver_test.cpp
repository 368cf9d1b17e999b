// `isa --target` for Intel's GPUs, which Mesa compiles for on a device whose kernel driver is a fake.
#include <gmock/gmock.h>

#include "contains_regex.h"
#include "program.h"

namespace vkperftest {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

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

TEST(FakeDevice, OfAVendorOnlyWhatTheDriversKnowIsCompiled) {
    const Outcome outcome = runProgram(
        {"isa", "--driver", kAnv, "--target", "intel", "--filter", "raw-load4-linear", "--format", "csv"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr(",skl,"), HasSubstr(",dg2,"), Not(HasSubstr(",hsw,"))));
    EXPECT_EQ(outcome.err, "");
}

TEST(FakeDevice, TheListNamesDriversAndPackages) {
    const Outcome outcome = runProgram({"isa", "--target", "list"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, ContainsRegex("^AMD\n\n(.*\n)+Intel\n\n(.*\n)+NVIDIA\n\n"));
    EXPECT_THAT(outcome.out, ContainsRegex("\nskl +Gen9: HD 530 +ANV Mesa "));
    EXPECT_THAT(outcome.out, HasSubstr("\nNVK is in mesa-vulkan-drivers of Debian 13 or newer.\n"));
    EXPECT_THAT(
        runProgram({"isa", "--driver", kAnv, "--target", "list", "--format", "csv"}).out,
        ContainsRegex("^vendor,target,gpus,aliases,driver,version,works,trouble,package\n"
                      "(.*\n)+Intel,kbl,Gen9: HD 630,HD 630 / i7 6700K; HD 630,ANV,Mesa [^,]*,yes,,"));
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
