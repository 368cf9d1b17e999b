#include "analysis/run_differences.h"

#include <cmath>

#include <gmock/gmock.h>

#include "base/text.h"
#include "golden.h"
#include "model/made_up_run.h"

namespace vkperftest {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

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
    }
}

TEST(RunDifferences, AGpuIsTheSameOnEveryHost) {
    const RunResult base = madeUpRun({.rows = 2});
    RunResult now = base;
    now.host.cpu = "another";
    EXPECT_TRUE(sameDevice(base, now));
    EXPECT_THAT(runDifferences(base, now), IsEmpty());
    now.settings.effort = "published";
    EXPECT_THAT(runDifferences(base, now), testing::SizeIs(1));
    now.device.deviceId += 1;
    now.device.name = "another GPU";
    EXPECT_THAT(deviceDifference(base, now), HasSubstr("NEW on another GPU"));
    now.source = "a README";
    EXPECT_EQ(deviceDifference(base, now), "") << "of printed figures";
    EXPECT_THAT(runDifferences(base, now), IsEmpty()) << "which have no precision";
}

void expectDifferences(const RunResult& base, const RunResult& now) {
    expectGolden(join(runDifferences(base, now), "\n") + "\n.");
}

TEST(RunDifferences, AreFeaturesThatOneSideEnabledButNotForOtherStrategies) {
    RunResult base = madeUpRun({.rows = 2});
    RunResult now = base;
    base.device.enabled = {"push_descriptors", "host_query_reset"};
    EXPECT_THAT(runDifferences(base, now), IsEmpty()) << "NEW does not tell";
    now.device.enabled = {"push_descriptors", "subgroup_size_control"};
    expectDifferences(base, now);
    base.settings.strategies = {"set", "push"};
    base.device.enabled = {"push_descriptors", "max_push_descriptors"};
    now.device.enabled = {"subgroup_size_control"};
    expectDifferences(base, now);
}

TEST(RunDifferences, AreAnUnknownCpuAndAWrongTimer) {
    const RunResult base = lavapipe();
    RunResult old = base;
    old.host = {.cpu = "AMD EPYC", .cpuThreads = 2};
    EXPECT_TRUE(sameDevice(base, old));
    expectDifferences(old, base);
    RunResult now = base;
    now.timerRate = {1.99, 2.01, 5};
    expectDifferences(base, now);
    expectDifferences(now, base);
}

RunResult runAt(Conditions reading) {
    RunResult run;
    run.device.deviceUuid = "0123";
    run.conditions = {reading, reading};
    return run;
}

const Conditions kUsual = {.clock = 2000,
                           .memoryClock = 1000,
                           .temperature = 60,
                           .power = 200,
                           .throttling = std::vector<std::string>()};

std::vector<Condition> differing(const std::vector<ComparedCondition>& conditions) {
    std::vector<Condition> differ;
    for (const ComparedCondition& condition : conditions)
        if (condition.differs) differ.push_back(condition.what);
    return differ;
}

std::vector<Condition> differencesTo(const RunResult& now) {
    return differing(comparedMachines(runAt(kUsual), now));
}

TEST(ComparedMachines, AreWhatBothRunsKnow) {
    EXPECT_EQ(comparedMachines(runAt(kUsual), runAt(kUsual)).size(), 5u);
    EXPECT_THAT(comparedMachines(runAt(kUsual), RunResult()), IsEmpty());
    EXPECT_THAT(comparedMachines(runAt({.clock = 0}), runAt({.clock = 0})), IsEmpty());
}

TEST(ComparedMachines, DifferByMoreThanRunsDo) {
    EXPECT_THAT(differencesTo(runAt(kUsual)), IsEmpty());
    EXPECT_THAT(differencesTo(runAt({.clock = 1990, .memoryClock = 1000, .temperature = 64, .power = 185})),
                IsEmpty());
    EXPECT_THAT(
        differencesTo(runAt({.clock = 1970, .memoryClock = 900, .temperature = 70, .power = 150})),
        ElementsAre(Condition::Clock, Condition::MemoryClock, Condition::Power, Condition::Temperature));
    EXPECT_THAT(differencesTo(runAt({.throttling = {{"power cap"}}})), ElementsAre(Condition::Throttling));
    RunResult other = runAt(kUsual);
    other.device.deviceUuid = "4567";
    EXPECT_THAT(differencesTo(other), ElementsAre(Condition::Gpu));
    other.settings.cpu = true;
    EXPECT_THAT(differencesTo(other), IsEmpty()); // a software driver's number is its version's
}

TEST(DifferentSettings, AreWhatMayMakeEverythingSlower) {
    const RunResult base;
    EXPECT_THAT(differentSettings(base, base, false), IsEmpty());
    RunResult now;
    now.settings.queue = QueueKind::Compute;
    now.settings.validated = true;
    now.settings.compiled.robustness = Robustness::Buffer;
    now.settings.compiled.subgroupSize = 32;
    now.timerRate = {.low = 1.09, .high = 1.11};
    EXPECT_THAT(differing(differentSettings(base, now, true)),
                ElementsAre(Condition::Kernels, Condition::Queue, Condition::Robustness,
                            Condition::SubgroupSize, Condition::Validation, Condition::Timer));
    EXPECT_THAT(differentSettings(now, now, false), IsEmpty()); // one timer that is wrong in both
    EXPECT_TRUE(timersDiffer(base, now));
    now.timerRate = {.low = 0.99, .high = 1.01};
    EXPECT_FALSE(timersDiffer(base, now));
}

