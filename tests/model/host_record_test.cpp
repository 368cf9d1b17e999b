#include "model/host_record.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

#include "contains_regex.h"

namespace vkperftest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

#ifndef _WIN32
namespace fs = std::filesystem;

constexpr const char* kAddress = "0000:01:00.0";

// A made-up machine: the files that readHostRecord looks at, in a folder of the test's own.
class HostRecordTest : public testing::Test {
protected:
    HostRecordTest()
        : m_root(fs::path(testing::TempDir()) /
                 ("vkperftest_host_" +
                  std::string(testing::UnitTest::GetInstance()->current_test_info()->name()))) {
        fs::remove_all(m_root);
        fs::create_directories(m_root);
    }
    ~HostRecordTest() override { fs::remove_all(m_root); }

    void write(const std::string& path, const std::string& content) {
        const fs::path full = m_root / path;
        fs::create_directories(full.parent_path());
        std::ofstream(full) << content << '\n';
    }
    void writeDevice(const std::string& path, const std::string& content) {
        write(std::string("sys/bus/pci/devices/") + kAddress + "/" + path, content);
    }
    void writeSupply(const std::string& path, const std::string& content) {
        write("sys/class/power_supply/" + path, content);
    }
    HostRecord read(const std::string& address = kAddress) const {
        return readHostRecord(address, m_root.string());
    }

private:
    fs::path m_root;
};

TEST_F(HostRecordTest, ReadsTheMachine) {
    write("etc/os-release",
          "NAME=\"Debian GNU/Linux\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian");
    write("proc/cpuinfo", "processor\t: 0\nmodel\t\t: 33\nmodel name\t: AMD Ryzen 9 5950X 16-Core Processor\n"
                          "processor\t: 1\nmodel name\t: another");
    write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance");
    writeSupply("AC/type", "Mains");
    writeSupply("AC/online", "1");
    const HostRecord record = read();
    EXPECT_EQ(record.os, "Debian GNU/Linux 12 (bookworm)");
    EXPECT_THAT(record.kernel, ContainsRegex("^[^ ]+ [^ ]+ [^ ]+$"));
    EXPECT_EQ(record.cpu, "AMD Ryzen 9 5950X 16-Core Processor");
    EXPECT_EQ(record.cpuGovernor, "performance");
    EXPECT_EQ(record.power, "mains");
    EXPECT_THAT(record.deviceState, IsEmpty());
}

TEST_F(HostRecordTest, LeavesEmptyWhatIsAbsent) {
    const HostRecord record = read();
    EXPECT_EQ(record.os, "");
    EXPECT_EQ(record.cpu, "");
    EXPECT_EQ(record.cpuGovernor, "");
    EXPECT_EQ(record.power, "");
    EXPECT_THAT(record.deviceState, IsEmpty());
}

TEST_F(HostRecordTest, LeavesEmptyWhatCannotBeUnderstood) {
    write("etc/os-release", "no name here\nPRETTY_NAME\n");
    write("proc/cpuinfo/model name", "a folder in the file's place");
    write("sys/class/power_supply", "a file in the folder's place");
    writeDevice("pp_dpm_sclk", "*\n0: 500Mhz\n");
    writeDevice("hwmon/hwmon0/freq1_input", "fast");
    writeDevice("hwmon/hwmon0/temp1_input", "");
    writeDevice("drm", "a file in the folder's place");
    const HostRecord record = read();
    EXPECT_EQ(record.os, "");
    EXPECT_EQ(record.cpu, "");
    EXPECT_EQ(record.power, "");
    EXPECT_THAT(record.deviceState, IsEmpty());
}

TEST_F(HostRecordTest, NamesArmProcessors) {
    write("proc/cpuinfo", "processor\t: 0\nCPU part\t: 0xd08\n\nModel\t\t: Raspberry Pi 4 Model B");
    EXPECT_EQ(read().cpu, "Raspberry Pi 4 Model B");
    write("proc/cpuinfo", "processor\t: 0\n\nHardware\t: BCM2711\nModel\t\t: Raspberry Pi 4 Model B");
    EXPECT_EQ(read().cpu, "BCM2711");
}

TEST_F(HostRecordTest, TellsBatteryFromMains) {
    writeSupply("BAT0/type", "Battery");
    writeSupply("BAT0/status", "Discharging");
    EXPECT_EQ(read().power, "battery");
    writeSupply("AC/type", "Mains");
    writeSupply("AC/online", "0");
    EXPECT_EQ(read().power, "battery");
    writeSupply("AC/online", "1");
    EXPECT_EQ(read().power, "mains");
    writeSupply("AC/online", "0");
    writeSupply("BAT0/status", "Full");
    EXPECT_EQ(read().power, "");
}

TEST_F(HostRecordTest, AMousesBatteryIsNotTheMachines) {
    writeSupply("hidpp_battery_0/type", "Battery");
    writeSupply("hidpp_battery_0/scope", "Device");
    writeSupply("hidpp_battery_0/status", "Discharging");
    EXPECT_EQ(read().power, "");
}

TEST_F(HostRecordTest, ReadsAmdsClocks) {
    writeDevice("power_dpm_force_performance_level", "auto");
    writeDevice("pp_dpm_sclk", "0: 500Mhz\n1: 1250Mhz *\n2: 2575Mhz");
    writeDevice("pp_dpm_mclk", "0: 96Mhz *\n1: 1000Mhz");
    writeDevice("hwmon/hwmon3/freq1_input", "1250000000");
    writeDevice("hwmon/hwmon3/freq1_label", "sclk");
    writeDevice("hwmon/hwmon3/freq2_input", "96000000");
    writeDevice("hwmon/hwmon3/temp1_input", "45000");
    writeDevice("hwmon/hwmon3/temp1_label", "edge");
    writeDevice("current_link_speed", "16.0 GT/s PCIe");
    writeDevice("current_link_width", "16");
    writeDevice("power_state", "D0");
    EXPECT_THAT(read().deviceState,
                ElementsAre("power_dpm_force_performance_level: auto", "pp_dpm_sclk: 1250Mhz",
                            "pp_dpm_mclk: 96Mhz", "sclk: 1250 MHz", "freq2: 96 MHz", "edge: 45 °C",
                            "current_link_speed: 16.0 GT/s PCIe", "current_link_width: 16",
                            "power_state: D0"));
}

TEST_F(HostRecordTest, ReadsIntelsClocks) {
    writeDevice("drm/card0/gt_cur_freq_mhz", "300");
    writeDevice("drm/card0/gt_max_freq_mhz", "1300");
    writeDevice("drm/renderD128/gt_cur_freq_mhz", "7");
    writeDevice("tile0/gt0/freq0/cur_freq", "800");
    writeDevice("tile0/gt1/freq0/max_freq", "1200");
    EXPECT_THAT(read().deviceState,
                ElementsAre("gt_cur_freq_mhz: 300 MHz", "gt_max_freq_mhz: 1300 MHz",
                            "tile0 gt0 cur_freq: 800 MHz", "tile0 gt1 max_freq: 1200 MHz"));
}

TEST_F(HostRecordTest, WithoutAnAddressThereIsNoDeviceState) {
    writeDevice("power_state", "D0");
    write("sys/bus/pci/devices/power_state", "not a device's");
    EXPECT_THAT(read("").deviceState, IsEmpty());
    EXPECT_THAT(read("0000:02:00.0").deviceState, IsEmpty());
}
#endif

TEST(HostRecord, OfThisMachineNamesAKernel) {
    EXPECT_NE(readHostRecord("").kernel, "");
}

} // namespace
} // namespace vkperftest
