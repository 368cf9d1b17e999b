// The devices that rows can be measured on.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cases/binding.h"
#include "model/run_result.h"
#include "run/executor.h"
#include "run/plan.h"

namespace vkperftest {

struct DeviceOptions {
    std::string device; // as selectDevice takes it, or "all"
    std::string driver; // ICD manifest; empty: the system's drivers
    bool validate = false;
};

// The devices that can be chosen from. One process can use one driver manifest only.
class OpenDevices {
public:
    virtual ~OpenDevices() = default;

    const std::vector<DeviceRecord>& records() const { return records_; }

    // An executor on one of the devices, opened with what the plan needs; one at a time, and this object must
    // outlive it. `record` receives what is known about the open device.
    virtual Result<std::unique_ptr<Executor>> executor(std::size_t device, const RunPlan& plan,
                                                       DeviceRecord& record) = 0;

    // What the validation layers have reported so far.
    virtual std::vector<std::string> validationMessages() const = 0;

protected:
    std::vector<DeviceRecord> records_;
};

// How a program opens devices: the user's through Vulkan, a test program also scripted ones.
using DeviceOpener = Result<std::unique_ptr<OpenDevices>> (*)(const DeviceOptions& options);
Result<std::unique_ptr<OpenDevices>> openVulkanDevices(const DeviceOptions& options);

// Who measured, when, with what: what is known of a run before anything is measured.

// Tool (its version and commit), time of day, host, device and the hashes of the kernels that the bound rows
// need.
Provenance provenanceOf(std::string_view version, std::string_view commit, const DeviceRecord& device,
                        std::span<const BoundRow> boundRows);

} // namespace vkperftest
