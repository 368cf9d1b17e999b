#include "vulkan/open_devices.h"

#include <chrono>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "kernels/catalogue.h"
#include "vulkan/strategy.h"
#include "vulkan/vulkan_executor.h"

namespace vkperftest {
namespace {

class VulkanDevices : public OpenDevices {
public:
    explicit VulkanDevices(std::unique_ptr<Instance> instance) : instance_(std::move(instance)) {
        records_ = instance_->devices();
    }

    Result<std::unique_ptr<Executor>> executor(std::size_t device, const RunPlan& plan,
                                               DeviceRecord& record) override {
        record = records_[device];
        Result<std::unique_ptr<VulkanExecutor>> executor =
            VulkanExecutor::create(*instance_, device,
                                   {.device = {.capabilities = needsOf(neededStrategies(plan)),
                                               .compiled = plan.compiled,
                                               .mostRobust = mostRobust(boundRowsOf(plan))},
                                    .trial = plan.trial});
        if (!executor.ok()) return executor.error();
        record = executor.value()->device();
        return Result<std::unique_ptr<Executor>>(std::move(executor).value());
    }

    std::vector<std::string> validationMessages() const override { return instance_->validationMessages(); }

private:
    std::unique_ptr<Instance> instance_;
};

} // namespace

Result<std::unique_ptr<OpenDevices>> openVulkanDevices(const DeviceOptions& options) {
    Result<std::unique_ptr<Instance>> instance =
        Instance::create({.driver = options.driver, .validate = options.validate});
    if (!instance.ok()) return instance.error();
    return Result<std::unique_ptr<OpenDevices>>(std::make_unique<VulkanDevices>(std::move(instance).value()));
}

Provenance provenanceOf(std::string_view version, std::string_view commit, const DeviceRecord& device,
                        std::span<const BoundRow> boundRows) {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    Provenance result{.tool = {.version = std::string(version),
                               .commit = std::string(commit),
                               .kernelCompiler = std::string(kernelCompiler()),
                               .kernelFlags = std::string(kernelCompilerFlags())},
                      .started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now)),
                      .host = readHostRecord(),
                      .device = device};
    result.host.driverThreads = driverThreads(device);
    for (const BoundRow& bound : boundRows) {
        const Kernel* kernel = whyUnsupported(bound).empty() ? findKernel(kernelKey(bound)) : nullptr;
        if (kernel != nullptr) result.kernels.emplace(kernel->key, kernel->sha256);
    }
    return result;
}

} // namespace vkperftest
