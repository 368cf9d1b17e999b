#include "vulkan/open_devices.h"

#include "base/atomic_file.h"
#include "run/initial_result.h"
#include "run/scripted_executor.h"
#include "vulkan/strategy.h"
#include "vulkan/vulkan_executor.h"

namespace vkperftest {

Result<std::unique_ptr<OpenDevices>> OpenDevices::open(const DeviceOptions& options) {
    std::unique_ptr<OpenDevices> devices(new OpenDevices());
    devices->asGpu_ = options.asGpu;
    if (options.script.empty()) {
        VKPERFTEST_TRY(assign(devices->instance_, Instance::create({.driver = options.driver,
                                                                    .validate = options.validate,
                                                                    .queue = options.queue})));
        devices->records_ = devices->instance_->devices();
        return devices;
    }
    const Result<std::string> text = readFile(options.script);
    if (!text.ok()) return text.error();
    Result<std::unique_ptr<ScriptedExecutor>> executor = ScriptedExecutor::parse(text.value(), options.seed);
    if (!executor.ok()) return executor.error().about(options.script);
    devices->records_ = {executor.value()->device()};
    devices->scripted_ = std::move(executor).value();
    return devices;
}

Result<std::unique_ptr<Executor>> OpenDevices::executor(std::size_t device, const RunPlan& plan,
                                                        DeviceRecord& record) {
    record = records_[device];
    if (!instance_) return std::move(scripted_);
    Result<std::unique_ptr<VulkanExecutor>> executor =
        VulkanExecutor::create(*instance_, device,
                               {.capabilities = needsOf(neededStrategies(plan)),
                                .compiled = plan.compiled,
                                .mostRobust = mostRobust(boundRowsOf(plan)),
                                .asGpu = asGpu_});
    if (!executor.ok()) return executor.error();
    record = executor.value()->device();
    return Result<std::unique_ptr<Executor>>(std::move(executor).value());
}

std::vector<std::string> OpenDevices::validationMessages() const {
    return instance_ ? instance_->validationMessages() : std::vector<std::string>();
}

} // namespace vkperftest
