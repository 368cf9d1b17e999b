#include "model/host_record.h"

#include "base/atomic_file.h"
#include "base/made_up_system.h"
#include "golden.h"
#include "matchers.h"
#include "paths.h"
#include "regular_expressions.h"

namespace vkperftest::host_record_test {

#ifndef _WIN32
class HostRecordTest : public MadeUpSystem {
protected:
    void writeSupply(const std::string& path, const std::string& content) {
        write("sys/class/power_supply/" + path, content);
    }
    void writeCpu(const std::string& name) {
        write("proc/cpuinfo", readFile(repositoryFile("tests/model/cpuinfo-" + name + ".txt")).value());
    }
    HostRecord read(const std::string& address = kAddress) const { return readHostRecord(address, root()); }
};

TEST_F(HostRecordTest, ReadsTheMachine) {
    write("etc/os-release",
          "NAME=\"Debian GNU/Linux\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian");
    writeCpu("ryzen");
    write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance");
    writeSupply("AC/type", "Mains");
    writeSupply("AC/online", "1");
    const HostRecord record = read();
    EXPECT_EQ(record.os, "Debian GNU/Linux 12 (bookworm)");
    EXPECT_THAT(record.kernel, ContainsRegex("^[^ ]+ [^ ]+ [^ ]+$"));
    EXPECT_THAT(record.cpu, StartsWith("AMD Ryzen 9 5950X"));
    EXPECT_EQ(record.cpuIdentity, "Family 25 Model 33 Stepping 0");
    EXPECT_THAT(record.cpuExtensions, ElementsAre("avx", "avx2", "fma", "sse2"));
    EXPECT_EQ(record.cpuGovernor, "performance");
    EXPECT_EQ(record.power, "mains");
    EXPECT_THAT(record.deviceState, IsEmpty());
}

TEST_F(HostRecordTest, LeavesEmptyWhatIsAbsentOrCannotBeUnderstood) {
    const HostRecord machine = readHostRecord(""),
                     empty{.kernel = machine.kernel, .cpuThreads = machine.cpuThreads};
    EXPECT_NE(machine.kernel, "");
    EXPECT_TRUE(read() == empty);
    write("etc/os-release", "no name here\nPRETTY_NAME\n");
    write("proc/cpuinfo/model name", "in a folder");
    write("sys/class/power_supply", "a file");
    writeDevice("power_state/D0", "in a folder");
    write("sys/bus/pci/devices/power_state", "no device's");
    EXPECT_TRUE(read() == empty);
    EXPECT_TRUE(read("") == empty);
}

TEST_F(HostRecordTest, NamesArmProcessors) {
    writeCpu("arm");
    EXPECT_EQ(read().cpu, "Raspberry Pi 4 Model B");
    expectGolden(read().cpuIdentity);
    EXPECT_THAT(read().cpuExtensions, ElementsAre("asimd"));
    write("proc/cpuinfo", "Hardware\t: BCM2711\nModel\t\t: Raspberry");
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
    writeSupply("hidpp_battery_0/type", "Battery");
    writeSupply("hidpp_battery_0/scope", "Device"); // a mouse's
    writeSupply("hidpp_battery_0/status", "Discharging");
    EXPECT_EQ(read().power, "");
}

TEST_F(HostRecordTest, ReadsTheDevicesPowerStateAndLink) {
    writeDevice("power_dpm_force_performance_level", "auto");
    writeDevice("current_link_speed", "16.0 GT/s PCIe");
    writeDevice("current_link_width", "16");
    writeDevice("power_state", "D0");
    EXPECT_THAT(read().deviceState,
                ElementsAre("power_dpm_force_performance_level: auto", "current_link_speed: 16.0 GT/s PCIe",
                            "current_link_width: 16", "power_state: D0"));
}

#endif

TEST(HostRecord, TellsWhatExecutesASoftwareDriver) {
    EXPECT_EQ(processorText({}), "an unknown CPU");
    EXPECT_EQ(processorText({.cpu = "Ryzen", .cpuIdentity = "Family 25", .cpuThreads = 8}),
              "8 threads of Ryzen (Family 25)");
    EXPECT_EQ(processorText({.cpu = "Ryzen", .cpuThreads = 8, .driverThreads = 1}), "1 thread of Ryzen");
}

} // namespace vkperftest::host_record_test
