// Records command buffers in every way of recording and measures the host's time: the CPU's side of the
// binding strategies.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>

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
        Pipeline pipeline;
        std::unique_ptr<Binder> binder;
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

} // namespace vkperftest
