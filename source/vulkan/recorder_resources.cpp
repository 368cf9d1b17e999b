#include "vulkan/recorder_resources.h"

#include <algorithm>

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

Result<void> createPool(const Device& device, OwnedDescriptorPool& pool) {
    constexpr auto kSets = static_cast<std::uint32_t>(kMostRecorded);
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2 * kSets},
                                          {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, 2}};
    const VkDescriptorPoolCreateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                          .maxSets = kSets,
                                          .poolSizeCount = 2,
                                          .pPoolSizes = sizes};
    return create(pool, "vkCreateDescriptorPool", vkCreateDescriptorPool, device.get(), info);
}

Result<void> openDescriptorBuffer(const Device& device, RecorderResources& resources) {
    const VkDescriptorSetLayout layout = resources.pipelines[3].value().setLayout.get();
    const VkPhysicalDeviceDescriptorBufferPropertiesEXT properties = descriptorBufferProperties(device);
    resources.descriptorBytes = storageDescriptorBytes(device);
    vkGetDescriptorSetLayoutSizeEXT(device.get(), layout, &resources.setBytes);
    const VkDeviceSize unit = properties.descriptorBufferOffsetAlignment;
    resources.setBytes = (resources.setBytes + unit - 1) / unit * unit;
    for (std::uint32_t i = 0; i < 2; ++i)
        vkGetDescriptorSetLayoutBindingOffsetEXT(device.get(), layout, i, &resources.bindingOffsets[i]);
    Result<Buffer> buffer = createDescriptorMemory(device, kMostRecorded * resources.setBytes,
                                                   VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT);
    if (!buffer.ok()) return buffer.error();
    resources.descriptors = std::move(buffer).value();
    void* mapped = nullptr;
    const VkResult result =
        vkMapMemory(device.get(), resources.descriptors.memory.get(), 0, VK_WHOLE_SIZE, 0, &mapped);
    if (result != VK_SUCCESS) return callFailed("vkMapMemory", result);
    resources.mapped = static_cast<std::byte*>(mapped);
    return {};
}

} // namespace

std::array<VkWriteDescriptorSet, 2> writesOf(const DispatchBuffers& buffers, VkDescriptorSet set,
                                             VkDescriptorType type) {
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

std::uint32_t RecorderResources::sourceWord(std::size_t index) {
    return static_cast<std::uint32_t>(index) * 2654435761u + 1;
}

Result<const Pipeline*> RecorderResources::pipelineOf(RecordingWay way) const {
    const auto layout = std::find(kLayouts.begin(), kLayouts.end(), layoutOf(way));
    const Result<Pipeline>& pipeline = pipelines[static_cast<std::size_t>(layout - kLayouts.begin())];
    if (!pipeline.ok()) return pipeline.error();
    return &pipeline.value();
}

DispatchBuffers RecorderResources::buffersOf(std::uint64_t dispatch) const {
    const VkDeviceSize at = dispatch % kPlaces * kPlaceBytes;
    return {{{source.buffer.get(), at, kPlaceBytes}, {target.buffer.get(), at, kPlaceBytes}}};
}

void RecorderResources::writeSet(const Device& device, VkDescriptorSet set, std::uint64_t dispatch,
                                 VkDescriptorType type) const {
    const DispatchBuffers buffers = buffersOf(dispatch);
    const auto writes = writesOf(buffers, set, type);
    vkUpdateDescriptorSets(device.get(), 2, writes.data(), 0, nullptr);
}

Result<RecorderResources> createRecorderResources(Device& device) {
    constexpr VkDeviceSize kBytes = RecorderResources::kPlaces * RecorderResources::kPlaceBytes;
    RecorderResources resources;
    const Kernel* kernel = findKernel("binding_probe");
    if (kernel == nullptr) return Error{ErrorKind::RowFailed, "there is no kernel 'binding_probe'", ""};
    std::vector<PipelineRequest> requests;
    for (const Strategy strategy : kLayouts) requests.push_back({kernel, strategy});
    resources.pipelines = createPipelines(device, requests);
    if (!resources.pipelines[0].ok()) return resources.pipelines[0].error();

    for (Buffer* buffer : {&resources.source, &resources.target}) {
        Result<Buffer> made =
            createBuffer(device, kBytes,
                         VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT, kHostMemory);
        if (!made.ok()) return made.error();
        *buffer = std::move(made).value();
    }
    std::vector<std::uint32_t> words(kBytes / sizeof(std::uint32_t));
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = RecorderResources::sourceWord(i);
    VKPERFTEST_TRY(writeBuffer(device, resources.source, std::as_bytes(std::span(words))));

    for (OwnedDescriptorPool* pool : {&resources.kept, &resources.fresh, &resources.dynamicPool})
        VKPERFTEST_TRY(createPool(device, *pool));
    for (std::uint64_t i = 0; i < kMostRecorded; ++i) {
        const Result<VkDescriptorSet> set =
            allocateSet(device, resources.kept.get(), resources.pipelines[0].value().setLayout.get());
        if (!set.ok()) return set.error();
        resources.sets.push_back(set.value());
        resources.writeSet(device, set.value(), i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
    }
    if (resources.pipelines[1].ok()) {
        const Result<VkDescriptorSet> set =
            allocateSet(device, resources.dynamicPool.get(), resources.pipelines[1].value().setLayout.get());
        if (!set.ok()) return set.error();
        resources.dynamicSet = set.value();
        resources.writeSet(device, resources.dynamicSet, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC);
    }
    if (resources.pipelines[3].ok()) VKPERFTEST_TRY(openDescriptorBuffer(device, resources));
    return resources;
}

Result<VkDescriptorSet> allocateSet(const Device& device, VkDescriptorPool pool,
                                    VkDescriptorSetLayout layout) {
    const VkDescriptorSetAllocateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                           .descriptorPool = pool,
                                           .descriptorSetCount = 1,
                                           .pSetLayouts = &layout};
    VkDescriptorSet set = VK_NULL_HANDLE;
    const VkResult result = vkAllocateDescriptorSets(device.get(), &info, &set);
    if (result != VK_SUCCESS) return callFailed("vkAllocateDescriptorSets", result);
    return set;
}

} // namespace vkperftest
