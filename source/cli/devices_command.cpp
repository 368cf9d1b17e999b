#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/output.h"
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

class DevicesCommand : public Command {
public:
    void declare(CLI::App& app) override {
        addDriver(app, driver_);
        output_.declareFormat(app, "`devices` has no format");
    }

    Result<int> execute() override {
        const Result<std::unique_ptr<Instance>> instance = Instance::create({.driver = driver_});
        if (!instance.ok()) return instance.error();
        const std::vector<DeviceRecord>& devices = instance.value()->devices();
        std::vector<DescribedDevice> described;
        for (const DeviceRecord& device : devices) described.push_back({device, strategiesOf(device)});
        VKPERFTEST_TRY(printAndSave(devicesDocument(described), *output_.format));
        const Result<std::size_t> chosen = selectDevice(devices, ""); // exits 3 where `run` would
        if (!chosen.ok()) return chosen.error();
        return kExitDone;
    }

private:
    std::string driver_;
    OutputOptions output_;
};

template std::unique_ptr<Command> newCommand<DevicesCommand>();

} // namespace vkperftest
