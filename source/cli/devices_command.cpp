#include "cli/commands.h"
#include "cli/console.h"
#include "cli/deliver.h"
#include "cli/exit_code.h"
#include "model/select_device.h"
#include "report/documents.h"
#include "vulkan/instance.h"

namespace vkperftest {
int execute(const DevicesOptions& options) {
    const Result<std::unique_ptr<Instance>> instance = Instance::create({.driver = options.driver});
    if (!instance.ok()) return failed(instance.error());
    const std::vector<DeviceRecord>& devices = instance.value()->devices();
    const Result<void> printed = deliver(devicesDocument(devices), *options.format);
    if (!printed.ok()) return failed(printed.error());
    const Result<std::size_t> chosen = selectDevice(devices, ""); // exits 3 where `run` would
    return chosen.ok() ? kExitDone : failed(chosen.error());
}

} // namespace vkperftest
