// What rows can be measured on: Vulkan devices or a scripted one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "run/executor.h"
#include "run/plan.h"
#include "vulkan/instance.h"

namespace vkperftest {

struct DeviceOptions {
    std::string device;     // as selectDevice takes it, or "all"
    std::string driver;     // ICD manifest; empty: the system's drivers
    std::string script;     // of the scripted executor; empty: a Vulkan device
    std::uint64_t seed = 0; // of the run, for the scripted executor
    bool validate = false;
    bool asGpu = false; // see VulkanExecutorOptions
    QueueKind queue = QueueKind::Main;
};

// The devices that can be chosen from. One process can use one driver manifest only.
class OpenDevices {
public:
    static Result<std::unique_ptr<OpenDevices>> open(const DeviceOptions& options);

    const std::vector<DeviceRecord>& records() const { return records_; }

    // An executor on one of the devices, opened with what the plan needs; one at a time, and this object must
    // outlive it. `record` receives what is known about the open device.
    Result<std::unique_ptr<Executor>> executor(std::size_t device, const RunPlan& plan, DeviceRecord& record);

    // What the validation layers have reported so far.
    std::vector<std::string> validationMessages() const;

private:
    OpenDevices() = default;

    std::unique_ptr<Instance> instance_; // none when scripted
    std::unique_ptr<Executor> scripted_; // until it is taken
    std::vector<DeviceRecord> records_;
    bool asGpu_ = false;
};

} // namespace vkperftest
