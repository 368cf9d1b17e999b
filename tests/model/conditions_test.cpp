// Clocks and heat as the drivers' files and NVIDIA's library tell them, both made up.
#include "model/conditions.h"

#include <atomic>
#include <thread>

#include "base/made_up_system.h"
#include "matchers.h"

namespace vkperftest::conditions_test {

constexpr std::uint32_t kAmd = 0x1002, kNvidia = 0x10de, kIntel = 0x8086;

void expectNothingKnown(const Conditions& read) {
    for (const auto& value : {read.clock, read.temperature, read.power}) EXPECT_EQ(value, std::nullopt);
    EXPECT_EQ(read.throttling, std::nullopt);
}

#ifndef _WIN32
class ConditionFiles : public MadeUpSystem {
protected:
    Result<ReadConditions> open(std::uint32_t vendor) const {
        return openConditions({.vendorId = vendor, .pciAddress = kAddress}, {.root = root()});
    }
    Conditions read(std::uint32_t vendor) const { return valueOf(open(vendor))(); }
};

TEST_F(ConditionFiles, OfAmdgpu) {
    writeDevice("pp_dpm_sclk", "0: 500Mhz\n1: 1250Mhz *\n2: 2575Mhz");
    writeDevice("hwmon/hwmon3/freq1_input", "1310000000");
    writeDevice("hwmon/hwmon3/temp1_input", "45500");
    writeDevice("hwmon/hwmon3/power1_average", "203000000");
    const Conditions read = this->read(kAmd);
    EXPECT_THAT(read.clock, Optional(1310)); // the sensor's, not the level's
    EXPECT_THAT(read.temperature, Optional(45.5));
    EXPECT_THAT(read.power, Optional(203));
}

TEST_F(ConditionFiles, OfAmdgpuWithoutSensors) {
    writeDevice("pp_dpm_sclk", "0: 0Mhz\n1: 1250Mhz *\n*\n2: fast");
    writeDevice("hwmon/hwmon3/freq1_input", "0");
    writeDevice("hwmon/hwmon3/power1_input", "9000000");
    const Conditions read = this->read(kAmd);
    EXPECT_THAT(read.clock, Optional(1250)); // 0 Hz is what a GPU says that sleeps
    EXPECT_THAT(read.power, Optional(9));
    EXPECT_EQ(read.temperature, std::nullopt);
}

TEST_F(ConditionFiles, OfI915) {
    writeDevice("drm/card1/gt_act_freq_mhz", "2050");
    writeDevice("drm/card1/gt/gt0/throttle_reason_status", "1");
    writeDevice("drm/card1/gt/gt0/throttle_reason_pl1", "1");
    writeDevice("drm/card1/gt/gt0/throttle_reason_thermal", "0");
    writeDevice("drm/renderD128/gt_act_freq_mhz", "7");
    writeDevice("hwmon/hwmon2/temp1_input", "52000");
    const Conditions read = this->read(kIntel);
    EXPECT_THAT(read.clock, Optional(2050));
    EXPECT_THAT(read.temperature, Optional(52));
    EXPECT_THAT(read.throttling, Optional(ElementsAre("pl1")));
}

TEST_F(ConditionFiles, OfXe) {
    writeDevice("tile0/gt0/freq0/act_freq", "0");
    writeDevice("tile0/gt0/freq0/throttle/status", "0");
    writeDevice("tile0/gt0/freq0/throttle/reason_thermal", "0");
    writeDevice("tile0/gt1/freq0/act_freq", "900");
    writeDevice("hwmon/hwmon2/temp2_input", "44000");
    const Conditions read = this->read(kIntel);
    EXPECT_EQ(read.clock, std::nullopt); // 0 MHz is what a GPU says that sleeps
    EXPECT_THAT(read.temperature, Optional(44));
    EXPECT_THAT(read.throttling, Optional(IsEmpty()));
    writeDevice("tile0/gt0/freq0/act_freq", "fast");
    EXPECT_EQ(this->read(kIntel).clock, std::nullopt);
}

TEST_F(ConditionFiles, AreMissingWithAReason) {
    EXPECT_THAT(open(kAmd).error().cause, HasSubstr("amdgpu"));
    EXPECT_THAT(open(kIntel).error().cause, HasSubstr("i915"));
    EXPECT_THAT(open(0x13b5).error().cause, HasSubstr("vendor"));
}
#endif

Result<ReadConditions> openFake(const std::string& address,
                                const std::string& library = VKPERFTEST_FAKE_NVML) {
    return openConditions({.vendorId = kNvidia, .pciAddress = address}, {.nvmlLibrary = library});
}

TEST(Nvml, TellsOfABusyGpu) {
    const ReadConditions opened = valueOf(openFake("0000:01:00.0"));
    const Conditions read = opened();
    EXPECT_THAT(read.clock, Optional(2520));
    EXPECT_THAT(read.temperature, Optional(61));
    EXPECT_THAT(read.power, Optional(312.5));
    EXPECT_THAT(read.throttling,
                Optional(ElementsAre("power cap", "temperature", "other (0x1000000000000)")));
}

TEST(Nvml, AnOldDriverOrAnIdleDeviceTellsLess) {
    const Conditions idle = openFake("0000:02:00.0").value()();
    EXPECT_THAT(idle.throttling, Optional(IsEmpty())) << "nor a chosen clock";
    expectNothingKnown(openFake("0000:03:00.0").value()());
    const Conditions read = openFake("0000:01:00.0", VKPERFTEST_OLD_NVML).value()();
    EXPECT_THAT(read.clock, Optional(2520));
    EXPECT_EQ(read.temperature, std::nullopt);
    EXPECT_EQ(read.power, std::nullopt);
    EXPECT_THAT(read.throttling, Optional(ElementsAre("hardware slowdown"))); // under its old name
}

TEST(Nvml, IsMissingWithAReason) {
    EXPECT_THAT(openFake("0000:09:00.0").error().cause, HasSubstr("the device 0000:09:00.0 (6)"));
    EXPECT_THAT(openFake("0000:01:00.0", "no-such-library").error().cause, HasSubstr("cannot be opened"));
    EXPECT_THAT(openFake("").error().cause, HasSubstr("PCI address"));
}

TEST(ReadWhileBusy, GivesWorkUntilTheReadingIsDone) {
    std::atomic<int> submissions = 0;
    const Conditions read = readWhileBusy(
        [&] {
            while (submissions < 3) std::this_thread::yield();
            return Conditions{.clock = submissions};
        },
        [&] { return ++submissions > 0; });
    EXPECT_GE(read.clock, 3);
    EXPECT_GE(submissions, 3);
    submissions = 0; // no more work once that fails
    EXPECT_THAT(readWhileBusy([] { return Conditions{.clock = 7}; }, [&] { return ++submissions < 1; }).clock,
                Optional(7));
    EXPECT_EQ(submissions, 1);
}

} // namespace vkperftest::conditions_test
