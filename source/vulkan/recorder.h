// Records command buffers in every way of binding and takes the host's time: the CPU's side of the
// strategies.
#pragma once

#include <cstdint>
#include <memory>

#include "run/recording_way.h"
#include "vulkan/recorder_resources.h"

namespace vkperftest {

class Recorder {
public:
    // Dispatches a small kernel, shaders/binding_probe.hlsl.
    static Result<std::unique_ptr<Recorder>> create(Device& device);

    // See Executor::record.
    Result<double> record(RecordingWay way, std::uint64_t dispatches, bool execute);

private:
    explicit Recorder(Device& device) : device_(device) {}
    Result<void> open();

    // Gives back what a recording took: the command buffer's contents, and the sets of a way that allocates
    // them. Every frame pays for it, so a recording's time holds it.
    Result<void> cleanUp(RecordingWay way);
    // What is bound once in a command buffer, and what every dispatch binds.
    void recordFirst(VkCommandBuffer commands, RecordingWay way, const Pipeline& pipeline);
    void recordBinding(VkCommandBuffer commands, RecordingWay way, const Pipeline& pipeline,
                       std::uint64_t dispatch);
    Result<void> executeAndVerify(RecordingWay way, const Pipeline& pipeline, std::uint64_t dispatches);

    Device& device_;
    RecorderResources resources_;
    VkResult trouble_ = VK_SUCCESS; // of an allocation while recording
    OwnedCommandPool commandPool_;
    VkCommandBuffer commands_ = VK_NULL_HANDLE; // freed with its pool
};

} // namespace vkperftest
