// What is known of the machine that a run was made on, beside the device: kept with every result.
#pragma once

#include <string>
#include <vector>

namespace vkperftest {

// Empty texts and lists where the system does not tell.
struct HostRecord {
    std::string os;          // "Debian GNU/Linux 12 (bookworm)"
    std::string kernel;      // "Linux 6.1.0-18-amd64 x86_64"
    std::string cpu;         // "AMD Ryzen 9 5950X 16-Core Processor"
    unsigned cpuThreads = 0; // 0: not known
    std::string cpuGovernor; // "performance"
    std::string power;       // "mains", "battery"
    // What the system says of the device's power state and link before the run, "name: value" each, such as
    // "power_dpm_force_performance_level: auto". Its clocks under load: model/conditions.h.
    std::vector<std::string> deviceState;
};

// Reads the record of this machine. `pciAddress` is the device's (DeviceRecord::pciAddress), empty if it has
// none; `root` is put before every path that is read, for tests.
HostRecord readHostRecord(const std::string& pciAddress, const std::string& root = {});

} // namespace vkperftest
