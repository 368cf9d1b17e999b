// Records command buffers in every way of binding and takes the host's time: the CPU's side of the
// strategies.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "run/recording_way.h"
#include "vulkan/pipeline.h"
#include "vulkan/resources.h"

namespace vkperftest {

class Recorder {
public:
    // Pools for kMostRecorded sets, and a small kernel (shaders/binding_probe.hlsl) in a pipeline for each
    // kind of layout.
    static Result<std::unique_ptr<Recorder>> create(Device& device);

    // See Executor::record. The buffers that a dispatch binds begin at one of kPlaces places in turn, so that
    // no driver can take one binding for the next.
    Result<double> record(RecordingWay way, std::uint64_t dispatches, bool execute);

private:
    explicit Recorder(Device& device) : device_(device) {}
    Result<void> open();
    Result<void> createPool(OwnedDescriptorPool& pool);
    Result<VkDescriptorSet> allocateSet(VkDescriptorPool pool, VkDescriptorSetLayout layout);
    void writeSet(VkDescriptorSet set, std::uint64_t dispatch, VkDescriptorType type);
    Result<void> openDescriptorBuffer();

    // Why there is no such way on this device.
    Result<const Pipeline*> pipelineOf(RecordingWay way) const;
    // Gives back what a recording took: the command buffer's contents, and the sets of a way that allocates
    // them. Every frame pays for it, so a recording's time holds it.
    Result<void> cleanUp(RecordingWay way);
    // What is bound once in a command buffer, and what every dispatch binds.
    void recordFirst(VkCommandBuffer commands, RecordingWay way, const Pipeline& pipeline);
    void recordBinding(VkCommandBuffer commands, RecordingWay way, const Pipeline& pipeline,
                       std::uint64_t dispatch);
    Result<void> executeAndVerify(RecordingWay way, const Pipeline& pipeline, std::uint64_t dispatches);

    static constexpr std::uint64_t kPlaces = 16;
    static constexpr VkDeviceSize kPlaceBytes = 256 * sizeof(std::uint32_t);

    Device& device_;
    std::vector<Result<Pipeline>> pipelines_; // by kLayouts of recorder.cpp
    Buffer source_, target_;
    OwnedDescriptorPool kept_, fresh_, dynamicPool_;
    std::vector<VkDescriptorSet> sets_;
    VkDescriptorSet dynamicSet_ = VK_NULL_HANDLE;
    VkResult trouble_ = VK_SUCCESS; // of an allocation while recording
    Buffer descriptors_;            // DescriptorBuffer: kMostRecorded sets
    std::byte* mapped_ = nullptr;   // its memory; unmapped when that is freed
    VkDeviceSize setBytes_ = 0;
    VkDeviceSize bindingOffsets_[2] = {};
    std::size_t descriptorBytes_ = 0;
    OwnedCommandPool commandPool_;
    VkCommandBuffer commands_ = VK_NULL_HANDLE; // freed with its pool
};

} // namespace vkperftest
