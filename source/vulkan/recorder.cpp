#include "vulkan/recorder.h"

#include <algorithm>
#include <array>
#include <chrono>

#include <fmt/format.h>

#include "vulkan/descriptor_buffer.h"

namespace vkperftest {
namespace {

// Kinds of set layouts, by the strategy that has them.
constexpr std::array<Strategy, 4> kLayouts = {Strategy::Set, Strategy::Dynamic, Strategy::Push,
                                              Strategy::Buffer};

Strategy layoutOf(RecordingWay way) {
    switch (way) {
    case RecordingWay::DynamicOffset:
        return Strategy::Dynamic;
    case RecordingWay::PushDescriptors:
        return Strategy::Push;
    case RecordingWay::DescriptorBuffer:
        return Strategy::Buffer;
    default:
        return Strategy::Set;
    }
}

constexpr std::uint32_t kPushedAt = 16; // shaders/constants.hlsli

struct PushedValues {
    std::uint32_t words[4] = {};
};

void pushConstants(VkCommandBuffer commands, const Pipeline& pipeline, const PushedValues& values) {
    vkCmdPushConstants(commands, pipeline.layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, kPushedAt,
                       sizeof(values), &values);
}

std::uint32_t sourceWord(std::size_t index) {
    return static_cast<std::uint32_t>(index) * 2654435761u + 1;
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
    const Kernel* kernel = findKernel("binding_probe");
    if (kernel == nullptr) return Error{ErrorKind::RowFailed, "there is no kernel 'binding_probe'", ""};
    std::vector<PipelineRequest> requests;
    for (const Strategy strategy : kLayouts) requests.push_back({kernel, strategy});
    pipelines_ = createPipelines(device_, requests);
    if (!pipelines_[0].ok()) return pipelines_[0].error();

    for (Buffer* buffer : {&source_, &target_}) {
        Result<Buffer> made =
            createBuffer(device_, kPlaces * kPlaceBytes,
                         VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT, kHostMemory);
        if (!made.ok()) return made.error();
        *buffer = std::move(made).value();
    }
    std::vector<std::uint32_t> words(kPlaces * kPlaceBytes / sizeof(std::uint32_t));
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = sourceWord(i);
    VKPERFTEST_TRY(writeBuffer(device_, source_, std::as_bytes(std::span(words))));

    for (OwnedDescriptorPool* pool : {&kept_, &fresh_, &dynamicPool_}) VKPERFTEST_TRY(createPool(*pool));
    for (std::uint64_t i = 0; i < kMostRecorded; ++i) {
        const Result<VkDescriptorSet> set = allocateSet(kept_.get(), pipelines_[0].value().setLayout.get());
        if (!set.ok()) return set.error();
        sets_.push_back(set.value());
        writeSet(set.value(), i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
    }
    if (pipelines_[1].ok()) {
        const Result<VkDescriptorSet> set =
            allocateSet(dynamicPool_.get(), pipelines_[1].value().setLayout.get());
        if (!set.ok()) return set.error();
        dynamicSet_ = set.value();
        writeSet(dynamicSet_, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC);
    }
    if (pipelines_[3].ok()) VKPERFTEST_TRY(openDescriptorBuffer());

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

Result<void> Recorder::createPool(OwnedDescriptorPool& pool) {
    constexpr auto kSets = static_cast<std::uint32_t>(kMostRecorded);
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2 * kSets},
                                          {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, 2}};
    const VkDescriptorPoolCreateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                          .maxSets = kSets,
                                          .poolSizeCount = 2,
                                          .pPoolSizes = sizes};
    return vkperftest::create(pool, "vkCreateDescriptorPool", vkCreateDescriptorPool, device_.get(), info);
}

Result<VkDescriptorSet> Recorder::allocateSet(VkDescriptorPool pool, VkDescriptorSetLayout layout) {
    const VkDescriptorSetAllocateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                           .descriptorPool = pool,
                                           .descriptorSetCount = 1,
                                           .pSetLayouts = &layout};
    VkDescriptorSet set = VK_NULL_HANDLE;
    const VkResult result = vkAllocateDescriptorSets(device_.get(), &info, &set);
    if (result != VK_SUCCESS) return callFailed("vkAllocateDescriptorSets", result);
    return set;
}

