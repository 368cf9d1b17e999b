#include "model/host_record.h"

#include <fmt/format.h>

namespace vkperftest {

std::string processorText(const HostRecord& host) {
    std::string text = host.cpu.empty() ? "an unknown CPU" : host.cpu;
    if (!host.cpuIdentity.empty()) text += fmt::format(" ({})", host.cpuIdentity);
    const unsigned threads = host.driverThreads > 0 ? host.driverThreads : host.cpuThreads;
    return threads == 0 ? text : fmt::format("{} thread{} of {}", threads, threads == 1 ? "" : "s", text);
}

} // namespace vkperftest
