// Records command buffers in every way of recording and measures the host's time: the CPU's side of the
// binding strategies.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>

#include "cases/controls.h"
#include "model/run_result.h"
#include "vulkan/pipeline.h"

namespace vkperftest {

class Recorder {
public:
    // Dispatches a small kernel, shaders/binding_probe.hlsl, which reads one buffer and writes another.
    static Result<std::unique_ptr<Recorder>> create(Device& device);

    // See Executor::record.
    Result<double> record(std::string_view way, std::uint64_t dispatches, bool execute);

private:
    struct Recording {
        const RecordingWay* way = nullptr;
        BoundKernel kernel;
    };

    explicit Recorder(Device& device) : device_(device) {}
    Result<void> open();
    Result<Recording*> find(std::string_view way);

    // Releases what a recording took: the command buffer's contents, and the sets of a way that allocates
    // them. Every frame pays for this, so a recording's time includes it.
    Result<void> cleanUp(Recording& recording);
    Result<void> executeAndVerify(Recording& recording, std::uint64_t dispatches);

    Device& device_;
    Buffer source_, destination_;
    std::vector<std::vector<Descriptor>> places_;
    std::map<std::string_view, Recording> recordings_; // by way, created on first use
    OwnedCommandPool commandPool_;
    VkCommandBuffer commands_ = VK_NULL_HANDLE; // freed with its pool
};

// The chain of steps beside which a device's counter is read (cases/controls.h): its kernels and
// results.

class CounterChains {
public:
    // Unsupported if the device lacks the counter.
    static Result<std::unique_ptr<CounterChains>> create(Device& device);

    // Records that the results of earlier submissions are erased.
    void recordErasure(VkCommandBuffer commands);
    // Records a dispatch of the kernel of that number; its results are ready for the CPU afterwards.
    void record(VkCommandBuffer commands, std::size_t kernel);

    // Ticks that each kernel counted in the last submission, which erased the results and ran both.
    // WrongValues if a chain ended with another value than the model's.
    Result<std::array<std::uint32_t, 2>> ticks(const Device& device);

private:
    Buffer results_;
    std::vector<BoundKernel> kernels_;
};

} // namespace vkperftest
