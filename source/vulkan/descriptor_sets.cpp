#include "vulkan/descriptor_sets.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cases/case.h"

namespace vkperftest {

Writes::Writes(std::span<const Descriptor> descriptors, VkDescriptorSet set)
    : all(descriptors.size()), blocks(descriptors.size()), images(descriptors.size()),
      buffers(descriptors.size()), texelBuffers(descriptors.size()) {
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
        VkWriteDescriptorSet& write = all[count];
        write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                 .dstSet = set,
                 .dstBinding = descriptor.binding,
                 .descriptorCount = countOf(descriptor),
                 .descriptorType = descriptorType(descriptor.kind),
                 .pImageInfo = array ? &images[i] : &descriptor.image,
                 .pBufferInfo = array ? &buffers[i] : &descriptor.buffer,
                 .pTexelBufferView = array ? &texelBuffers[i] : &descriptor.texelBuffer};
        if (descriptor.kind == DescriptorKind::InlineUniforms) {
            blocks[count] = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK_EXT,
                             .dataSize = write.descriptorCount,
                             .pData = descriptor.content.data()};
            write.pNext = &blocks[count];
        }
        ++count;
    }
}

void WrittenSets::bindSet(VkCommandBuffer commands, VkDescriptorSet set,
                          std::span<const std::uint32_t> offsets) const {
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, bindings_.pipelineLayout, bindings_.set,
                            1, &set, static_cast<std::uint32_t>(offsets.size()), offsets.data());
}

Result<void> WrittenSets::prepare() {
    for (std::vector<Descriptor>& place : bindings_.places) {
        std::ranges::stable_sort(place, {}, &Descriptor::binding);
        std::vector<std::uint32_t>& offsets = offsets_.emplace_back();
        for (Descriptor& descriptor : place)
            if (isDynamic(descriptor.kind))
                offsets.push_back(
                    static_cast<std::uint32_t>(std::exchange(descriptor.buffer.offset, VkDeviceSize{0})));
        if (!offsets.empty()) bindings_.dispatches = 1;
    }
    VKPERFTEST_TRY(createPool());
    for (std::uint64_t i = 0; i < bindings_.dispatches; ++i) {
        VKPERFTEST_TRY(check("vkAllocateDescriptorSets", allocate(sets_.emplace_back())));
        write(sets_.back(), i);
    }
    return {};
}

VkResult WrittenSets::bind(VkCommandBuffer commands, std::uint64_t dispatch) {
    if (offsets_.front().empty())
        bindSet(commands, sets_[dispatch]);
    else
        bindSet(commands, sets_.front(), offsets_[dispatch % offsets_.size()]);
    return VK_SUCCESS;
}

Result<void> WrittenSets::createPool() {
    const auto sets = static_cast<std::uint32_t>(bindings_.dispatches);
    std::vector<VkDescriptorPoolSize> sizes;
    VkDescriptorPoolInlineUniformBlockCreateInfoEXT blocks{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO_EXT};
    for (const Descriptor& descriptor : bindings_.places.front()) {
        sizes.push_back({descriptorType(descriptor.kind), sets * countOf(descriptor)});
        if (descriptor.kind == DescriptorKind::InlineUniforms) blocks.maxInlineUniformBlockBindings += sets;
    }
    if (sizes.empty()) sizes.push_back({VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1}); // a pool must not be empty
    const VkDescriptorPoolCreateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                          .pNext =
                                              blocks.maxInlineUniformBlockBindings > 0 ? &blocks : nullptr,
                                          .maxSets = sets,
                                          .poolSizeCount = static_cast<std::uint32_t>(sizes.size()),
                                          .pPoolSizes = sizes.data()};
    return create(pool_, "vkCreateDescriptorPool", vkCreateDescriptorPool, bindings_.device.get(), info);
}

VkResult WrittenSets::allocate(VkDescriptorSet& set) const {
    const VkDescriptorSetAllocateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                           .descriptorPool = pool_.get(),
                                           .descriptorSetCount = 1,
                                           .pSetLayouts = &bindings_.setLayout};
    return vkAllocateDescriptorSets(bindings_.device.get(), &info, &set);
}

void WrittenSets::write(VkDescriptorSet set, std::uint64_t dispatch) const {
    const Writes writes(descriptorsOf(dispatch), set);
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
    return createTexelView(device, object.bufferView, object.buffer, vulkanFormat(resource.format));
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
    VKPERFTEST_TRY(device.submit([&](VkCommandBuffer commands) {
        transition(commands, object.image.get(), kWholeImage, VK_IMAGE_LAYOUT_UNDEFINED, object.imageLayout);
    }));
    return object;
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
