// What is known of the machine that a run was made on, apart from the device: kept with every result.
#pragma once

#include <string>
#include <vector>

namespace vkperftest {

// Texts and lists are empty if the system does not report them.
struct HostRecord {
    std::string os;     // "Debian GNU/Linux 12 (bookworm)"
    std::string kernel; // "Linux 6.1.0-18-amd64 x86_64"
    std::string cpu;    // "AMD Ryzen 9 5950X 16-Core Processor"
    // "Family 26 Model 2 Stepping 1"; on ARM "Implementer 0x41 Part 0xd08 Variant 0x0 Revision 3".
    std::string cpuIdentity;
    std::vector<std::string> cpuExtensions; // for vectors, sorted: "avx", "avx2"
    unsigned cpuThreads = 0;                // 0: not known
    // Threads on which a software driver executes shaders; 0: not known, or another kind of device.
    unsigned driverThreads = 0;
    std::string cpuGovernor; // "performance"
    bool operator==(const HostRecord&) const = default;
};

// What executes a software driver, as far as it is known: "4 threads of AMD Ryzen 9 5950X (Family 25 Model 33
// Stepping 0)".
std::string processorText(const HostRecord& host);

// Reads the record of this machine, without the driver's threads. `root` is put before every path that is read, for
// tests.
HostRecord readHostRecord(const std::string& root = {});

} // namespace vkperftest
