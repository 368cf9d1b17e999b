#include "vulkan/descriptor_sets.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "cases/case.h"

namespace vkperftest {

Writes::Writes(std::span<const Descriptor> descriptors, VkDescriptorSet set, DescriptorType type) {
    assert(descriptors.size() <= kMostDescriptors);
    for (std::size_t i = 0; i < descriptors.size(); ++i) {
        const Descriptor& descriptor = descriptors[i];
        const bool array =
            descriptor.element > 0 || (i + 1 < descriptors.size() && descriptors[i + 1].element > 0);
        if (array) {
            images[i] = descriptor.image;
            buffers[i] = descriptor.buffer;
            texelBuffers[i] = descriptor.texelBuffer;
        }
        if (descriptor.element > 0) {
            ++all[count - 1].descriptorCount;
            continue;
        }
        const VkDescriptorType written = type(descriptor.kind);
        VkWriteDescriptorSet& write = all[count];
        write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                 .dstSet = set,
                 .dstBinding = descriptor.binding,
                 .descriptorCount = descriptorCount(written, descriptor.content.size()),
                 .descriptorType = written,
                 .pImageInfo = array ? &images[i] : &descriptor.image,
                 .pBufferInfo = array ? &buffers[i] : &descriptor.buffer,
                 .pTexelBufferView = array ? &texelBuffers[i] : &descriptor.texelBuffer};
        if (written == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK_EXT) {
            blocks[count] = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK_EXT,
                             .dataSize = write.descriptorCount,
                             .pData = descriptor.content.data()};
            write.pNext = &blocks[count];
        }
        ++count;
    }
}

void bindSet(VkCommandBuffer commands, VkPipelineLayout layout, VkDescriptorSet set,
             std::span<const std::uint32_t> dynamicOffsets) {
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set,
                            static_cast<std::uint32_t>(dynamicOffsets.size()), dynamicOffsets.data());
}

Result<void> WrittenSets::prepare() {
    VKPERFTEST_TRY(createPool());
    for (std::uint64_t i = 0; i < bindings_.dispatches; ++i) {
        VKPERFTEST_TRY(check("vkAllocateDescriptorSets", allocate(sets_.emplace_back())));
        write(sets_.back(), i);
    }
    return {};
}

VkResult WrittenSets::bind(VkCommandBuffer commands, std::uint64_t dispatch) {
    bindSet(commands, bindings_.pipelineLayout, sets_[dispatch]);
    return VK_SUCCESS;
}

Result<void> createPool(const Device& device, OwnedPool& into, std::span<const VkDescriptorPoolSize> sizes,
                        std::uint32_t sets) {
    const auto inlined = static_cast<std::uint32_t>(
        std::ranges::count(sizes, VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK_EXT, &VkDescriptorPoolSize::type));
    const VkDescriptorPoolInlineUniformBlockCreateInfoEXT blocks{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO_EXT,
        .maxInlineUniformBlockBindings = inlined * sets};
    const VkDescriptorPoolCreateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                          .pNext = inlined > 0 ? &blocks : nullptr,
                                          .maxSets = sets,
                                          .poolSizeCount = static_cast<std::uint32_t>(sizes.size()),
                                          .pPoolSizes = sizes.data()};
    return create(into, "vkCreateDescriptorPool", vkCreateDescriptorPool, device.get(), info);
}

Result<void> WrittenSets::createPool() {
    const auto sets = static_cast<std::uint32_t>(bindings_.dispatches);
    std::vector<VkDescriptorPoolSize> sizes;
    for (const Descriptor& descriptor : bindings_.places.front()) {
        const VkDescriptorType type = bindings_.type(descriptor.kind);
        sizes.push_back({type, sets * descriptorCount(type, descriptor.content.size())});
    }
    if (sizes.empty()) sizes.push_back({VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1}); // a pool must not be empty
    return vkperftest::createPool(bindings_.device, pool_, sizes, sets);
}

VkResult WrittenSets::allocate(VkDescriptorSet& set) const {
    const VkDescriptorSetAllocateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                           .descriptorPool = pool_.get(),
                                           .descriptorSetCount = 1,
                                           .pSetLayouts = &bindings_.setLayout};
    return vkAllocateDescriptorSets(bindings_.device.get(), &info, &set);
}

void WrittenSets::write(VkDescriptorSet set, std::uint64_t dispatch) const {
    const Writes writes(descriptorsOf(dispatch), set, bindings_.type);
    vkUpdateDescriptorSets(bindings_.device.get(), writes.count, writes.all.data(), 0, nullptr);
}

