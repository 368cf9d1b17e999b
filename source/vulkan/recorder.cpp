#include "vulkan/recorder.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

namespace vkperftest {
namespace {

constexpr std::uint32_t kPushedAt = 16; // shaders/constants.hlsli

struct PushedValues {
    std::uint32_t words[4] = {};
};

void pushConstants(VkCommandBuffer commands, const Pipeline& pipeline, const PushedValues& values) {
    vkCmdPushConstants(commands, pipeline.layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, kPushedAt,
                       sizeof(values), &values);
}

void memoryBarrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags writes,
                   VkPipelineStageFlags to, VkAccessFlags reads) {
    const VkMemoryBarrier memory{
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = writes, .dstAccessMask = reads};
    vkCmdPipelineBarrier(commands, from, to, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

} // namespace

Result<std::unique_ptr<Recorder>> Recorder::create(Device& device) {
    std::unique_ptr<Recorder> recorder(new Recorder(device));
    VKPERFTEST_TRY(recorder->open());
    return recorder;
}

Result<void> Recorder::open() {
    Result<RecorderResources> resources = createRecorderResources(device_);
    if (!resources.ok()) return resources.error();
    resources_ = std::move(resources).value();
    VKPERFTEST_TRY(
        vkperftest::create(commandPool_, "vkCreateCommandPool", vkCreateCommandPool, device_.get(),
                           VkCommandPoolCreateInfo{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                                   .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                                   .queueFamilyIndex = device_.record().queueFamily}));
    const VkCommandBufferAllocateInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                           .commandPool = commandPool_.get(),
                                           .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                           .commandBufferCount = 1};
    const VkResult allocated = vkAllocateCommandBuffers(device_.get(), &info, &commands_);
    if (allocated != VK_SUCCESS) return callFailed("vkAllocateCommandBuffers", allocated);
    return {};
}

Result<void> Recorder::cleanUp(RecordingWay way) {
    if (way == RecordingWay::AllocateWriteBind)
        vkResetDescriptorPool(device_.get(), resources_.fresh.get(), 0);
    const VkResult reset = vkResetCommandBuffer(commands_, 0);
    if (reset != VK_SUCCESS) return callFailed("vkResetCommandBuffer", reset);
    return {};
}

void Recorder::recordFirst(VkCommandBuffer commands, RecordingWay way, const Pipeline& pipeline) {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline.get());
    pushConstants(commands, pipeline, {});
    if (way == RecordingWay::DispatchOnly || way == RecordingWay::PushConstants) {
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.layout.get(), 0, 1,
                                &resources_.sets.front(), 0, nullptr);
    }
    if (way == RecordingWay::DescriptorBuffer) {
        const VkDescriptorBufferBindingInfoEXT info{
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_BUFFER_BINDING_INFO_EXT,
            .address = resources_.descriptors.address,
            .usage = VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT};
        vkCmdBindDescriptorBuffersEXT(commands, 1, &info);
    }
}

void Recorder::recordBinding(VkCommandBuffer commands, RecordingWay way, const Pipeline& pipeline,
                             std::uint64_t dispatch) {
    const VkPipelineLayout layout = pipeline.layout.get();
    const VkDeviceSize at = dispatch % RecorderResources::kPlaces * RecorderResources::kPlaceBytes;
    const auto bind = [&](VkDescriptorSet set, std::span<const std::uint32_t> offsets) {
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set,
                                static_cast<std::uint32_t>(offsets.size()), offsets.data());
    };
    switch (way) {
    case RecordingWay::DispatchOnly:
        break;
    case RecordingWay::AllocateWriteBind: {
        const Result<VkDescriptorSet> set =
            allocateSet(device_, resources_.fresh.get(), pipeline.setLayout.get());
        if (!set.ok()) {
            trouble_ = VK_ERROR_OUT_OF_POOL_MEMORY;
            return;
        }
        resources_.writeSet(device_, set.value(), dispatch, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
        bind(set.value(), {});
        break;
    }
    case RecordingWay::WriteBind:
        resources_.writeSet(device_, resources_.sets[dispatch], dispatch, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
        bind(resources_.sets[dispatch], {});
        break;
    case RecordingWay::BindOnly:
        bind(resources_.sets[dispatch], {});
        break;
    case RecordingWay::DynamicOffset: {
        const std::uint32_t offsets[] = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at)};
        bind(resources_.dynamicSet, offsets);
        break;
    }
    case RecordingWay::PushDescriptors: {
        const DispatchBuffers buffers = resources_.buffersOf(dispatch);
        const auto writes = writesOf(buffers, VK_NULL_HANDLE, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
        vkCmdPushDescriptorSetKHR(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 2, writes.data());
        break;
    }
    case RecordingWay::DescriptorBuffer: {
        const VkDeviceSize offset = dispatch * resources_.setBytes;
        const VkDeviceAddress addresses[] = {resources_.source.address + at, resources_.target.address + at};
        for (std::size_t i = 0; i < 2; ++i) {
            const VkDescriptorAddressInfoEXT address{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT,
                                                     .address = addresses[i],
                                                     .range = RecorderResources::kPlaceBytes};
            const VkDescriptorGetInfoEXT info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT,
                                              .type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                              .data = {.pStorageBuffer = &address}};
            vkGetDescriptorEXT(device_.get(), &info, resources_.descriptorBytes,
                               resources_.mapped + offset + resources_.bindingOffsets[i]);
        }
        constexpr std::uint32_t kFirst = 0;
        vkCmdSetDescriptorBufferOffsetsEXT(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &kFirst,
                                           &offset);
        break;
    }
    case RecordingWay::PushConstants:
        pushConstants(commands, pipeline, {{static_cast<std::uint32_t>(dispatch)}});
        break;
    }
}

