// What is measured beside rows, and the kernels and memory for it: the host's time to record command buffers, walks through
// windows, and the chains beside which a device's counter is read.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "cases/controls.h"
#include "model/run_result.h"
#include "run/executor.h"
#include "vulkan/pipeline.h"

namespace vkperftest {

// Records command buffers in every way of recording and measures the host's time: the CPU's side of the binding
// strategies.
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

// The memory, kernels and dispatches of walks through windows (cases/walk.h).
class Walker {
public:
    // Makes the memory that all windows lie in, as much as a storage buffer can have but at most `memory` bytes,
    // and writes what walks read there.
    static Result<std::unique_ptr<Walker>> create(Device& device, std::uint64_t memory);

    // Makes what the walk needs, on its first use. Unsupported names the limit that the window exceeds.
    Result<void> prepare(const Walk& walk, std::uint64_t window);

    // Records a dispatch of a walk that was prepared.
    void record(VkCommandBuffer commands, WalkDispatch dispatch);
    // Records a dispatch after which caches hold what they can of the memory that the dispatch loads from.
    void recordFirstLoads(VkCommandBuffer commands, const WalkDispatch& dispatch);

    // Runs a short dispatch of the walk and compares what it returns with walkResults().
    Result<void> verify(const Walk& walk, std::uint64_t window);

private:
    explicit Walker(Device& device) : device_(device) {}
    Result<void> open(std::uint64_t memory);
    Result<BoundKernel*> find(std::string_view kernel);
    // The walk whose loads come first: of all buffers, that through the texel buffer if it can.
    const Walk& firstLoads(const Walk& walk, std::uint64_t window) const;
    std::string exceeded(const Walk& walk, std::uint64_t window) const;
    std::uint64_t memoryOf(const Walk& walk) const {
        return walk.resource == ResourceKind::Texture ? texelMemory_ : memory_;
    }

    Device& device_;
    VkPhysicalDeviceLimits limits_{};
    std::uint64_t memory_ = 0;      // bytes of the buffer; a power of two
    std::string whyNoMore_;         // memory than that
    std::uint64_t texelMemory_ = 0; // the same of the image
    SourceObject source_;           // the buffer, with its view, and the image, once they are needed
    Buffer results_, readback_;
    std::map<std::string_view, BoundKernel> kernels_; // by key, created on first use
};

} // namespace vkperftest
