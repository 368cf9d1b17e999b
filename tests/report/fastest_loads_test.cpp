// Which loads are fastest on most devices, and which row differs most.
#include "report/devices.h"

#include <gmock/gmock.h>

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
    EXPECT_EQ(mostOften({one, device({"raw", "typed"}, {"structured", "raw", "typed"}),
                         device({"raw"}, {"raw", "typed"}, Pattern::Random)}),
              "raw: 2 of 2 (linear); raw or typed: 1 of 2 (random)");
    EXPECT_EQ(mostOften({}), "");
}

TEST(FastestLoads, CountsOnlyDevicesThatMeasuredALoad) {
    EXPECT_EQ(
        mostOften({device({"structured", "raw"}, {"structured", "raw", "typed"}),
                   device({"structured", "raw"}, {"structured", "raw", "typed"}),
                   device({"raw"}, {"raw", "typed"}), // an old table: no structured buffers
                   device({"typed", "rare"}, {"raw", "typed", "rare"})}),
        "structured: 2 of 2 (linear)"); // not 2 of 4, behind raw's 3; and one device in four is too few for the load it alone measured
    EXPECT_EQ(mostOften({device({"structured", "typed"}, {"structured", "typed"}),
                         device({"typed"}, {"raw", "typed"})}),
              "structured: 1 of 1, typed: 2 of 2 (linear)");
}

TEST(FastestLoads, NamesTheRowThatDiffersMost) {
    RunResult one = sampleRun(), other = sampleRun();
    other.rows[1].strategies[0] = measuredStrategy("set", 8.963 * 3.911 / 8, 0.001); // 8 times the baseline
    const RunFigures slow = analyse(one), fast = analyse(other);
    const std::vector<NamedDevice> devices = {{"A", &slow}, {"B", &fast}};
    const std::string told = largestDifference(devices);
    EXPECT_THAT(told, testing::HasSubstr(one.rows[1].name + " is "));
    EXPECT_THAT(told, testing::HasSubstr("on B and "));
    EXPECT_EQ(largestDifference(std::span(devices).first(1)), "");
}

TEST(FastestLoads, ExperimentsSayNothing) {
    RunResult run = sampleRunWithTwins();
    run.settings.suite = "uniform";
    EXPECT_TRUE(fastestLoads(analyse(run)).loads.empty());
}

} // namespace
} // namespace vkperftest