TEST(SameDriver, HasOneNameVersionAndBuild) {
    RunResult base;
    base.device.driverName = "radv";
    base.device.driverInfo = "Mesa 22.3.6";
    base.device.driverVersion = 7;
    EXPECT_TRUE(sameDriver(base, base));
    const auto with = [&](auto change) {
        RunResult now = base;
        change(now.device);
        return sameDriver(base, now);
    };
    EXPECT_FALSE(with([](DeviceRecord& device) { device.driverName = "amdvlk"; }));
    EXPECT_FALSE(with([](DeviceRecord& device) { device.driverInfo = "Mesa 23.1.0"; }));
    EXPECT_FALSE(with([](DeviceRecord& device) { device.driverVersion = 8; }));
    EXPECT_TRUE(with([](DeviceRecord& device) { device.driverUuid = "1"; })); // the other file lacks it
    base.device.driverUuid = "2";
    EXPECT_FALSE(with([](DeviceRecord& device) { device.driverUuid = "1"; }));
}

Cause causeAt(double slowdown, Conditions reading, bool oneDriver) {
    return causeOf({.log = std::log(slowdown), .sameDriver = oneDriver},
                   comparedMachines(runAt(kUsual), runAt(reading)));
}

TEST(ChangeCause, IsTheClockIfItChangedByAsMuchOrAnotherDriverIfNothingElseDiffers) {
    for (const bool oneDriver : {false, true}) {
        EXPECT_EQ(causeAt(1.09, {.clock = 2000 / 1.09}, oneDriver), Cause::Machine);
        EXPECT_EQ(causeAt(1.09, {.clock = 2000 / 1.08, .temperature = 90}, oneDriver), Cause::Machine);
        EXPECT_EQ(causeAt(1 / 1.09, {.clock = 2000 * 1.09}, oneDriver), Cause::Machine);
    }
    const std::pair<Conditions, Cause> kOfTwoDrivers[] = {
        {{.clock = 2000 / 1.04}, Cause::Either}, // that explains a half
        {{.clock = 2000 * 1.09}, Cause::Either}, // it ought to be faster
        {{.clock = 1000}, Cause::Either},        // it ought to be far slower
        {kUsual, Cause::Driver},
        {{.clock = 2000}, Cause::Driver},
        {{.clock = 2000, .temperature = 75}, Cause::Either},
        {{.temperature = 60}, Cause::Unknown},
        {{.temperature = 75}, Cause::Either}};
    for (const auto& [reading, cause] : kOfTwoDrivers) EXPECT_EQ(causeAt(1.09, reading, false), cause);
    for (const Conditions& reading :
         {kUsual, Conditions{.clock = 2000 / 1.04}, {.clock = 2000, .temperature = 75}, {.temperature = 60}})
        EXPECT_EQ(causeAt(1.09, reading, true), Cause::Unknown);
}

TEST(ChangeCause, IsByTheDevicesAndTheOrderOfTheRuns) {
    const ComparedCondition gpu{Condition::Gpu, 0, 1, true};
    EXPECT_EQ(causeOf({.log = 0.1, .sameDriver = true}, {gpu}), Cause::Machine);
    EXPECT_EQ(causeOf({.log = 0.1}, {gpu}), Cause::Either);
    EXPECT_EQ(causeOf({.log = 0.1, .sameDriver = true, .cpu = true}, {}), Cause::Machine);
    EXPECT_EQ(causeOf({.log = 0.1, .cpu = true}, {}), Cause::Either);
    EXPECT_EQ(causeOf({.log = 0.1, .inTurns = true}, {}), Cause::Driver);
    EXPECT_EQ(causeOf({.log = 0.1, .cpu = true, .inTurns = true}, {}), Cause::Driver);
    EXPECT_EQ(causeOf({.log = 0.1, .sameDriver = true, .inTurns = true}, {}), Cause::Unknown);
}

TEST(ChangeCause, IsUnknownWhereSettingsDiffer) {
    const ComparedCondition clock{Condition::Clock, 2000, 2000 / 1.09, true};
    for (const Condition setting : {Condition::Kernels, Condition::Queue, Condition::Robustness,
                                    Condition::Validation, Condition::Timer}) {
        for (const bool inTurns : {false, true})
            EXPECT_EQ(causeOf({.log = std::log(1.09), .inTurns = inTurns}, {{setting, 0, 1, true}, clock}),
                      Cause::Unknown)
                << conditionName(setting);
        EXPECT_EQ(causeOf({.log = 0.1, .sameDriver = true, .cpu = true}, {{setting, 0, 1, true}}),
                  Cause::Unknown);
    }
}

} // namespace
} // namespace vkperftest
