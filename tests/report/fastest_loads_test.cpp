// Which loads are fastest on most devices.
#include "report/devices.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "golden.h"
#include "sample_run.h"

namespace vkperftest {
namespace {

// Of loads of 8 bytes.
Choices device(const std::vector<std::string>& fastest, const std::vector<std::string>& compared,
               Pattern pattern = Pattern::Linear) {
    LoadChoice choice{8, pattern, {}};
    for (const std::string& name : compared)
        choice.all.push_back({.kind = &*std::ranges::find(kLoadKinds, name, &LoadKindChoice::name),
                              .row = {},
                              .cost = {},
                              .isFastest = std::ranges::count(fastest, name) > 0});
    return {choice};
}

std::string mostOften(const std::vector<Choices>& devices) {
    std::vector<const Choices*> all;
    for (const Choices& each : devices) all.push_back(&each);
    return mostOftenFastest(all, 8);
}

TEST(FastestLoads, CountsTheDevicesOnWhichALoadIsFastest) {
    Choices one = device({"structured", "raw"}, {"structured", "raw", "typed"});
    one.push_back(device({"typed"}, {"raw", "typed"}, Pattern::Random)[0]);
    expectGolden(mostOften({one, device({"raw", "typed"}, {"structured", "raw", "typed"}),
                            device({"raw"}, {"raw", "typed"}, Pattern::Random)}));
    EXPECT_EQ(mostOften({}), "");
}

TEST(FastestLoads, CountsOnlyDevicesThatMeasuredALoad) {
    // Not 2 of 4, behind raw's 3; and one device in four is too few for the load that it alone measured.
    expectGolden(mostOften({device({"structured", "raw"}, {"structured", "raw", "typed"}),
                            device({"structured", "raw"}, {"structured", "raw", "typed"}),
                            device({"raw"}, {"raw", "typed"}), // an old table: no structured buffers
                            device({"typed", "texture"}, {"raw", "typed", "texture"})}));
    expectGolden(mostOften(
        {device({"structured", "typed"}, {"structured", "typed"}), device({"typed"}, {"raw", "typed"})}));
}

TEST(FastestLoads, DevicesOfOneChipAreOne) {
    const auto chip = [](std::uint32_t vendor, std::uint32_t id, const char* name) {
        RunResult run = sampleRunWithControls();
        run.device.vendorId = vendor;
        run.device.deviceId = id;
        run.device.name = name;
        return chipKey(run);
    };
    const std::string h100 = chip(kVendorNvidia, 0x2330, "NVIDIA H100 80GB HBM3");
    EXPECT_EQ(chip(kVendorNvidia, 0x2335, "NVIDIA H200"), h100);
    EXPECT_NE(chip(kVendorNvidia, 0x20b0, "NVIDIA A100-SXM4-40GB"), h100);
    EXPECT_NE(chip(kVendorAmd, 0x73bf, "RX 6800"), chip(kVendorAmd, 0x73df, "RX 6700 XT"));
}

TEST(FastestLoads, ExperimentsSayNothing) {
    RunResult run = sampleRunWithControls();
    run.settings.suite = "uniform";
    EXPECT_TRUE(fastestLoads(analyse(run)).empty());
}

} // namespace
} // namespace vkperftest