namespace {

constexpr std::uint32_t kWindowWidth = 16; // texels
constexpr VkImageSubresourceRange kWholeImage = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};

VkExtent3D windowOf(const SourceResource& resource) {
    return {kWindowWidth, resource.elements / (kWriteSlots * kWindowWidth), 1};
}

// Devices that list features of formats in 64 bits need not write every format undeclared, whatever
// shaderStorageImageWriteWithoutFormat says.
Result<void> checkUndeclaredStores(const Device& device, const SourceResource& resource) {
    const Offer listing{{VK_KHR_FORMAT_FEATURE_FLAGS_2_EXTENSION_NAME}, {}, VK_API_VERSION_1_3};
    if (!offers(device.physical(), listing)) return {};
    VkFormatProperties3 listed{.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3};
    VkFormatProperties2 all{.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, .pNext = &listed};
    vkGetPhysicalDeviceFormatProperties2(device.physical(), vulkanFormat(resource.format), &all);
    const VkFormatFeatureFlags2 features =
        isImage(resource.kind) ? listed.optimalTilingFeatures : listed.bufferFeatures;
    if ((features & VK_FORMAT_FEATURE_2_STORAGE_WRITE_WITHOUT_FORMAT_BIT) != 0) return {};
    return unsupported(fmt::format("{} lacks VK_FORMAT_FEATURE_2_STORAGE_WRITE_WITHOUT_FORMAT_BIT",
                                   traits(resource.format).textureName));
}

Result<void> createTexels(const Device& device, const SourceResource& resource, SourceObject& object) {
    const std::uint32_t most = coreProperties(device.physical()).limits.maxTexelBufferElements;
    if (most < resource.elements) {
        return unsupported(
            fmt::format("maxTexelBufferElements is {}, but the row needs {}", most, resource.elements));
    }
    VKPERFTEST_TRY(createBuffer(device, object.buffer, resource.bytes(),
                                bufferUsage(resource.kind) | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                    VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                kDeviceMemory));
    return createTexelView(device, object.bufferView, object.buffer, vulkanFormat(resource.format), 0,
                           VK_WHOLE_SIZE);
}

} // namespace

Result<SourceObject> createDestination(Device& device, const Operation& operation) {
    const SourceResource& resource = operation.source;
    VKPERFTEST_TRY(checkFormat(device, resource, operation.atomic != Atomic::None));
    if (operation.atomic == Atomic::None) VKPERFTEST_TRY(checkUndeclaredStores(device, resource));
    SourceObject object;
    if (isTexelBuffer(resource.kind)) {
        VKPERFTEST_TRY(createTexels(device, resource, object));
        return object;
    }
    object.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
    ImageForm form = {windowOf(resource)};
    form.extent.width *= kWriteSlots;
    VKPERFTEST_TRY(createImage(device, object, vulkanFormat(resource.format), form,
                               VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT));
    const Result<void> made = device.submit([&](VkCommandBuffer commands) {
        transition(commands, object.image.get(), kWholeImage, VK_IMAGE_LAYOUT_UNDEFINED, object.imageLayout);
    });
    if (made.ok()) return object;
    if (device.hung()) abandon(std::move(object));
    return made.error();
}

void recordErasure(VkCommandBuffer commands, const SourceObject& image, std::uint32_t word) {
    const VkClearColorValue words{.uint32 = {word, word, word, word}};
    vkCmdClearColorImage(commands, image.image.get(), image.imageLayout, &words, 1, &kWholeImage);
    memoryBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                  VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                  VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
}

void recordReadback(VkCommandBuffer commands, const SourceObject& image, const Operation& operation,
                    const Buffer& into) {
    std::array<VkBufferImageCopy, kWriteSlots> windows{};
    for (std::uint32_t slot = 0; slot < kWriteSlots; ++slot) {
        windows[slot] = {.bufferOffset = operation.source.bytes() / kWriteSlots * VkDeviceSize{slot},
                         .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                         .imageOffset = {static_cast<std::int32_t>(slot * kWindowWidth), 0, 0},
                         .imageExtent = windowOf(operation.source)};
    }
    recordReadback(commands, [&] {
        vkCmdCopyImageToBuffer(commands, image.image.get(), image.imageLayout, into.buffer.get(), kWriteSlots,
                               windows.data());
    });
}

} // namespace vkperftest
