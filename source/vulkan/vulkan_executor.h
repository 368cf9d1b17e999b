// Executes rows on a Vulkan device.
#pragma once

#include <memory>

#include "model/device_record.h"
#include "run/executor.h"
#include "vulkan/instance.h"

namespace vkperftest {

struct Program;

struct VulkanExecutorOptions {
    bool robustBufferAccess = false; // one setting for all rows of a run; it may change the code
    // Tests set these: the first two to see verification fail.
    double sourceShare = 1;   // below 1, buffers are created too short
    bool nearestOnly = false; // no sampler filters
    bool asGpu = false;       // a software driver says that it is none, so that it is measured as a GPU is
};

class VulkanExecutor : public Executor {
public:
    // The instance must outlive the executor.
    static Result<std::unique_ptr<VulkanExecutor>> create(const Instance& instance, std::size_t deviceIndex,
                                                          const VulkanExecutorOptions& options);
    ~VulkanExecutor() override;

    DeviceRecord device() const { return record_; } // with the subgroup's size as a shader sees it

    ExecutorTraits traits() const override;
    std::vector<Result<ProgramId>> prepare(std::span<const BoundRow> boundRows) override;
    Result<std::vector<Result<CodeDigest>>> readCode(std::span<const BoundRow> boundRows) override;
    Result<void> renew() override; // the device too: also what follows a lost one
    Result<void> verify(ProgramId program, std::span<const float> expected) override;
    Result<std::vector<double>> sample(std::span<const Dispatch> dispatches) override;
    Result<double> record(std::string_view way, std::uint64_t dispatches, bool execute) override;

private:
    struct Content; // all that dies with a device
    VulkanExecutor();
    Result<void> open();
    Result<std::uint32_t> readSubgroupSize();
    Result<std::vector<float>> runWithOpenSink(const Program& program, float shift = 0);
    Result<std::vector<double>> time(std::span<const Dispatch> dispatches);
    template <class T> Result<T> afterFailure(const Error& error);

    VkPhysicalDevice physical_ = VK_NULL_HANDLE;
    DeviceRecord record_;
    VulkanExecutorOptions options_;
    std::vector<BoundRow> prepared_; // by program id, to make them anew
    std::unique_ptr<Content> content_;
};

} // namespace vkperftest
