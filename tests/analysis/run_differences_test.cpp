#include "analysis/run_differences.h"

#include "base/text.h"
#include "golden.h"
#include "matchers.h"
#include "model/made_up_run.h"

namespace vkperftest::run_differences_test {

RunResult lavapipe() {
    RunResult run = madeUpRun({.rows = 2});
    run.device.kind = DeviceKind::Cpu;
    run.settings.cpu = true;
    run.host = {.cpu = "AMD EPYC",
                .cpuIdentity = "Family 26 Model 2 Stepping 1",
                .cpuExtensions = {"avx", "avx2"},
                .cpuThreads = 2,
                .driverThreads = 1};
    return run;
}

TEST(RunDifferences, ASoftwareDriverOnAnotherCpuIsAnotherDevice) {
    const RunResult base = lavapipe();
    EXPECT_TRUE(sameDevice(base, base));
    EXPECT_EQ(deviceDifference(base, base), "");
    EXPECT_THAT(runDifferences(base, base), IsEmpty());
    void (*const kOthers[])(HostRecord&) = {[](HostRecord& host) { host.cpu = "AMD Ryzen"; },
                                            [](HostRecord& host) { host.cpuIdentity = "Family 25"; },
                                            [](HostRecord& host) { host.cpuExtensions = {"avx"}; },
                                            [](HostRecord& host) { host.cpuThreads = 16; },
                                            [](HostRecord& host) { host.driverThreads = 2; }};
    for (const auto& change : kOthers) {
        RunResult now = base;
        change(now.host);
        EXPECT_FALSE(sameDevice(base, now));
        expectGolden(deviceDifference(base, now));
        for (const std::string& difference : runDifferences(base, now)) expectGolden(difference);
    }
}

TEST(RunDifferences, AGpuIsTheSameOnEveryHost) {
    const RunResult base = madeUpRun({.rows = 2});
    RunResult now = base;
    now.host.cpu = "another";
    EXPECT_TRUE(sameDevice(base, now));
    EXPECT_THAT(runDifferences(base, now), IsEmpty());
    now.settings.effort = "published";
    EXPECT_THAT(runDifferences(base, now), SizeIs(1));
    now.device.deviceId += 1;
    now.device.name = "another GPU";
    EXPECT_THAT(deviceDifference(base, now), HasSubstr("NEW on another GPU"));
    now.source = "a README";
    EXPECT_THAT(deviceDifference(base, now), HasSubstr("NEW on another GPU"));
    EXPECT_THAT(runDifferences(base, now), IsEmpty()) << "which have no precision";
    now.device.name = "Made " + base.device.name;
    EXPECT_EQ(deviceDifference(base, now), "") << "as tables abbreviate";
}

void expectDifferences(const RunResult& base, const RunResult& now) {
    expectGolden(join(runDifferences(base, now), "\n") + "\n.");
}

TEST(SameDevice, IsAssumedAsFarAsIsKnown) {
    const RunResult base = lavapipe();
    RunResult other = base;
    other.host = {.cpu = "AMD EPYC", .cpuThreads = 2};
    EXPECT_TRUE(sameDevice(base, other));
}

TEST(RunDifferences, AreAnotherGpu) {
    RunResult base = madeUpRun({.rows = 2});
    base.device.deviceUuid = "0123";
    RunResult now = base;
    now.device.deviceUuid = "4567";
    expectDifferences(base, now);
    base.device.kind = now.device.kind = DeviceKind::Cpu; // whose number is its version's
    expectDifferences(base, now);
}

} // namespace vkperftest::run_differences_test