Result<double> Recorder::record(RecordingWay way, std::uint64_t dispatches, bool execute) {
    const Result<const Pipeline*> found = resources_.pipelineOf(way);
    if (!found.ok()) return found.error();
    const Pipeline& pipeline = *found.value();
    if (execute) VKPERFTEST_TRY(executeAndVerify(way, pipeline, dispatches));
    VKPERFTEST_TRY(cleanUp(way)); // of what came before, which no time is taken of
    trouble_ = VK_SUCCESS;
    const VkCommandBufferBeginInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    const auto begin = std::chrono::steady_clock::now();
    VkResult result = vkBeginCommandBuffer(commands_, &info);
    if (result != VK_SUCCESS) return callFailed("vkBeginCommandBuffer", result);
    recordFirst(commands_, way, pipeline);
    for (std::uint64_t i = 0; i < dispatches; ++i) {
        recordBinding(commands_, way, pipeline, i);
        vkCmdDispatch(commands_, 1, 1, 1);
    }
    result = vkEndCommandBuffer(commands_);
    const Result<void> cleaned = cleanUp(way);
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - begin;
    if (result != VK_SUCCESS) return callFailed("vkEndCommandBuffer", result);
    if (trouble_ != VK_SUCCESS) return callFailed("vkAllocateDescriptorSets", trouble_);
    if (!cleaned.ok()) return cleaned.error();
    return taken.count() / static_cast<double>(dispatches);
}

// With a barrier before every dispatch, since they write to the same places; the timed recordings have none.
Result<void> Recorder::executeAndVerify(RecordingWay way, const Pipeline& pipeline,
                                        std::uint64_t dispatches) {
    constexpr std::uint32_t kPoison = 0xffffffff;
    constexpr VkPipelineStageFlags kCompute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
    VKPERFTEST_TRY(cleanUp(way));
    trouble_ = VK_SUCCESS;
    VKPERFTEST_TRY(device_.submit([&](VkCommandBuffer commands) {
        vkCmdFillBuffer(commands, resources_.target.buffer.get(), 0, VK_WHOLE_SIZE, kPoison);
        memoryBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, kCompute,
                      VK_ACCESS_SHADER_WRITE_BIT);
        recordFirst(commands, way, pipeline);
        for (std::uint64_t i = 0; i < dispatches; ++i) {
            recordBinding(commands, way, pipeline, i);
            vkCmdDispatch(commands, 1, 1, 1);
            memoryBarrier(commands, kCompute, VK_ACCESS_SHADER_WRITE_BIT, kCompute,
                          VK_ACCESS_SHADER_WRITE_BIT);
        }
        memoryBarrier(commands, kCompute, VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_HOST_BIT,
                      VK_ACCESS_HOST_READ_BIT);
    }));
    if (trouble_ != VK_SUCCESS) return callFailed("vkAllocateDescriptorSets", trouble_);
    std::vector<std::uint32_t> words(RecorderResources::kPlaces * RecorderResources::kPlaceBytes /
                                     sizeof(std::uint32_t));
    VKPERFTEST_TRY(readBuffer(device_, resources_.target, std::as_writable_bytes(std::span(words))));
    const bool stays = way == RecordingWay::DispatchOnly || way == RecordingWay::PushConstants;
    const std::size_t written = words.size() / RecorderResources::kPlaces *
                                (stays ? 1 : std::min(dispatches, RecorderResources::kPlaces));
    const std::uint32_t pushed =
        way == RecordingWay::PushConstants ? static_cast<std::uint32_t>(dispatches - 1) : 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint32_t expected = i < written ? RecorderResources::sourceWord(i) ^ pushed : kPoison;
        if (words[i] == expected) continue;
        return Error{ErrorKind::RowFailed,
                     fmt::format("wrong values: word {} is {:#x}, must be {:#x}", i, words[i], expected), ""};
    }
    return {};
}

} // namespace vkperftest