namespace {

// The two writes of a dispatch, pointing to `buffers`.
std::array<VkWriteDescriptorSet, 2> writesOf(const std::array<VkDescriptorBufferInfo, 2>& buffers,
                                             VkDescriptorSet set, VkDescriptorType type) {
    std::array<VkWriteDescriptorSet, 2> writes;
    for (std::uint32_t i = 0; i < 2; ++i) {
        writes[i] = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                     .dstSet = set,
                     .dstBinding = i,
                     .descriptorCount = 1,
                     .descriptorType = type,
                     .pBufferInfo = &buffers[i]};
    }
    return writes;
}

} // namespace

void Recorder::writeSet(VkDescriptorSet set, std::uint64_t dispatch, VkDescriptorType type) {
    const VkDeviceSize at = dispatch % kPlaces * kPlaceBytes;
    const std::array<VkDescriptorBufferInfo, 2> buffers = {
        {{source_.buffer.get(), at, kPlaceBytes}, {target_.buffer.get(), at, kPlaceBytes}}};
    const auto writes = writesOf(buffers, set, type);
    vkUpdateDescriptorSets(device_.get(), 2, writes.data(), 0, nullptr);
}

Result<void> Recorder::openDescriptorBuffer() {
    const VkDescriptorSetLayout layout = pipelines_[3].value().setLayout.get();
    const VkPhysicalDeviceDescriptorBufferPropertiesEXT properties = descriptorBufferProperties(device_);
    descriptorBytes_ = storageDescriptorBytes(device_);
    vkGetDescriptorSetLayoutSizeEXT(device_.get(), layout, &setBytes_);
    const VkDeviceSize unit = properties.descriptorBufferOffsetAlignment;
    setBytes_ = (setBytes_ + unit - 1) / unit * unit;
    for (std::uint32_t i = 0; i < 2; ++i)
        vkGetDescriptorSetLayoutBindingOffsetEXT(device_.get(), layout, i, &bindingOffsets_[i]);
    Result<Buffer> buffer = createDescriptorMemory(device_, kMostRecorded * setBytes_,
                                                   VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT);
    if (!buffer.ok()) return buffer.error();
    descriptors_ = std::move(buffer).value();
    void* mapped = nullptr;
    const VkResult result =
        vkMapMemory(device_.get(), descriptors_.memory.get(), 0, VK_WHOLE_SIZE, 0, &mapped);
    if (result != VK_SUCCESS) return callFailed("vkMapMemory", result);
    mapped_ = static_cast<std::byte*>(mapped);
    return {};
}

Result<const Pipeline*> Recorder::pipelineOf(RecordingWay way) const {
    const auto layout = std::find(kLayouts.begin(), kLayouts.end(), layoutOf(way));
    const Result<Pipeline>& pipeline = pipelines_[static_cast<std::size_t>(layout - kLayouts.begin())];
    if (!pipeline.ok()) return pipeline.error();
    return &pipeline.value();
}

Result<void> Recorder::cleanUp(RecordingWay way) {
    if (way == RecordingWay::AllocateWriteBind) vkResetDescriptorPool(device_.get(), fresh_.get(), 0);
    const VkResult reset = vkResetCommandBuffer(commands_, 0);
    if (reset != VK_SUCCESS) return callFailed("vkResetCommandBuffer", reset);
    return {};
}

