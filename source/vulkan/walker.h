// The memory, kernels and dispatches of walks through windows (cases/walk.h).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "run/executor.h"
#include "vulkan/pipeline.h"

namespace vkperftest {

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
