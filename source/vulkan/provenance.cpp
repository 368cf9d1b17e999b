#include "vulkan/provenance.h"

#include <chrono>

#include <fmt/chrono.h>

#include "kernels/catalogue.h"
#include "vulkan/driver_threads.h"

namespace vkperftest {

Provenance provenanceOf(std::string_view version, std::string_view commit, const DeviceRecord& device,
                        std::span<const BoundRow> boundRows) {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    Provenance result{.tool = {.version = std::string(version),
                               .commit = std::string(commit),
                               .kernelCompiler = std::string(kernelCompiler()),
                               .kernelFlags = std::string(kernelCompilerFlags())},
                      .started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now)),
                      .host = readHostRecord(device.pciAddress),
                      .device = device};
    result.host.driverThreads = driverThreads(device);
    for (const BoundRow& bound : boundRows) {
        const Kernel* kernel = whyUnsupported(bound).empty() ? findKernel(kernelKey(bound)) : nullptr;
        if (kernel != nullptr) result.kernels.emplace(kernel->key, kernel->sha256);
    }
    return result;
}

} // namespace vkperftest
