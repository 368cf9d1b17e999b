#include "cli/bench.h"

#include "base/atomic_file.h"
#include "run/scripted_executor.h"
#include "vulkan/vulkan_executor.h"

namespace vkperftest {

Result<std::unique_ptr<Bench>> Bench::open(const BenchOptions& options) {
    std::unique_ptr<Bench> bench(new Bench());
    if (options.script.empty()) {
        Result<std::unique_ptr<Instance>> instance =
            Instance::create({.driver = options.driver, .validate = options.validate});
        if (!instance.ok()) return instance.error();
        bench->instance_ = std::move(instance).value();
        bench->devices_ = bench->instance_->devices();
        return bench;
    }
    const Result<std::string> text = readFile(options.script);
    if (!text.ok()) return text.error();
    Result<std::unique_ptr<ScriptedExecutor>> executor = ScriptedExecutor::parse(text.value());
    if (!executor.ok()) return executor.error();
    bench->devices_ = {executor.value()->device()};
    bench->scripted_ = std::move(executor).value();
    return bench;
}

Result<Bench::Place> Bench::take(std::size_t device) {
    if (!instance_) return Place{std::move(scripted_), devices_[device]};
    Result<std::unique_ptr<VulkanExecutor>> executor =
        VulkanExecutor::create(*instance_, device, VulkanExecutorOptions());
    if (!executor.ok()) return executor.error();
    const DeviceRecord record = executor.value()->device();
    return Place{std::move(executor).value(), record};
}

std::vector<std::string> Bench::validationMessages() const {
    return instance_ ? instance_->validationMessages() : std::vector<std::string>();
}

} // namespace vkperftest
