// What the recorder's command buffers bind: two buffers, a pipeline for each kind of set layout, sets, and a
// descriptor buffer.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "run/recording_way.h"
#include "vulkan/pipeline.h"
#include "vulkan/resources.h"

namespace vkperftest {

// What a dispatch binds: its places in the source and in the target.
using DispatchBuffers = std::array<VkDescriptorBufferInfo, 2>;

// Point to `buffers`, which must outlive them; `set` is null where they are pushed.
std::array<VkWriteDescriptorSet, 2> writesOf(const DispatchBuffers& buffers, VkDescriptorSet set,
                                             VkDescriptorType type);

struct RecorderResources {
    // The buffers that a dispatch binds begin at one of kPlaces places in turn, so that no driver can take one
    // binding for the next.
    static constexpr std::uint64_t kPlaces = 16;
    static constexpr VkDeviceSize kPlaceBytes = 256 * sizeof(std::uint32_t);

    std::vector<Result<Pipeline>> pipelines;      // by kLayouts of recorder_resources.cpp
    Buffer source, target;                        // kPlaces places each; the source holds sourceWord(index)
    OwnedDescriptorPool kept, fresh, dynamicPool; // for kMostRecorded sets, or the dynamic one
    std::vector<VkDescriptorSet> sets;            // kMostRecorded, of `kept`, written
    VkDescriptorSet dynamicSet = VK_NULL_HANDLE;
    Buffer descriptors;          // DescriptorBuffer: kMostRecorded sets
    std::byte* mapped = nullptr; // its memory; unmapped when that is freed
    VkDeviceSize setBytes = 0;
    VkDeviceSize bindingOffsets[2] = {};
    std::size_t descriptorBytes = 0;

    static std::uint32_t sourceWord(std::size_t index);

    // Why there is no such way on this device.
    Result<const Pipeline*> pipelineOf(RecordingWay way) const;
    DispatchBuffers buffersOf(std::uint64_t dispatch) const;
    void writeSet(const Device& device, VkDescriptorSet set, std::uint64_t dispatch,
                  VkDescriptorType type) const;
};

Result<RecorderResources> createRecorderResources(Device& device);

// Fails when the pool is empty.
Result<VkDescriptorSet> allocateSet(const Device& device, VkDescriptorPool pool,
                                    VkDescriptorSetLayout layout);

} // namespace vkperftest
