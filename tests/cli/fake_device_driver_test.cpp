// `isa --target` for Intel's GPUs, which Mesa compiles for on a device whose kernel driver is a fake.
#include <filesystem>

#include <gnu/libc-version.h>

#include "matchers.h"
#include "paths.h"
#include "program.h"
#include "regular_expressions.h"

namespace vkperftest::fake_device_driver_test {

const std::string kAnv = "--driver " VKPERFTEST_ANV_MANIFEST, kOneRow = "--filter=raw-load4-linear";

// As an option, of the manifest that scripts/mesa-versions.sh fetches; empty if it did not, or if this system's C library
// is too old for the driver (build/mesa/trixie/run).
std::string fetched(const std::string& driver) {
    const std::string manifest = VKPERFTEST_MESA "/" + driver;
    const bool tooOld = driver.starts_with("trixie") && std::string(gnu_get_libc_version()) < "2.41";
    return std::filesystem::exists(manifest) && !tooOld ? "--driver " + manifest : "";
}

TEST(FakeDevice, EveryRowCompilesWhateverDriverTheLoaderIsToldToTake) {
    const Outcome outcome = exits(
        0, runProgram(shellWords("isa --target=skl --format=csv"), "VK_DRIVER_FILES=/nonexistent.json"));
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(countLines(outcome.out), 162u);
    EXPECT_THAT(outcome.out,
                ContainsRegex("\nByteAddressBuffer.Load4 linear,raw-load4-linear,set,skl,.*SKL GT2.*,"
                              "[^,]*,1 × untyped surface read x4,"));
}

TEST(FakeDevice, AGpusNameStandsForItsFamily) {
    EXPECT_THAT(outputOf("isa {} --target='hd 630' {}", kAnv, kOneRow),
                ContainsRegex("^kbl .Gen9: HD 630.: Intel[^\n]+KBL"));
}

TEST(FakeDevice, ATargetOfAnotherDriverCostsOnlyItself) {
    const Outcome outcome = exits(4, runLine("isa {} --target=skl --target=polaris10 {}", kAnv, kOneRow));
    expectParts(outcome.out, {"1 × untyped surface read x4"});
    expectParts(outcome.err, {"polaris10: ", "manifest of RADV"});
    EXPECT_EQ(runLine("isa {} --target=polaris10", kAnv).exitCode, 3);
}

// Mesa 22.3.6 does not know all of them, Mesa 25.0.7 does.
TEST(FakeDevice, OfAVendorOnlyWhatTheDriversKnowIsCompiled) {
    const std::string list = outputOf("isa {} --target=list --format=csv", kAnv);
    const std::size_t leftOut = occurrences(list, ",no,probably not supported by");
    const Outcome outcome = exits(0, runLine("isa {} --target=intel {} --format=csv", kAnv, kOneRow));
    expectParts(outcome.out, {",skl,", ",dg2,"}, {",hsw,"});
    EXPECT_THAT(outcome.err,
                StartsWith(leftOut == 0 ? "" : fmt::format("vkperftest: skipped {} target", leftOut)));
    EXPECT_EQ(countLines(outcome.err), leftOut == 0 ? 0u : 1u);
}

TEST(FakeDevice, TheListNamesDriversAndPackages) {
    const std::string out = outputOf("isa --target=list");
    EXPECT_THAT(out, ContainsRegex("^AMD\n\n(.*\n)+Intel\n\n(.*\n)+NVIDIA\n\n"));
    EXPECT_THAT(out, ContainsRegex("\nskl +Gen9: HD 530 +ANV"));
    expectParts(out, {"\nNVK is in mesa-vulkan-drivers"});
    EXPECT_THAT(outputOf("isa {} --target=list --format=csv", kAnv),
                ContainsRegex("^vendor,target,gpus,aliases,driver,version,works,trouble,package\n"
                              "(.*\n)+Intel,kbl,Gen9: HD 630,[^\n]*,ANV,[^,]*,yes,,"));
}

// Without a driver, its vendor is not tested. The lines are those in isa_driver_test.cpp.
TEST(FakeDevice, UsersShadersHaveTheirLines) {
    const std::string file = repositoryFile("tests/cli/shaders/gather.comp");
    std::size_t tested = 0;
    for (const auto& [driver, target] : {std::pair("anv-22.3.6.json", "skl"),
                                         {"anv-22.3.6.json", "tgl"},
                                         {"anv-25.0.7.json", "dg2"},
                                         {"hasvk-25.0.7.json", "hsw"},
                                         {"trixie/nvk-25.0.7.json", "ada"},
                                         {"trixie/nvk-26.1.6.json", "turing"},
                                         {"trixie/anv-26.1.6.json", "lnl"}}) {
        if (fetched(driver).empty()) continue;
        SCOPED_TRACE(std::string(driver) + " " + target);
        ++tested;
        const std::string out = outputOf("isa {} {} --target={} --format=csv", file, fetched(driver), target);
        for (const char* part :
             {",1,load,[^\n]*,1,32,no,data,11,yes,", ",1,load,[^\n]*,1,128,no,data,12,yes,",
              ",none,store,[^\n]*,1,128,no,data,14,yes,"})
            EXPECT_THAT(out, ContainsRegex(part));
    }
    if (tested == 0) GTEST_SKIP() << "nothing was fetched";
}

// It reports no spills, so nothing can be said about them.
TEST(FakeDevice, SpillsThatNvkDoesNotReportAreNoSuccess) {
    const std::string driver = fetched("trixie/nvk-25.0.7.json");
    if (driver.empty()) GTEST_SKIP() << "it was not fetched";
    const Outcome outcome = exits(4, runLine("isa {} {} --target=ada --fail-on=spills",
                                             repositoryFile("tests/cli/shaders/gather.comp"), driver));
    expectParts(outcome.err, {"--fail-on spills could not"});
}

// It executes nothing: whoever measures on it must see that.
TEST(FakeDevice, NothingIsMeasuredOnIt) {
    expectError(runProgram(shellWords("run --quick " + kAnv + " " + kOneRow),
                           "LD_PRELOAD=" VKPERFTEST_FAKE_DEVICE_LIBRARY " VKPERFTEST_FAKE_DEVICE=i915:1912"),
                4, {"wrong values"});
}

} // namespace vkperftest::fake_device_driver_test
