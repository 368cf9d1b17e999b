#include "vulkan/driver_threads.h"

#include <algorithm>
#include <string>
#include <thread>

#include "base/text.h"
#include "base/utf8_path.h"
#include "vulkan/api.h"

namespace vkperftest {
namespace {

constexpr const char* kVariable = "LP_NUM_THREADS";

} // namespace

void limitDriverThreads() {
    if (!environmentVariable(kVariable).empty()) return;
    const unsigned cores = std::thread::hardware_concurrency(); // 0: not known
    setEnvironmentVariable(kVariable, std::to_string(std::max(cores, 2u) - 1));
}

unsigned driverThreads(const DeviceRecord& device) {
    if (device.driverId != VK_DRIVER_ID_MESA_LLVMPIPE) return 0;
    return static_cast<unsigned>(std::max(0LL, parseInteger(environmentVariable(kVariable)).value_or(0)));
}

} // namespace vkperftest
