#include "cli/output.h"
#include "cli/shared_options.h"
#include "model/device_record.h"
#include "report/documents.h"
#include "vulkan/instance.h"

namespace vkperftest {

class DevicesCommand : public Command {
public:
    void declare(Options& options) override {
        addDriver(options, driver_);
        output_.declareFormat(options);
        output_.declareAll(options, "Also print what each device supports");
    }

    Result<int> execute() override {
        const Result<std::unique_ptr<Instance>> instance = Instance::create({.driver = driver_});
        if (!instance.ok()) return instance.error();
        const std::vector<DeviceRecord>& devices = instance.value()->devices();
        VKPERFTEST_TRY(printDocument(devicesDocument(devices), output_));
        const Result<std::size_t> chosen = selectDevice(devices, ""); // exits with 3 where `run` would
        if (!chosen.ok()) return chosen.error();
        return kExitDone;
    }

private:
    std::string driver_;
    OutputOptions output_;
};

std::unique_ptr<Command> newDevices() {
    return std::make_unique<DevicesCommand>();
}

} // namespace vkperftest