void Recorder::recordFirst(VkCommandBuffer commands, RecordingWay way, const Pipeline& pipeline) {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline.get());
    pushConstants(commands, pipeline, {});
    if (way == RecordingWay::DispatchOnly || way == RecordingWay::PushConstants) {
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.layout.get(), 0, 1,
                                &sets_.front(), 0, nullptr);
    }
    if (way == RecordingWay::DescriptorBuffer) {
        const VkDescriptorBufferBindingInfoEXT info{
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_BUFFER_BINDING_INFO_EXT,
            .address = descriptors_.address,
            .usage = VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT};
        vkCmdBindDescriptorBuffersEXT(commands, 1, &info);
    }
}

void Recorder::recordBinding(VkCommandBuffer commands, RecordingWay way, const Pipeline& pipeline,
                             std::uint64_t dispatch) {
    const VkPipelineLayout layout = pipeline.layout.get();
    const VkDeviceSize at = dispatch % kPlaces * kPlaceBytes;
    const auto bind = [&](VkDescriptorSet set, std::span<const std::uint32_t> offsets) {
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set,
                                static_cast<std::uint32_t>(offsets.size()), offsets.data());
    };
    switch (way) {
    case RecordingWay::DispatchOnly:
        break;
    case RecordingWay::AllocateWriteBind: {
        const Result<VkDescriptorSet> set = allocateSet(fresh_.get(), pipeline.setLayout.get());
        if (!set.ok()) {
            trouble_ = VK_ERROR_OUT_OF_POOL_MEMORY;
            return;
        }
        writeSet(set.value(), dispatch, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
        bind(set.value(), {});
        break;
    }
    case RecordingWay::WriteBind:
        writeSet(sets_[dispatch], dispatch, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
        bind(sets_[dispatch], {});
        break;
    case RecordingWay::BindOnly:
        bind(sets_[dispatch], {});
        break;
    case RecordingWay::DynamicOffset: {
        const std::uint32_t offsets[] = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at)};
        bind(dynamicSet_, offsets);
        break;
    }
    case RecordingWay::PushDescriptors: {
        const std::array<VkDescriptorBufferInfo, 2> buffers = {
            {{source_.buffer.get(), at, kPlaceBytes}, {target_.buffer.get(), at, kPlaceBytes}}};
        const auto writes = writesOf(buffers, VK_NULL_HANDLE, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
        vkCmdPushDescriptorSetKHR(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 2, writes.data());
        break;
    }
    case RecordingWay::DescriptorBuffer: {
        const VkDeviceSize offset = dispatch * setBytes_;
        const VkDeviceAddress addresses[] = {source_.address + at, target_.address + at};
        for (std::size_t i = 0; i < 2; ++i) {
            const VkDescriptorAddressInfoEXT address{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT,
                                                     .address = addresses[i],
                                                     .range = kPlaceBytes};
            const VkDescriptorGetInfoEXT info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT,
                                              .type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                              .data = {.pStorageBuffer = &address}};
            vkGetDescriptorEXT(device_.get(), &info, descriptorBytes_, mapped_ + offset + bindingOffsets_[i]);
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
    const Result<const Pipeline*> found = pipelineOf(way);
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
        vkCmdFillBuffer(commands, target_.buffer.get(), 0, VK_WHOLE_SIZE, kPoison);
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
    std::vector<std::uint32_t> words(kPlaces * kPlaceBytes / sizeof(std::uint32_t));
    VKPERFTEST_TRY(readBuffer(device_, target_, std::as_writable_bytes(std::span(words))));
    const bool stays = way == RecordingWay::DispatchOnly || way == RecordingWay::PushConstants;
    const std::size_t written = words.size() / kPlaces * (stays ? 1 : std::min(dispatches, kPlaces));
    const std::uint32_t pushed =
        way == RecordingWay::PushConstants ? static_cast<std::uint32_t>(dispatches - 1) : 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint32_t expected = i < written ? sourceWord(i) ^ pushed : kPoison;
        if (words[i] == expected) continue;
        return Error{ErrorKind::RowFailed,
                     fmt::format("wrong values: word {} is {:#x}, must be {:#x}", i, words[i], expected), ""};
    }
    return {};
}

} // namespace vkperftest
