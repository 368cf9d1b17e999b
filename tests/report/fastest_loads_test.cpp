// Which loads are fastest on most devices.
#include "report/devices.h"

#include <gmock/gmock.h>

#include "golden.h"
#include "sample_run.h"

namespace vkperftest {
namespace {

FastestLoads device(std::vector<std::string> kinds, std::vector<std::string> compared,
                    Pattern pattern = Pattern::Linear) {
    return {.loads = {{8, pattern, std::move(kinds), std::move(compared)}}, .texts = {}};
}

std::string mostOften(const std::vector<FastestLoads>& devices) {
    std::vector<const FastestLoads*> all;
    for (const FastestLoads& each : devices) all.push_back(&each);
    return mostOftenFastest(all, 8);
}

TEST(FastestLoads, CountsTheDevicesOnWhichALoadIsFastest) {
    FastestLoads one = device({"structured", "raw"}, {"structured", "raw", "typed"});
    one.loads.push_back({8, Pattern::Random, {"typed"}, {"raw", "typed"}});
    expectGolden(mostOften({one, device({"raw", "typed"}, {"structured", "raw", "typed"}),
                            device({"raw"}, {"raw", "typed"}, Pattern::Random)}));
    EXPECT_EQ(mostOften({}), "");
}

TEST(FastestLoads, CountsOnlyDevicesThatMeasuredALoad) {
    // Not 2 of 4, behind raw's 3; and one device in four is too few for the load that it alone measured.
    expectGolden(mostOften({device({"structured", "raw"}, {"structured", "raw", "typed"}),
                            device({"structured", "raw"}, {"structured", "raw", "typed"}),
                            device({"raw"}, {"raw", "typed"}), // an old table: no structured buffers
                            device({"typed", "rare"}, {"raw", "typed", "rare"})}));
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
    EXPECT_TRUE(fastestLoads(analyse(run)).loads.empty());
}

} // namespace
} // namespace vkperftest
