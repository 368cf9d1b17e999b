// What rows are executed on: a Vulkan device or a scripted one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "run/executor.h"
#include "vulkan/instance.h"

namespace vkperftest {

struct BenchOptions {
    std::string device; // as selectDevice takes it
    std::string driver; // ICD manifest; empty: the system's drivers
    std::string script; // of the scripted executor; empty: a Vulkan device
    bool validate = false;
};

// The devices that can be chosen from. One process can use one driver manifest only.
class Bench {
public:
    static Result<std::unique_ptr<Bench>> open(const BenchOptions& options);

    const std::vector<DeviceRecord>& devices() const { return devices_; }

    // An executor on one of the devices; one at a time, and the bench must outlive it.
    struct Place {
        std::unique_ptr<Executor> executor;
        DeviceRecord device; // as it was opened
    };
    Result<Place> take(std::size_t device);

    // What the validation layers have said so far.
    std::vector<std::string> validationMessages() const;

private:
    Bench() = default;

    std::unique_ptr<Instance> instance_; // none when scripted
    std::unique_ptr<Executor> scripted_; // until it is taken
    std::vector<DeviceRecord> devices_;
};

} // namespace vkperftest
