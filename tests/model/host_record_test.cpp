#include "model/host_record.h"

#include <gmock/gmock.h>

#include "base/made_up_system.h"
#include "regular_expressions.h"

namespace vkperftest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

#ifndef _WIN32
class HostRecordTest : public MadeUpSystem {
protected:
    void writeSupply(const std::string& path, const std::string& content) {
        write("sys/class/power_supply/" + path, content);
    }
    HostRecord read(const std::string& address = kAddress) const { return readHostRecord(address, root()); }
};

TEST_F(HostRecordTest, ReadsTheMachine) {
    write("etc/os-release",
          "NAME=\"Debian GNU/Linux\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian");
    write("proc/cpuinfo", "processor\t: 0\ncpu family\t: 25\nmodel\t\t: 33\n"
                          "model name\t: AMD Ryzen 9 5950X 16-Core Processor\nstepping\t: 0\n"
                          "flags\t\t: fpu sse2 avx2 avx fma\nprocessor\t: 1\nmodel name\t: another");
    write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance");
    writeSupply("AC/type", "Mains");
    writeSupply("AC/online", "1");
    const HostRecord record = read();
    EXPECT_EQ(record.os, "Debian GNU/Linux 12 (bookworm)");
    EXPECT_THAT(record.kernel, ContainsRegex("^[^ ]+ [^ ]+ [^ ]+$"));
    EXPECT_EQ(record.cpu, "AMD Ryzen 9 5950X 16-Core Processor");
    EXPECT_EQ(record.cpuIdentity, "Family 25 Model 33 Stepping 0");
    EXPECT_THAT(record.cpuExtensions, ElementsAre("avx", "avx2", "fma", "sse2"));
    EXPECT_EQ(record.cpuGovernor, "performance");
    EXPECT_EQ(record.power, "mains");
    EXPECT_THAT(record.deviceState, IsEmpty());
}

TEST_F(HostRecordTest, LeavesEmptyWhatIsAbsent) {
    const HostRecord record = read();
    EXPECT_EQ(record.os, "");
    EXPECT_EQ(record.cpu, "");
    EXPECT_EQ(record.cpuIdentity, "");
    EXPECT_THAT(record.cpuExtensions, IsEmpty());
    EXPECT_EQ(record.cpuGovernor, "");
    EXPECT_EQ(record.power, "");
    EXPECT_THAT(record.deviceState, IsEmpty());
}

TEST_F(HostRecordTest, LeavesEmptyWhatCannotBeUnderstood) {
    write("etc/os-release", "no name here\nPRETTY_NAME\n");
    write("proc/cpuinfo/model name", "a folder in the file's place");
    write("sys/class/power_supply", "a file in the folder's place");
    writeDevice("power_state/D0", "a folder in the file's place");
    const HostRecord record = read();
    EXPECT_EQ(record.os, "");
    EXPECT_EQ(record.cpu, "");
    EXPECT_EQ(record.power, "");
    EXPECT_THAT(record.deviceState, IsEmpty());
}

TEST_F(HostRecordTest, NamesArmProcessors) {
    write("proc/cpuinfo",
          "processor\t: 0\nFeatures\t: fp asimd crc32\nCPU implementer\t: 0x41\nCPU variant\t: 0x0\n"
          "CPU part\t: 0xd08\nCPU revision\t: 3\n\nModel\t\t: Raspberry Pi 4 Model B");
    EXPECT_EQ(read().cpu, "Raspberry Pi 4 Model B");
    EXPECT_EQ(read().cpuIdentity, "Implementer 0x41 Part 0xd08 Variant 0x0 Revision 3");
    EXPECT_THAT(read().cpuExtensions, ElementsAre("asimd"));
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

TEST_F(HostRecordTest, ReadsTheDevicesPowerStateAndLink) {
    writeDevice("power_dpm_force_performance_level", "auto");
    writeDevice("current_link_speed", "16.0 GT/s PCIe");
    writeDevice("current_link_width", "16");
    writeDevice("power_state", "D0");
    EXPECT_THAT(read().deviceState,
                ElementsAre("power_dpm_force_performance_level: auto", "current_link_speed: 16.0 GT/s PCIe",
                            "current_link_width: 16", "power_state: D0"));
}

TEST_F(HostRecordTest, WithoutAnAddressThereIsNoDeviceState) {
    writeDevice("power_state", "D0");
    write("sys/bus/pci/devices/power_state", "not a device's");
    EXPECT_THAT(read("").deviceState, IsEmpty());
    EXPECT_THAT(read("0000:02:00.0").deviceState, IsEmpty());
}
#endif

TEST(HostRecord, TellsWhatExecutesASoftwareDriver) {
    EXPECT_EQ(processorText({}), "an unknown CPU");
    EXPECT_EQ(processorText({.cpu = "Ryzen", .cpuIdentity = "Family 25", .cpuThreads = 8}),
              "8 threads of Ryzen (Family 25)");
    EXPECT_EQ(processorText({.cpu = "Ryzen", .cpuThreads = 8, .driverThreads = 1}), "1 thread of Ryzen");
}

TEST(HostRecord, OfThisMachineNamesAKernel) {
    EXPECT_NE(readHostRecord("").kernel, "");
}

} // namespace
} // namespace vkperftest
