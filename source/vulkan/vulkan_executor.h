// Executes rows on a Vulkan device.
#pragma once

#include <memory>
#include <optional>

#include "base/cores.h"
#include "model/device_record.h"
#include "run/executor.h"
#include "run/trial.h"
#include "vulkan/device.h"
#include "vulkan/instance.h"

namespace vkperftest {

struct Descriptor;
struct PipelineRequest;
struct Program;

struct VulkanExecutorOptions {
    LogicalDeviceOptions device;        // that it is opened with
    std::shared_ptr<const Trial> trial; // whose variants are executed instead of rows; may be null
    const Method* method = nullptr;     // null: the one for the device's kind
};

class VulkanExecutor : public Executor,
                       public CodeReader,
                       public RecordingTimer,
                       public WindowWalker,
                       public CounterReader,
                       public ProcessorTimer {
public:
    // The instance must outlive the executor and serve no other: it is recreated to recover a lost device.
    static Result<std::unique_ptr<VulkanExecutor>> create(Instance& instance, std::size_t deviceIndex,
                                                          const VulkanExecutorOptions& options);
    ~VulkanExecutor() override;

    // Includes the subgroup's size as a shader sees it.
    DeviceRecord device() const { return record_; }

    ExecutorTraits traits() const override;
    std::vector<Result<ProgramId>> prepare(std::span<const BoundRow> boundRows) override;
    void tellBuilding(BuildProgress tell) override { tellBuilding_ = std::move(tell); }
    Result<std::vector<Result<CodeDigest>>> readCode(std::span<const BoundRow> boundRows) override;
    // Also recreates the device. If it does not open, or cannot hold what was prepared, tries a new instance.
    Result<void> renew() override;
    Result<void> verify(ProgramId program, std::span<const float> expected) override;
    Result<std::vector<double>> sample(std::span<const Dispatch> dispatches) override;
    Result<OutsideLoads> loadOutside(ResourceKind kind, Robustness robustness, Strategy strategy) override;
    Result<double> record(std::string_view way, std::uint64_t dispatches, bool execute) override;
    Result<std::vector<double>> walk(const WalkDispatch& dispatch, bool verify) override;
    Result<CounterSample> readCounter(const std::optional<Dispatch>& after) override;
    std::optional<double> processorNanoseconds() override;

private:
    struct Content; // all that belongs to one device
    explicit VulkanExecutor(Instance& instance);
    void close();
    Result<void> open();
    Result<void> findAgain();
    Result<void> makeAnew();
    std::vector<Result<ProgramId>> add(std::span<const BoundRow> boundRows);
    void recordOne(VkCommandBuffer commands, const Dispatch& dispatch) const;
    Result<std::uint32_t> readSubgroupSize();
    // What the kernel, which no row runs, wrote. `source`: of all its bindings but the output. It is gone on return,
    // so that the device can be recreated after DeviceLost.
    Result<std::vector<float>> runAlone(const PipelineRequest& request, const Descriptor& source,
                                        std::uint32_t byteOffset);
    Result<std::vector<float>> runWithOpenSink(const Program& program, std::optional<float> constant = {});
    Result<std::vector<double>> sampleOneByOne(std::span<const Dispatch> dispatches);
    void keepCoreBusy();
    // Times each of `count` dispatches of one submission, which `record` records by its number; `before`
    // records what comes before the one of that number, untimed.
    Result<std::vector<double>> time(
        std::uint32_t count, const std::function<void(VkCommandBuffer, std::uint32_t)>& record,
        const std::function<void(VkCommandBuffer, std::uint32_t)>& before = [](VkCommandBuffer,
                                                                               std::uint32_t) {});

    Instance& instance_;
    PhysicalDevice physical_;
    DeviceRecord record_;
    VulkanExecutorOptions options_;  // with its method
    std::vector<BoundRow> prepared_; // by program id, to recreate them
    BuildProgress tellBuilding_;
    std::unique_ptr<Content> content_;
    std::vector<std::byte> trialResults_; // of the user's shader as written (trial_programs.h)
    bool oneThread_ = false;              // executes all invocations: its processor time is their time
    bool leavesACore_ = false;            // the driver does
    std::optional<BusyCore> busyCore_;
};

} // namespace vkperftest
