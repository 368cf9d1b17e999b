// Executes rows on a Vulkan device.
#pragma once

#include <memory>

#include "model/device_record.h"
#include "run/executor.h"
#include "run/timer_check.h"
#include "vulkan/device.h"
#include "vulkan/instance.h"

namespace vkperftest {

struct Program;

struct VulkanExecutorOptions {
    std::vector<CapabilityValue> capabilities = everyCapability(); // enabled where the device has them
    bool robustBufferAccess = false; // one setting for all rows of a run; it may change the code
    // Set by tests; the first two make verification fail.
    double sourceShare = 1;   // below 1, buffers are created too short
    bool nearestOnly = false; // no sampler filters
    bool asGpu = false;       // a software driver is measured like a GPU
};

class VulkanExecutor : public Executor {
public:
    // The instance must outlive the executor and serve no other: it is recreated to recover a lost device.
    static Result<std::unique_ptr<VulkanExecutor>> create(Instance& instance, std::size_t deviceIndex,
                                                          const VulkanExecutorOptions& options);
    ~VulkanExecutor() override;

    // Includes the subgroup's size as a shader sees it, and the enabled features.
    DeviceRecord device() const { return record_; }

    ExecutorTraits traits() const override;
    std::optional<TimerRate> timerRate() const override { return timerCheck_.rate(); }
    std::vector<Result<ProgramId>> prepare(std::span<const BoundRow> boundRows) override;
    void tellBuilding(BuildProgress tell) override { tellBuilding_ = std::move(tell); }
    Result<std::vector<Result<CodeDigest>>> readCode(std::span<const BoundRow> boundRows) override;
    // Also recreates the device. If it does not open, or cannot hold what was prepared, tries a new instance.
    Result<void> renew() override;
    Result<void> verify(ProgramId program, std::span<const float> expected) override;
    Result<std::vector<double>> sample(std::span<const Dispatch> dispatches) override;
    Result<double> record(std::string_view way, std::uint64_t dispatches, bool execute) override;

private:
    struct Content; // all that belongs to one device
    explicit VulkanExecutor(Instance& instance);
    void close();
    Result<void> open();
    Result<void> findAgain();
    Result<void> makeAnew();
    Result<std::uint32_t> readSubgroupSize();
    // What the kernel wrote. Its program is not among the rows' programs, whose ids begin at 0, and is gone
    // on return, so that the device can be recreated after DeviceLost.
    Result<std::vector<float>> runAlone(const Kernel& kernel);
    Result<std::vector<float>> runWithOpenSink(const Program& program, float shift = 0);
    Result<std::vector<double>> time(std::span<const Dispatch> dispatches);

    Instance& instance_;
    PhysicalDevice physical_;
    DeviceRecord record_;
    VulkanExecutorOptions options_;
    LogicalDeviceOptions deviceOptions_;
    std::vector<BoundRow> prepared_; // by program id, to recreate them
    BuildProgress tellBuilding_;
    std::unique_ptr<Content> content_;
    TimerCheck timerCheck_;
    std::uint64_t lastTicks_ = 0; // of the previous sample
};

} // namespace vkperftest
