#include "cli/commands.h"
#include "cli/console.h"
#include "cli/deliver.h"
#include "cli/exit_code.h"
#include "model/select_device.h"
#include "report/documents.h"
#include "vulkan/instance.h"
#include "vulkan/strategy.h"

namespace vkperftest {
namespace {

std::vector<DeviceStrategy> strategiesOf(const DeviceRecord& device) {
    std::vector<DeviceStrategy> result;
    for (const Strategy strategy : kEveryStrategy) {
        const Result<void> there = checkStrategy(device, strategy, {});
        result.push_back({strategyName(strategy), there.ok() ? "" : there.error().cause});
    }
    return result;
}

} // namespace

int execute(const DevicesOptions& options) {
    const Result<std::unique_ptr<Instance>> instance = Instance::create({.driver = options.driver});
    if (!instance.ok()) return failed(instance.error());
    const std::vector<DeviceRecord>& devices = instance.value()->devices();
    std::vector<DescribedDevice> described;
    for (const DeviceRecord& device : devices) described.push_back({device, strategiesOf(device)});
    const Result<void> printed = deliver(devicesDocument(described), *options.format);
    if (!printed.ok()) return failed(printed.error());
    const Result<std::size_t> chosen = selectDevice(devices, ""); // exits 3 where `run` would
    return chosen.ok() ? kExitDone : failed(chosen.error());
}

} // namespace vkperftest
