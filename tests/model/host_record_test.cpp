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
    void writeCpu(const std::string& name) {
        write("proc/cpuinfo", readFile(repositoryFile("tests/model/cpuinfo-" + name + ".txt")).value());
    }
    HostRecord read() const { return readHostRecord(root()); }
};

TEST_F(HostRecordTest, ReadsTheMachine) {
    write("etc/os-release",
          "NAME=\"Debian GNU/Linux\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian");
    writeCpu("ryzen");
    write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance");
    const HostRecord record = read();
    EXPECT_EQ(record.os, "Debian GNU/Linux 12 (bookworm)");
    EXPECT_THAT(record.kernel, ContainsRegex("^[^ ]+ [^ ]+ [^ ]+$"));
    EXPECT_THAT(record.cpu, StartsWith("AMD Ryzen 9 5950X"));
    EXPECT_EQ(record.cpuIdentity, "Family 25 Model 33 Stepping 0");
    EXPECT_THAT(record.cpuExtensions, ElementsAre("avx", "avx2", "fma", "sse2"));
    EXPECT_EQ(record.cpuGovernor, "performance");
}

TEST_F(HostRecordTest, LeavesEmptyWhatIsAbsentOrCannotBeUnderstood) {
    const HostRecord machine = readHostRecord(),
                     empty{.kernel = machine.kernel, .cpuThreads = machine.cpuThreads};
    EXPECT_NE(machine.kernel, "");
    EXPECT_TRUE(read() == empty);
    write("etc/os-release", "no name here\nPRETTY_NAME\n");
    write("proc/cpuinfo/model name", "in a folder");
    EXPECT_TRUE(read() == empty);
}

TEST_F(HostRecordTest, NamesArmProcessors) {
    writeCpu("arm");
    EXPECT_EQ(read().cpu, "Raspberry Pi 4 Model B");
    expectGolden(read().cpuIdentity);
    EXPECT_THAT(read().cpuExtensions, ElementsAre("asimd"));
    write("proc/cpuinfo", "Hardware\t: BCM2711\nModel\t\t: Raspberry");
    EXPECT_EQ(read().cpu, "BCM2711");
}

#endif

TEST(HostRecord, TellsWhatExecutesASoftwareDriver) {
    EXPECT_EQ(processorText({}), "an unknown CPU");
    EXPECT_EQ(processorText({.cpu = "Ryzen", .cpuIdentity = "Family 25", .cpuThreads = 8}),
              "8 threads of Ryzen (Family 25)");
    EXPECT_EQ(processorText({.cpu = "Ryzen", .cpuThreads = 8, .driverThreads = 1}), "1 thread of Ryzen");
}

} // namespace vkperftest::host_record_test
